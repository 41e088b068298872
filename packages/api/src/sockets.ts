import { type Static, Type } from 'typebox';
import { USER_ACCOUNT_KINDS } from './constants.ts';
import {
  amount,
  asset,
  book,
  epochMs,
  identifier,
  instrumentCode,
  list,
  nullable,
  price,
  strict,
  timestamp,
  words,
} from './schemas/common.ts';
import { DEPOSIT_STATES, WITHDRAWAL_STATES } from './schemas/funding.ts';
import { KYC_LEVELS } from './schemas/kyc.ts';
import { marketRow, marketSocketRow, plainMarketRow } from './schemas/market-row.ts';
import { optionsOrder } from './schemas/options.ts';
import { planEvent } from './schemas/plans.ts';
import { supportEvent } from './schemas/support.ts';
import { contractOrder, priceAlert, spotOrder } from './schemas/trading.ts';
import { KYC_STATES } from './schemas/user.ts';
import { convertFill, LOAN_STATES, LOAN_STEPS } from './schemas/wallet.ts';

/**
 * Both sockets. docs/protocol.md describes when each message is sent and how a client must handle
 * it.
 */
export const SUBSCRIBE_CODES_MAX = 250;
export const SOCKET_MESSAGE_BYTES_MAX = 4096;
export const SOCKET_MESSAGES_PER_10S_MAX = 30;
/** Heartbeat interval when idle; a client reconnects after three intervals of silence. */
export const SOCKET_HEARTBEAT_MS = 5_000;
export const SOCKET_AUTH_TIMEOUT_MS = 10_000;
/** Events of one user kept for `resume`. */
export const USER_RESUME_EVENTS_MAX = 100;

/** Close codes. After 4401 log in again; after any other reconnect with exponential backoff. */
export const SOCKET_CLOSE = {
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  messageTooBig: 1009,
  tryAgainLater: 1013,
  unauthorized: 4401,
} as const;

const frameSeq = () =>
  Type.Integer({
    minimum: 0,
    description: 'Sequence number of the market data; never decreases, not even across a restart.',
  });
const eventSeq = () =>
  Type.Integer({
    minimum: 0,
    description: "Sequence number in this user's event stream; without gaps while connected.",
  });

export const marketServerMessages = {
  snapshot: strict({
    type: Type.Literal('snapshot'),
    seq: frameSeq(),
    at: epochMs(),
    rows: Type.Array(marketSocketRow),
  }),
  update: strict({ type: Type.Literal('update'), seq: frameSeq(), at: epochMs(), rows: Type.Array(marketSocketRow) }),
  heartbeat: strict({ type: Type.Literal('heartbeat'), seq: frameSeq(), at: epochMs() }),
};

/** Price levels per side in a `depth` message. */
export const DEPTH_LEVELS_MAX = 25;
/** Trades in the first `trades` message after subscribing. */
export const RECENT_TRADES_MAX = 50;

const depthLevels = () =>
  list(Type.Tuple([price(), amount('Quantity in the base asset, house quotes included.')]), DEPTH_LEVELS_MAX);

/**
 * Sent after a client asked for `depth`. `depth` is always the full book down to its limit.
 * `trades` are oldest first: the most recent ones after subscribing, then those since the previous
 * message. Demo and real each have their own spot market; the default is demo.
 */
export const depthServerMessages = {
  depth: strict({
    type: Type.Literal('depth'),
    code: instrumentCode(),
    book: book(),
    seq: Type.Integer({ minimum: 0, description: 'Increases per pair and book.' }),
    at: epochMs(),
    price: Type.Optional(price('Of the tick that the house quotes by; absent while it quotes nothing.')),
    tick: Type.Optional(
      strict({
        seq: Type.Integer({ minimum: 0, description: 'Number of the tick of `price`, which is present with it.' }),
        at: epochMs(),
        bid: price(),
        ask: price(),
      }),
    ),
    bids: depthLevels(),
    asks: depthLevels(),
  }),
  trades: strict({
    type: Type.Literal('trades'),
    code: instrumentCode(),
    book: book(),
    seq: Type.Integer({ minimum: 0, description: 'Sequence number of the book after the last of these trades.' }),
    items: list(
      strict({
        id: words('Unique per pair and book.'),
        price: price(),
        quantity: amount(),
        side: Type.Enum(['buy', 'sell'], { description: 'Side of the taker.' }),
        at: epochMs(),
      }),
      RECENT_TRADES_MAX,
    ),
  }),
};

/** Without the subprotocol: the first message is the list, all others are updates. */
export const plainMarketMessages = {
  list: Type.Array(marketRow),
  update: Type.Array(plainMarketRow),
};

export const marketClientMessage = strict({
  subscribe: Type.Optional(
    nullable(
      Type.Array(instrumentCode(), {
        maxItems: SUBSCRIBE_CODES_MAX,
        description: 'Limits the stream to these codes; [] stops prices; null restores all.',
      }),
    ),
  ),
  depth: Type.Optional(
    nullable(instrumentCode('Subscribes to depth and trades of one pair, replacing the previous one; null ends it.')),
  ),
  book: Type.Optional(book()),
  resume: Type.Optional(frameSeq()),
});

export const userClientMessage = strict({
  token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'Session token, or that of `startVisit`; in the first message only.',
    }),
  ),
  resume: Type.Optional(eventSeq()),
});

export const balanceEventData = list(
  strict({
    asset: asset(),
    kind: Type.Enum([...USER_ACCOUNT_KINDS]),
    balance: amount('Balance after the change.'),
  }),
  200,
);

/**
 * `data` by `kind`. Always the complete new state, never a diff, so processing it twice is
 * harmless.
 */
export const userEventData = {
  balance: balanceEventData,
  'options.order': optionsOrder,
  'contracts.order': contractOrder,
  'spot.order': spotOrder,
  'convert.fill': convertFill,
  plan: planEvent,
  alert: priceAlert,
  kyc: strict({ level: Type.Enum([...KYC_LEVELS]), state: Type.Enum([...KYC_STATES]) }),
  deposit: strict({ id: identifier(), state: Type.Enum([...DEPOSIT_STATES]), asset: asset() }),
  withdrawal: strict({ id: identifier(), state: Type.Enum([...WITHDRAWAL_STATES]), asset: asset() }),
  nft: strict({
    id: identifier('Number of the purchase.'),
    listing: identifier(),
    serial: Type.Integer({ minimum: 1, description: 'The first one.' }),
    quantity: Type.Integer({ minimum: 1 }),
  }),
  loan: strict({
    id: identifier(),
    state: Type.Enum([...LOAN_STATES]),
    what: Type.Enum([...LOAN_STEPS], { description: 'What happened to it.' }),
  }),
  adjustment: strict({
    asset: asset(),
    amount: amount(),
    direction: Type.Enum(['credit', 'debit']),
    reason: words('Why two operators corrected the balance.'),
  }),
  standing: strict({
    status: Type.Enum(['active', 'frozen', 'disabled']),
    reason: nullable(words('As operators gave it.')),
  }),
  support: supportEvent,
  'demo.reset': strict({ at: timestamp() }),
};

export const userServerMessages = {
  ready: strict({ type: Type.Literal('ready'), seq: eventSeq(), at: epochMs() }),
  event: strict({
    type: Type.Literal('event'),
    seq: eventSeq(),
    at: epochMs('When it happened.'),
    book: book(),
    kind: words('Kind of event; clients ignore kinds they do not know.'),
    data: Type.Unknown({ description: 'Depends on `kind`.' }),
  }),
  resync: strict({ type: Type.Literal('resync'), seq: eventSeq(), at: epochMs() }),
  heartbeat: strict({ type: Type.Literal('heartbeat'), seq: eventSeq(), at: epochMs() }),
};

type OneOf<Messages extends Record<string, Parameters<typeof Type.Array>[0]>> = {
  [Name in keyof Messages]: Static<Messages[Name]>;
}[keyof Messages];

export type DepthServerMessage = OneOf<typeof depthServerMessages>;
export type MarketServerMessage = OneOf<typeof marketServerMessages>;
export type MarketClientMessage = Static<typeof marketClientMessage>;
export type UserServerMessage = OneOf<typeof userServerMessages>;
export type UserClientMessage = Static<typeof userClientMessage>;
export type UserEventKind = keyof typeof userEventData;
export type UserEventDataOf<Kind extends UserEventKind> = Static<(typeof userEventData)[Kind]>;
