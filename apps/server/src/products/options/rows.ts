import type { Direction, Outcome, VoidReason } from '@glasshouse/rules/options';
import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec, Tick } from '../../kernel/core/types.ts';
import type { OptionTermsRow } from './terms.ts';

export type OptionState = 'waiting' | 'open' | 'settled' | 'void';

/**
 * A row of `option_orders`. Amounts and rates as decimal text, prices in points, times in epoch ms.
 */
export type OptionOrder = {
  readonly id: number;
  readonly user_id: number;
  readonly book: Book;
  readonly code: string;
  readonly asset: string;
  readonly direction: Direction;
  readonly stake: string;
  readonly fee: string;
  readonly profit: string;
  readonly payout_rate: string;
  readonly fee_rate: string;
  readonly period_seconds: number;
  readonly precision: number;
  readonly gap_limit_ms: number;
  /** How long after its acceptance its entry may be at the earliest; null: at once. */
  readonly lead_ms: number | null;
  readonly terms_version: number;
  /** Where it came from, as far as the log tells. */
  readonly network: string | null;
  readonly state: OptionState;
  readonly outcome: Outcome | 'void' | null;
  readonly void_reason: VoidReason | null;
  readonly placed_at: number;
  readonly entry_seq: number | null;
  readonly entry_bid: number | null;
  readonly entry_ask: number | null;
  readonly entry_mid: number | null;
  readonly entry_at: number | null;
  readonly entered_by: number | null;
  readonly expires_at: number | null;
  readonly exit_seq: number | null;
  readonly exit_bid: number | null;
  readonly exit_ask: number | null;
  readonly exit_mid: number | null;
  readonly exit_at: number | null;
  readonly settled_by: number | null;
  readonly settled_at: number | null;
  readonly paid: string | null;
};

export const ORDERS_TABLE = {
  table: 'option_orders',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    book: 'text',
    code: 'text',
    asset: 'text',
    direction: 'text',
    stake: 'numeric',
    fee: 'numeric',
    profit: 'numeric',
    payout_rate: 'numeric',
    fee_rate: 'numeric',
    period_seconds: 'integer',
    precision: 'integer',
    gap_limit_ms: 'integer',
    lead_ms: 'integer',
    terms_version: 'integer',
    network: 'text',
    state: 'text',
    outcome: 'text',
    void_reason: 'text',
    placed_at: 'timestamptz',
    entry_seq: 'bigint',
    entry_bid: 'bigint',
    entry_ask: 'bigint',
    entry_mid: 'bigint',
    entry_at: 'timestamptz',
    entered_by: 'bigint',
    expires_at: 'timestamptz',
    exit_seq: 'bigint',
    exit_bid: 'bigint',
    exit_ask: 'bigint',
    exit_mid: 'bigint',
    exit_at: 'timestamptz',
    settled_by: 'bigint',
    settled_at: 'timestamptz',
    paid: 'numeric',
  },
  fixed: [
    'user_id',
    'book',
    'code',
    'asset',
    'direction',
    'stake',
    'fee',
    'profit',
    'payout_rate',
    'fee_rate',
    'period_seconds',
    'precision',
    'gap_limit_ms',
    'lead_ms',
    'terms_version',
    'network',
    'placed_at',
  ],
  later: [
    ['entry_seq', 'entry_bid', 'entry_ask', 'entry_mid', 'entry_at', 'entered_by', 'expires_at'],
    ['exit_seq', 'exit_bid', 'exit_ask', 'exit_mid', 'exit_at'],
    ['outcome', 'void_reason', 'settled_by', 'settled_at', 'paid'],
  ],
  live: 'settled_by is null',
} as const satisfies TableSpec<OptionOrder>;

export const TERMS_TABLE = {
  table: 'option_terms',
  key: ['code'],
  columns: { code: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<OptionTermsRow>;

export const orderChange = (order: OptionOrder): RowChange => changeOf(ORDERS_TABLE, order);

/** The earliest time of a price that can be its entry; the gap limit counts from there. */
export const entersFrom = ({ placed_at, lead_ms }: Pick<OptionOrder, 'placed_at' | 'lead_ms'>): number =>
  placed_at + (lead_ms ?? 0);

export const isFinal = (order: OptionOrder): boolean => order.state === 'settled' || order.state === 'void';

export const entryOf = (tick: Tick) => ({
  entry_seq: tick.seq,
  entry_bid: tick.bid,
  entry_ask: tick.ask,
  entry_mid: tick.mid,
  entry_at: tick.at,
});

export const exitOf = (tick: Tick) => ({
  exit_seq: tick.seq,
  exit_bid: tick.bid,
  exit_ask: tick.ask,
  exit_mid: tick.mid,
  exit_at: tick.at,
});
