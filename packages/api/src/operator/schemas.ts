import { Type } from 'typebox';
import { amount, asset, identifier, nullable, strict, text, timestamp, words } from '../schemas/common.ts';
import { OPERATOR_NAME_PATTERN } from './names.ts';
import { QUEUES } from './queues.ts';

/** The name of an operator to be. */
export const newOperatorName = () =>
  Type.String({
    pattern: OPERATOR_NAME_PATTERN,
    maxLength: 32,
    'x-code': 'usernameWrong',
    description: 'Name to sign in with.',
  });

/** Why an operator does it; kept in the log for ever. */
export const reason = () => text(500, 'Why; kept in the log.', 3);

/** What became of an action: done, or waiting for a second person as a request with this number. */
export const actionOutcome = strict({
  state: Type.Enum(['done', 'waiting']),
  request: nullable(identifier('The request that a second person decides.')),
});

export const operatorName = strict({ id: identifier(), name: words('Name to sign in with.') });

/** Whatever JSON the log has; its shape depends on the command. */
export const json = (description: string) => Type.Unsafe<unknown>({ description });

/** What a payment is about, from its case: the log names neither its asset nor its address. */
export const namedPayment = () =>
  nullable(
    strict({
      asset: asset(),
      amount: nullable(amount('In the asset; null where nothing arrived yet.')),
      currency: nullable(words('Currency of a bank transfer.')),
      currencyAmount: nullable(amount('In the currency of the bank transfer.')),
      address: nullable(words('Receiving address; null for a bank account.')),
    }),
  );

/** One thing that an operator did, as the audit log has it. */
export const operatorAction = strict({
  seq: identifier('Log entry.'),
  type: words('Command: `standing.set`; `request.ask` where it waits for a second person.'),
  user: nullable(identifier('The person concerned.')),
  subject: words('What it is about.'),
  before: json('State before.'),
  after: json('State after.'),
  reason: words('Why.'),
  address: words('From where.'),
  request: nullable(identifier('The request that it made, decided or came from.')),
  at: timestamp(),
});

const queue = () => Type.Enum([...QUEUES], { description: 'Queue.' });

export const claim = strict({
  queue: queue(),
  item: identifier('Item of the queue.'),
  operator: operatorName,
  until: timestamp('Free again from then on.'),
});

export const queueCount = strict({
  queue: queue(),
  waiting: Type.Integer({ minimum: 0, description: 'Items that wait for somebody.' }),
  cases: Type.Integer({
    minimum: 0,
    description: 'Of them, with held deposits, what no request for a second person stands for.',
  }),
  oldestAt: nullable(timestamp('Since when the oldest waits.')),
  dueAt: nullable(timestamp('When the first of them is due.')),
});

/** Conversations with support that changed last. */
export const LIVE_CHATS_MAX = 100;

/** How a conversation with support stands: who has it open reads again when it changed. */
export const liveChat = strict({
  id: identifier('Number of the conversation.'),
  last: Type.Integer({ minimum: 0, description: 'Its last message.' }),
  readTo: Type.Integer({ minimum: 0, description: 'Last message that the customer has read.' }),
  typing: Type.Boolean({ description: 'Whether the customer is typing.' }),
});
