import { Type } from 'typebox';
import { LANGUAGES } from '../../constants.ts';
import {
  identifier,
  language,
  list,
  nothing,
  nullable,
  page,
  pageQuery,
  rate,
  strict,
  timeQuery,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { FILE_ID_PATTERN, fileId } from '../../schemas/kyc.ts';
import {
  messageKey,
  SUPPORT_FILES_MAX,
  SUPPORT_STATES,
  SUPPORT_TEXT_MAX,
  supportFiles,
  supportText,
} from '../../schemas/support.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { operatorName } from '../schemas.ts';

export const SUPPORT_BOXES = ['unassigned', 'mine', 'all', 'closed'] as const;
/** What operators see of a conversation. */
export const SUPPORT_OPERATOR_KINDS = ['customer', 'operator', 'note', 'handover', 'closed', 'reopened'] as const;
const ANSWERS_MAX = 200;

const params = strict({ id: identifier('Number of the conversation.') });
const access = 'support.work';
const shared = { access, stepUp: false, command: false } as const;

const chatItem = {
  id: identifier(),
  user: nullable(strict({ id: identifier(), name: words('Name of the person.') })),
  language: language(),
  state: Type.Enum([...SUPPORT_STATES]),
  assigned: nullable(operatorName),
  waitingSince: nullable(timestamp('Since when the customer waits for an answer.')),
  dueAt: nullable(timestamp('Until when they should have one.')),
  lastAt: timestamp(),
  unread: Type.Integer({ minimum: 0, description: 'Messages that no operator has read, up to 100.' }),
};

const operatorMessage = strict({
  id: identifier(),
  kind: Type.Enum([...SUPPORT_OPERATOR_KINDS]),
  operator: nullable(operatorName),
  text: words('Plain text.'),
  files: list(fileId(), SUPPORT_FILES_MAX),
  key: nullable(words('Key of the message.')),
  at: timestamp(),
});

const answerTexts = strict(
  Object.fromEntries(
    LANGUAGES.map((name) => [name, Type.Optional(supportText(SUPPORT_TEXT_MAX, 'In this language.'))]),
  ) as Record<(typeof LANGUAGES)[number], ReturnType<typeof Type.Optional<ReturnType<typeof supportText>>>>,
);
const shortcut = () =>
  Type.String({ pattern: '^[a-z0-9-]{1,40}$', maxLength: 40, description: 'Typed after a slash.' });

/** Conversations with customers, as operators see them. */
export const operatorSupportCalls = {
  listSupport: defineOperatorCall({
    ...shared,
    name: 'listSupport',
    method: 'GET',
    path: '/support',
    access: 'support.read',
    summary: 'Conversations, whoever waits longest first; closed ones newest first. Nothing of what was written.',
    query: strict({
      box: Type.Optional(Type.Enum([...SUPPORT_BOXES], { description: 'unassigned when left out.' })),
      userId: Type.Optional(identifier('Only of this person.')),
      ...pageQuery,
    }),
    result: page(strict(chatItem)),
    codes: ['cursorInvalid'],
  }),
  getSupportChat: defineOperatorCall({
    ...shared,
    name: 'getSupportChat',
    method: 'GET',
    path: '/support/{id}',
    summary: 'One conversation, newest messages first. The person sees that it was looked at.',
    params,
    query: strict({ ...pageQuery }),
    result: strict({
      ...chatItem,
      readTo: Type.Integer({ minimum: 0, description: 'Last message that the customer has read; 0: none.' }),
      typing: Type.Boolean({ description: 'Whether the customer is typing.' }),
      hasEmail: Type.Boolean({ description: 'Whether a mail can reach them when they are away.' }),
      ratings: list(strict({ score: Type.Integer({ minimum: 1, maximum: 5 }), comment: words('Comment.') }), 20),
      messages: page(operatorMessage),
    }),
    codes: ['nothingFound', 'cursorInvalid'],
  }),
  answerSupport: defineOperatorCall({
    ...shared,
    name: 'answerSupport',
    method: 'POST',
    path: '/support/{id}/message',
    summary: 'Answers, or leaves a note for other operators. The same key writes once.',
    params,
    body: strict({
      key: messageKey(),
      text: supportText(SUPPORT_TEXT_MAX, 'Plain text; may be empty with a file.'),
      files: Type.Optional(supportFiles()),
      isNote: Type.Optional(Type.Boolean({ description: 'For operators only.' })),
    }),
    result: operatorMessage,
    codes: ['nothingFound', 'messageEmpty', 'fileNotFound', 'conversationFull', 'claimedByOther'],
  }),
  assignSupport: defineOperatorCall({
    ...shared,
    name: 'assignSupport',
    method: 'POST',
    path: '/support/{id}/assign',
    summary: 'Takes a conversation, hands it over with a note, or puts it back.',
    params,
    body: strict({
      operator: nullable(identifier('Who answers from now on; null: nobody yet.')),
      note: Type.Optional(supportText(SUPPORT_TEXT_MAX, 'For who takes over.')),
    }),
    result: nothing(),
    codes: ['nothingFound', 'notOfSupport'],
  }),
  closeSupportChat: defineOperatorCall({
    ...shared,
    name: 'closeSupportChat',
    method: 'POST',
    path: '/support/{id}/close',
    summary: 'Ends a conversation; the customer may rate it.',
    params,
    body: strict({}),
    result: nothing(),
    codes: ['nothingFound', 'claimedByOther'],
  }),
  reopenSupportChat: defineOperatorCall({
    ...shared,
    name: 'reopenSupportChat',
    method: 'POST',
    path: '/support/{id}/reopen',
    summary: 'Opens a closed conversation again.',
    params,
    body: strict({}),
    result: nothing(),
    codes: ['nothingFound'],
  }),
  readSupportChat: defineOperatorCall({
    ...shared,
    name: 'readSupportChat',
    method: 'POST',
    path: '/support/{id}/read',
    summary: 'Marks what the customer wrote as read; they see it.',
    params,
    body: strict({ upTo: identifier('The last message that was shown.') }),
    result: nothing(),
    codes: ['nothingFound'],
  }),
  typeToCustomer: defineOperatorCall({
    ...shared,
    name: 'typeToCustomer',
    method: 'POST',
    path: '/support/{id}/typing',
    summary: 'Shows the customer for a few seconds that somebody is typing.',
    params,
    body: strict({}),
    result: nothing(),
    codes: ['nothingFound'],
  }),
  uploadSupportImage: defineOperatorCall({
    ...shared,
    name: 'uploadSupportImage',
    method: 'POST',
    path: '/support-image',
    multipart: true,
    summary: 'Uploads an image to send in an answer.',
    body: strict({
      file: Type.Unsafe<unknown>({
        type: 'string',
        format: 'binary',
        'x-missing': 'imageRequired',
        description: 'The image; at most 2 MB.',
      }),
    }),
    result: strict({ fileId: fileId() }),
    codes: [
      'payloadTooLarge',
      'unsupportedMedia',
      'malformedBody',
      'imageRequired',
      'imageFormatWrong',
      'imageTooLarge',
      'tooManyFiles',
      'uploadFailed',
    ],
  }),
  getSupportImage: defineOperatorCall({
    ...shared,
    name: 'getSupportImage',
    method: 'GET',
    path: '/support/{id}/image/{file}',
    summary: 'An image of a conversation.',
    params: strict({
      id: identifier('Number of the conversation.'),
      file: Type.String({ pattern: FILE_ID_PATTERN, maxLength: 64, description: 'File of a message.' }),
    }),
    result: Type.String({ description: 'The image.' }),
    codes: ['nothingFound'],
    file: ['image/jpeg'],
  }),
  listSupportOperators: defineOperatorCall({
    ...shared,
    name: 'listSupportOperators',
    method: 'GET',
    path: '/support-operators',
    summary: 'Operators who may answer.',
    result: list(operatorName, 200),
    codes: [],
  }),
  listSupportAnswers: defineOperatorCall({
    ...shared,
    name: 'listSupportAnswers',
    method: 'GET',
    path: '/support-answers',
    access: 'support.read',
    summary: 'Prepared answers.',
    result: list(
      strict({ id: identifier(), shortcut: words('Typed after a slash.'), texts: answerTexts, editor: operatorName }),
      ANSWERS_MAX,
    ),
    codes: [],
  }),
  saveSupportAnswer: defineOperatorCall({
    ...shared,
    name: 'saveSupportAnswer',
    method: 'POST',
    path: '/support-answers/save',
    summary: 'Writes a prepared answer, or changes it.',
    body: strict({ id: Type.Optional(identifier('Changes this one.')), shortcut: shortcut(), texts: answerTexts }),
    result: strict({ id: identifier() }),
    codes: ['nothingFound', 'messageEmpty', 'shortcutTaken', 'capacityReached'],
  }),
  removeSupportAnswer: defineOperatorCall({
    ...shared,
    name: 'removeSupportAnswer',
    method: 'POST',
    path: '/support-answers/remove',
    summary: 'Deletes a prepared answer.',
    body: strict({ id: identifier() }),
    result: nothing(),
    codes: ['nothingFound'],
  }),
  getSupportRatings: defineOperatorCall({
    ...shared,
    name: 'getSupportRatings',
    method: 'GET',
    path: '/support-ratings',
    access: 'support.read',
    summary: 'How customers rated conversations, by who answered; the last comments.',
    query: strict({ ...timeQuery }),
    result: strict({
      operators: list(
        strict({
          operator: nullable(operatorName),
          count: Type.Integer({ minimum: 1 }),
          average: rate('Of 1 to 5, two decimals.'),
          scores: list(Type.Integer({ minimum: 0, description: 'How often 1, 2, 3, 4, 5.' }), 5),
        }),
        200,
      ),
      last: list(
        strict({
          conversation: identifier(),
          operator: nullable(operatorName),
          score: Type.Integer({ minimum: 1, maximum: 5 }),
          comment: words('Comment.'),
          at: timestamp(),
        }),
        50,
      ),
    }),
    codes: ['timeRangeInvalid'],
  }),
};
