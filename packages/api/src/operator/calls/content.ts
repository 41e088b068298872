import { Type } from 'typebox';
import { LANGUAGES } from '../../constants.ts';
import { hex, identifier, language, list, nullable, strict, timestamp, words } from '../../schemas/common.ts';
import {
  contentBlock,
  contentKind,
  contentText,
  contentTitle,
  contentType,
  faqCategory,
} from '../../schemas/content.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { actionOutcome, operatorName, reason } from '../schemas.ts';

/** Published, and what a reader sees of it now. */
export const CONTENT_STATES = ['draft', 'standard', 'live', 'scheduled', 'ended', 'withdrawn'] as const;

const params = strict({ id: identifier() });
const texts = Type.Record(Type.String(), strict({ title: words('Title.'), content: words('Markdown.') }));
const writtenIn = list(language(), LANGUAGES.length);
const version = Type.Integer({ minimum: 0, description: '0: as this release has it.' });

const item = {
  id: identifier(),
  kind: contentKind(),
  type: contentType(),
  category: nullable(faqCategory()),
  title: words('In the language of the operator.'),
  state: Type.Enum([...CONTENT_STATES]),
  version,
  languages: writtenIn,
  from: nullable(timestamp('Shown from then on.')),
  until: nullable(timestamp('Shown before this.')),
  publishedAt: nullable(timestamp()),
  draftAt: nullable(timestamp('When the draft was saved; null: there is none.')),
};

const written = [
  'wrongFormat',
  'outOfRange',
  'contentHtml',
  'contentLink',
  'contentImage',
  'contentTooDeep',
  'contentPlaceholder',
] as const;

/** Documents, questions, notices and announcements: drafts, and what was published. */
export const operatorContentCalls = {
  listContentItems: defineOperatorCall({
    name: 'listContentItems',
    method: 'GET',
    path: '/content',
    access: 'content.read',
    stepUp: false,
    command: false,
    summary: 'All content, with drafts, by number.',
    result: list(strict(item), 2_000),
    codes: [],
  }),
  getContentItem: defineOperatorCall({
    name: 'getContentItem',
    method: 'GET',
    path: '/content/{id}',
    access: 'content.read',
    stepUp: false,
    command: false,
    summary: 'One of them: the draft or what was last published, by language, and its versions.',
    params,
    result: strict({
      ...item,
      texts,
      placeholders: list(words('Name that a text may hold as `{{name}}`.'), 100),
      versions: list(
        strict({
          version,
          hash: hex(32, 'SHA-256 of its texts.'),
          entry: nullable(identifier('Log entry.')),
          at: nullable(timestamp()),
          by: nullable(operatorName),
          from: nullable(timestamp()),
          until: nullable(timestamp()),
          isWithdrawal: Type.Boolean(),
        }),
        1_001,
      ),
    }),
    codes: ['nothingFound'],
  }),
  getContentVersion: defineOperatorCall({
    name: 'getContentVersion',
    method: 'GET',
    path: '/content/{id}/version/{version}',
    access: 'content.read',
    stepUp: false,
    command: false,
    summary: 'The texts of one version, by language.',
    params: strict({ id: identifier(), version }),
    result: strict({ version, texts }),
    codes: ['nothingFound'],
  }),
  previewContent: defineOperatorCall({
    name: 'previewContent',
    method: 'POST',
    path: '/content/preview',
    access: 'content.read',
    stepUp: false,
    command: false,
    summary: 'A text as readers will see it, with the figures in force, and what is not allowed in it.',
    body: strict({ language: language(), content: contentText() }),
    result: strict({ blocks: list(contentBlock, 2_000), problems: list(Type.Integer({ description: 'Code.' }), 10) }),
    codes: [],
  }),
  saveContentDraft: defineOperatorCall({
    name: 'saveContentDraft',
    method: 'POST',
    path: '/content/draft',
    access: 'content.write',
    stepUp: false,
    command: false,
    summary: 'Keeps a text in one language, of something new or known. Raw HTML and unsafe links are refused.',
    body: strict({
      id: Type.Optional(identifier('Left out: something new.')),
      kind: contentKind(),
      type: contentType(),
      category: Type.Optional(faqCategory()),
      language: language(),
      title: contentTitle(),
      content: contentText(),
    }),
    result: strict({ id: identifier() }),
    codes: ['nothingFound', 'fieldRequired', 'capacityReached', ...written],
  }),
  publishContent: defineOperatorCall({
    name: 'publishContent',
    method: 'POST',
    path: '/content/{id}/publish',
    access: 'content.write',
    stepUp: true,
    command: true,
    summary: 'Publishes the draft as the next version, from and until a moment; the log keeps the texts for ever.',
    params,
    body: strict({
      from: Type.Optional(timestamp('At once when left out.')),
      until: Type.Optional(timestamp('Without end when left out.')),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: ['nothingFound', 'fieldRequired', 'outOfRange', 'capacityReached', ...written],
  }),
  withdrawContent: defineOperatorCall({
    name: 'withdrawContent',
    method: 'POST',
    path: '/content/{id}/withdraw',
    access: 'content.write',
    stepUp: true,
    command: true,
    summary: 'Shows it no more; a document of this release is shown as the release has it.',
    params,
    body: strict({ reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'fieldRequired', 'capacityReached'],
  }),
};
