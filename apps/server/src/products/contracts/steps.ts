import type { CorporateActionKind } from '@glasshouse/api/schemas/corporate-actions';
import { changeOf } from '../../kernel/core/effects.ts';
import type { Command, RowChange, TableSpec, Tick } from '../../kernel/core/types.ts';
import type { ContractOrder, StopsBefore, Target, Trail } from './rows.ts';

export type StepKind =
  | 'placed'
  | 'grouped'
  | 'triggered'
  | 'opened'
  | 'stopsChanged'
  | 'closeAsked'
  | 'closeLapsed'
  | 'partClosed'
  | 'financed'
  | 'adjusted'
  | 'dividend'
  | 'closed'
  | 'liquidated'
  | 'cancelled';

/** What a corporate action changed: the order before it, and the action. */
export type Adjusted = {
  readonly action: number;
  readonly kind: CorporateActionKind;
  readonly numerator: number;
  readonly denominator: number;
  readonly amount: string | null;
  /** The last price before it, in points of then. */
  readonly last: number | null;
  readonly before: {
    readonly lots: string;
    readonly open: number | null;
    readonly limit: number | null;
    readonly entry: number | null;
    readonly stop: number | null;
    readonly target: number | null;
    readonly liquidation: number | null;
    readonly margin: string;
    readonly profitMax: string | null;
  };
};

/** A row of `contract_steps`: one event of an order, append-only. */
export type ContractStep = {
  readonly order_id: number;
  readonly seq: number;
  readonly idx: number;
  readonly kind: StepKind;
  readonly at: number;
  readonly tick_seq: number | null;
  readonly tick_bid: number | null;
  readonly tick_ask: number | null;
  readonly tick_mid: number | null;
  readonly tick_at: number | null;
  readonly lots: string | null;
  readonly points: number | null;
  /** Posted to the position (placed, opened) or released from it (closes). */
  readonly margin: string | null;
  readonly fee: string | null;
  readonly pnl: string | null;
  readonly stop_points: number | null;
  readonly target_points: number | null;
  /** The take-profit ladder, where stops were agreed or changed. */
  readonly targets: readonly Target[] | null;
  /** The trailing stop, likewise. */
  readonly trail: Trail | null;
  /** From when they fire, where their owner changed them under a lead. */
  readonly stops_from: number | null;
  /** What fires until then, where something did before. */
  readonly stops_before: StopsBefore | null;
  /** The tick of the instrument that converted what was closed; null where nothing did. */
  readonly rate: Tick | null;
  /** Of a liquidation by the requirement before a close: when the session ends. */
  readonly closes_at: number | null;
  readonly adjusted: Adjusted | null;
};

export const STEPS_TABLE = {
  table: 'contract_steps',
  key: ['order_id', 'seq', 'idx'],
  born: 'appended',
  columns: {
    order_id: 'bigint',
    seq: 'bigint',
    idx: 'integer',
    kind: 'text',
    at: 'timestamptz',
    tick_seq: 'bigint',
    tick_bid: 'bigint',
    tick_ask: 'bigint',
    tick_mid: 'bigint',
    tick_at: 'timestamptz',
    lots: 'numeric',
    points: 'bigint',
    margin: 'numeric',
    fee: 'numeric',
    pnl: 'numeric',
    stop_points: 'bigint',
    target_points: 'bigint',
    targets: 'jsonb',
    trail: 'jsonb',
    stops_from: 'timestamptz',
    stops_before: 'jsonb',
    rate: 'jsonb',
    closes_at: 'timestamptz',
    adjusted: 'jsonb',
  },
  // Evidence for people; the core never reads it.
  live: 'false',
} as const satisfies TableSpec<ContractStep>;

type StepDetails = Partial<
  Pick<
    ContractStep,
    | 'lots'
    | 'points'
    | 'margin'
    | 'fee'
    | 'pnl'
    | 'stop_points'
    | 'target_points'
    | 'targets'
    | 'trail'
    | 'stops_from'
    | 'stops_before'
    | 'rate'
    | 'closes_at'
    | 'adjusted'
  >
>;

/** What was agreed when the order was placed or opened, at this price. */
export const agreed = (order: ContractOrder, points: number | null): StepDetails => ({
  lots: order.lots,
  points,
  margin: order.margin,
  fee: order.open_fee,
  stop_points: order.stop_points,
  target_points: order.target_points,
  targets: order.targets,
  trail: order.trail,
});

/** The row of one step of an order. */
export function stepChange(
  source: { readonly orderId: number; readonly command: Command; readonly idx: number; readonly tick: Tick | null },
  kind: StepKind,
  details: StepDetails,
): RowChange {
  const { orderId, command, idx, tick } = source;
  const step: ContractStep = {
    order_id: orderId,
    seq: command.seq,
    idx,
    kind,
    at: command.at,
    tick_seq: tick?.seq ?? null,
    tick_bid: tick?.bid ?? null,
    tick_ask: tick?.ask ?? null,
    tick_mid: tick?.mid ?? null,
    tick_at: tick?.at ?? null,
    lots: details.lots ?? null,
    points: details.points ?? null,
    margin: details.margin ?? null,
    fee: details.fee ?? null,
    pnl: details.pnl ?? null,
    stop_points: details.stop_points ?? null,
    target_points: details.target_points ?? null,
    targets: details.targets ?? null,
    trail: details.trail ?? null,
    stops_from: details.stops_from ?? null,
    stops_before: details.stops_before ?? null,
    rate: details.rate ?? null,
    closes_at: details.closes_at ?? null,
    adjusted: details.adjusted ?? null,
  };
  return changeOf(STEPS_TABLE, step);
}
