import { Type } from 'typebox';
import {
  amount,
  hex,
  identifier,
  instrumentCode,
  leadMs,
  list,
  nullable,
  price,
  rate,
  strict,
  timestamp,
  words,
} from './common.ts';
import { provenTick } from './market.ts';
import { proof } from './proof.ts';
import { statementLine } from './user.ts';

export const OPTIONS_STATES = ['waiting', 'open', 'settled', 'void'] as const;
export const OPTIONS_OUTCOMES = ['win', 'lose', 'draw', 'void'] as const;
export const VOID_REASONS = ['gap', 'tooFewTicks', 'reset', 'action'] as const;

/** A tick as recorded on an order. */
export const orderTick = strict({
  seq: identifier('Sequence number of the tick.'),
  price: price('Mid.'),
  bid: price(),
  ask: price(),
  at: timestamp(),
});

const orderFields = {
  id: identifier('Order number; also its entry in the command log.'),
  book: Type.Enum(['demo', 'real']),
  code: instrumentCode(),
  name: words('Instrument name.'),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  direction: Type.Enum(['up', 'down']),
  asset: words('Asset of the stake: USDT.'),
  amount: amount('Stake.'),
  periodSeconds: Type.Integer({ minimum: 30, maximum: 86_400, description: 'The `periodId` bought.' }),
  payoutRate: rate('Frozen at the sale.'),
  fee: amount('Charged at the sale on top of the stake; refunded when void.'),
  profit: amount('Paid on a win, on top of the stake.'),
  termsVersion: Type.Integer({ minimum: 0 }),
  leadMs: leadMs(),
  state: Type.Enum([...OPTIONS_STATES], { description: '`waiting` until the entry tick.' }),
  outcome: nullable(Type.Enum([...OPTIONS_OUTCOMES])),
  reason: nullable(Type.Enum([...VOID_REASONS], { description: 'Why it is void.' })),
  placedAt: timestamp(),
  entry: nullable(orderTick),
  expiresAt: nullable(timestamp('Time of the entry tick plus the period.')),
  exit: nullable(orderTick),
  settledAt: nullable(timestamp()),
  paid: nullable(amount('Credited at settlement: stake plus profit, the stake, or 0.')),
};

export const optionsOrder = strict(orderFields);

export const optionsReceipt = strict({
  /** Ticks that decide the result: entry, the last at or before expiry, and the first after it. */
  ticks: list(provenTick, 8),
  ticksInWindow: Type.Integer({
    minimum: 0,
    description: 'Ticks from entry to expiry; fewer than two void the order.',
  }),
  lastGapEndedAt: nullable(
    timestamp(
      'End of the last gap above the limit, as known at settlement; after the entry it voids the order. Null: none.',
    ),
  ),
  gapLimitMs: Type.Integer({ minimum: 0 }),
  rule: words('Translation key of the explanation: `options.win.up`.'),
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
  proof: nullable(proof),
});
