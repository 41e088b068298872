import { pointsText, textOf } from '../figures.ts';
import { leadColumn, leadShown } from '../leads.ts';
import type { ExpectedEvent, ExpectedRow } from '../prediction.ts';
import type { StoredTick } from '../stored.ts';

export type Ending = 'win' | 'lose' | 'draw' | 'void';

/** An option in the reference model. */
export interface Order {
  readonly id: number;
  readonly user: number;
  readonly book: string;
  readonly code: string;
  readonly asset: string;
  readonly direction: 'up' | 'down';
  readonly stake: bigint;
  readonly fee: bigint;
  readonly profit: bigint;
  readonly payoutRate: string;
  readonly feeRate: string;
  readonly seconds: number;
  readonly places: number;
  readonly gapLimitMs: number;
  readonly lead: number;
  readonly version: number;
  readonly network: string | null;
  readonly placedAt: number;
  state: 'waiting' | 'open' | 'settled' | 'void';
  entry?: StoredTick;
  enteredBy?: number;
  expiresAt?: number;
  exit?: StoredTick;
  outcome?: Ending;
  reason?: 'gap' | 'tooFewTicks' | 'reset';
  endedBy?: number;
  endedAt?: number;
  paid?: bigint;
}

/** From when a price may be its entry. */
export const entersFrom = ({ placedAt, lead }: Order): number => placedAt + lead;

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

const priceOf = (tick: StoredTick | undefined, places: number): unknown =>
  tick === undefined
    ? null
    : {
        seq: tick.seq,
        price: pointsText(tick.mid, places),
        bid: pointsText(tick.bid, places),
        ask: pointsText(tick.ask, places),
        at: iso(tick.at),
      };

/** The order as sent to its owner. */
export const viewOf = (order: Order): Record<string, unknown> => ({
  id: order.id,
  book: order.book,
  code: order.code,
  precision: order.places,
  direction: order.direction,
  asset: order.asset,
  amount: textOf(order.stake),
  periodSeconds: order.seconds,
  payoutRate: order.payoutRate,
  fee: textOf(order.fee),
  profit: textOf(order.profit),
  termsVersion: order.version,
  ...leadShown(order.lead),
  state: order.state,
  outcome: order.outcome ?? null,
  reason: order.reason ?? null,
  placedAt: iso(order.placedAt),
  entry: priceOf(order.entry, order.places),
  expiresAt: iso(order.expiresAt),
  exit: priceOf(order.exit, order.places),
  settledAt: iso(order.endedAt),
  paid: order.paid === undefined ? null : textOf(order.paid),
});

const columnsOf = (tick: StoredTick | undefined, end: 'entry' | 'exit'): Record<string, unknown> => ({
  [`${end}_seq`]: tick?.seq ?? null,
  [`${end}_bid`]: tick?.bid ?? null,
  [`${end}_ask`]: tick?.ask ?? null,
  [`${end}_mid`]: tick?.mid ?? null,
  [`${end}_at`]: tick?.at ?? null,
});

/** The expected stored row. */
const rowValuesOf = (order: Order): Record<string, unknown> => ({
  id: order.id,
  user_id: order.user,
  book: order.book,
  code: order.code,
  asset: order.asset,
  direction: order.direction,
  stake: textOf(order.stake),
  fee: textOf(order.fee),
  profit: textOf(order.profit),
  payout_rate: order.payoutRate,
  fee_rate: order.feeRate,
  period_seconds: order.seconds,
  precision: order.places,
  gap_limit_ms: order.gapLimitMs,
  lead_ms: leadColumn(order.lead),
  terms_version: order.version,
  network: order.network,
  state: order.state,
  outcome: order.outcome ?? null,
  void_reason: order.reason ?? null,
  placed_at: order.placedAt,
  ...columnsOf(order.entry, 'entry'),
  entered_by: order.enteredBy ?? null,
  expires_at: order.expiresAt ?? null,
  ...columnsOf(order.exit, 'exit'),
  settled_by: order.endedBy ?? null,
  settled_at: order.endedAt ?? null,
  paid: order.paid === undefined ? null : textOf(order.paid),
});

export const rowOf = (order: Order): ExpectedRow => ({ table: 'option_orders', row: rowValuesOf(order) });

export const eventOf = (order: Order): ExpectedEvent => ({
  userId: order.user,
  book: order.book,
  kind: 'options.order',
  data: viewOf(order),
});
