import { Type } from 'typebox';
import { identifier, language, list, nullable, PLAIN_LINES, strict, text, timestamp, words } from './common.ts';

/** What is written by the operator; documents are what `/detail` opens. */
export const CONTENT_KINDS = ['document', 'faq', 'notice', 'announcement'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
/** Of documents: 1 company, 2 policy, 3 footer and other. */
export const CONTENT_TYPES = [1, 2, 3] as const;
/** Of questions: how the help centre groups them. */
export const FAQ_CATEGORIES = ['start', 'trading', 'costs', 'money', 'security', 'checks'] as const;
export const CONTENT_TITLE_MAX = 120;
/** Of one language: far longer than any of the defaults, short enough for one request. */
export const CONTENT_TEXT_MAX = 12_000;
/** Deeper lists are refused, and shown no deeper. */
export const CONTENT_DEPTH_MAX = 4;
const SPANS_MAX = 500;

/** A piece of a line. Links lead to https, mailto, or a path of this site. */
export const contentSpan = strict({
  text: words('Plain text; never HTML.'),
  mark: nullable(Type.Enum(['strong', 'em', 'code'])),
  href: nullable(words('https:, mailto:, or a path of this site.')),
});

const spans = () => list(contentSpan, SPANS_MAX);

/** A text as a flat list: whatever the writer nested, nothing is nested here. */
export const contentBlock = strict({
  kind: Type.Enum(['heading', 'paragraph', 'item', 'quote', 'code', 'rule', 'table']),
  level: Type.Integer({ minimum: 0, maximum: 9, description: 'Of a heading 2 to 4, of an item its depth from 1.' }),
  number: nullable(Type.Integer({ minimum: 0, description: 'Of an item of a numbered list.' })),
  spans: spans(),
  rows: list(list(spans(), 20), 200),
});

export const contentKind = () => Type.Enum([...CONTENT_KINDS], { description: 'Kind; documents when left out.' });
export const contentType = () =>
  Type.Enum([...CONTENT_TYPES], { description: '1 company, 2 policy, 3 footer and other.' });
export const faqCategory = () => Type.Enum([...FAQ_CATEGORIES], { description: 'Group of a question.' });

export const contentSummary = {
  id: identifier(),
  title: words('Title.'),
  type: contentType(),
  kind: Type.Enum([...CONTENT_KINDS]),
  category: nullable(faqCategory()),
  lang: language(),
  publishedAt: nullable(timestamp('Null: as this release has it.')),
};

export const contentTitle = () => text(CONTENT_TITLE_MAX, 'Title.');
export const contentText = () =>
  Type.String({ minLength: 1, maxLength: CONTENT_TEXT_MAX, pattern: PLAIN_LINES, description: 'Markdown.' });
