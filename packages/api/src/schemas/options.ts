import { Type } from 'typebox';
import {
  amount,
  hex,
  identifier,
  instrumentCode,
  list,
  nullable,
  price,
  rate,
  strict,
  timestamp,
  words,
} from './common.ts';
import { provenTick } from './market.ts';
import { statementLine } from './user.ts';

export const OPTIONS_STATES = ['waiting', 'open', 'settled', 'void'] as const;
export const OPTIONS_OUTCOMES = ['win', 'lose', 'draw', 'void'] as const;
export const VOID_REASONS = ['gap', 'tooFewTicks', 'reset'] as const;

/** A tick as an order keeps it. */
export const orderTick = strict({
  seq: identifier('Sequence of the tick.'),
  price: price('Mid.'),
  bid: price(),
  ask: price(),
  at: timestamp(),
});

const orderFields = {
  id: identifier('Order number; also the entry of the command log that made it.'),
  book: Type.Enum(['demo', 'real']),
  code: instrumentCode(),
  name: words('Name of the instrument.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  direction: Type.Enum(['up', 'down']),
  asset: words('Asset of the stake: USDT.'),
  amount: amount('Stake.'),
  periodSeconds: Type.Integer({ minimum: 30, maximum: 86_400, description: 'The `periodId` that was bought.' }),
  payoutRate: rate('Frozen at the sale.'),
  fee: amount('Taken at the sale, on top of the stake; refunded when void.'),
  profit: amount('What a win pays on top of the stake.'),
  termsVersion: Type.Integer({ minimum: 0 }),
  state: Type.Enum([...OPTIONS_STATES], { description: '`waiting` until the entry tick.' }),
  outcome: nullable(Type.Enum([...OPTIONS_OUTCOMES])),
  reason: nullable(Type.Enum([...VOID_REASONS], { description: 'Why it is void.' })),
  placedAt: timestamp(),
  entry: nullable(orderTick),
  expiresAt: nullable(timestamp('Time of the entry tick plus the period.')),
  exit: nullable(orderTick),
  settledAt: nullable(timestamp()),
  paid: nullable(amount('What came back: stake and profit, the stake, or 0.')),
};

export const optionsOrder = strict(orderFields);

export const optionsReceipt = strict({
  /**
   * Ticks from which the result follows: entry, the last at or before expiry, and the first after
   * it.
   */
  ticks: list(provenTick, 8),
  ticksInWindow: Type.Integer({
    minimum: 0,
    description: 'Ticks from entry to expiry; fewer than two void the order.',
  }),
  lastGapEndedAt: nullable(
    timestamp(
      'When the last gap over the limit had ended, as the settlement knew it; after the entry it voids. Null: none.',
    ),
  ),
  gapLimitMs: Type.Integer({ minimum: 0 }),
  rule: words('Key of the sentence that explains the result: `options.win.up`.'),
  log: list(
    strict({
      seq: identifier(),
      type: words('Command: `options.buy`, `options.settle`.'),
      at: timestamp(),
      hash: hex(32, 'SHA-256 of the previous hash and the entry.'),
    }),
    8,
  ),
  lines: list(statementLine, 32),
});

export const optionsOrderWithReceipt = strict({
  ...orderFields,
  receipt: nullable(optionsReceipt),
});
