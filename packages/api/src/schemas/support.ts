import { Type } from 'typebox';
import { identifier, list, nullable, PLAIN_LINES, strict, timestamp, words } from './common.ts';
import { FILE_ID_PATTERN, fileId } from './kyc.ts';

export const SUPPORT_TEXT_MAX = 4_000;
/** Files of one message. */
export const SUPPORT_FILES_MAX = 4;
export const SUPPORT_COMMENT_MAX = 1_000;
/** A typing sign that is not renewed ends after this. */
export const SUPPORT_TYPING_MS = 6_000;

export const SUPPORT_STATES = ['open', 'closed'] as const;
/** What a customer sees of a conversation; operators also see notes and hand-overs. */
export const SUPPORT_KINDS = ['customer', 'operator', 'closed', 'reopened'] as const;

/** Typed by a person: plain text with line breaks, shown as text. */
export const supportText = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: PLAIN_LINES, description });

/** Chosen by who writes: sent again under the same one, a message is not written twice. */
export const messageKey = () =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]{8,64}$',
    maxLength: 64,
    description: 'Chosen by the sender, once a message.',
  });

export const supportFiles = () =>
  list(
    Type.String({ pattern: FILE_ID_PATTERN, maxLength: 64, description: 'Uploaded for this conversation.' }),
    SUPPORT_FILES_MAX,
  );

export const supportMessage = strict({
  id: identifier('Increases within a conversation.'),
  kind: Type.Enum([...SUPPORT_KINDS], { description: 'Who wrote it, or what happened.' }),
  text: words('Plain text.'),
  files: list(fileId(), SUPPORT_FILES_MAX),
  key: nullable(words('Key of the customer’s own message.')),
  at: timestamp(),
});

export const supportStatus = strict({
  state: Type.Enum([...SUPPORT_STATES]),
  unread: Type.Integer({ minimum: 0, description: 'Answers that the customer has not read, up to 100.' }),
  readTo: Type.Integer({ minimum: 0, description: 'Last message that support has read; 0: none.' }),
  typing: Type.Boolean({ description: 'Whether support is typing.' }),
  canRate: Type.Boolean({ description: 'Closed and not rated yet.' }),
});

/** Pushed to the customer: the newest message where one is new, and how the conversation stands. */
export const supportEvent = strict({ message: nullable(supportMessage), status: supportStatus });

const day = () => Type.Integer({ minimum: 1, maximum: 7, description: 'Monday is 1.' });
const time = () => Type.String({ pattern: '^[0-9]{2}:[0-9]{2}$', description: 'In the time zone given.' });
export const supportHours = list(strict({ from: day(), to: day(), opens: time(), closes: time() }), 14);
