import type { StoredTick } from '../evidence.ts';
import { ceilDiv, floorDiv, pointsText, textOf } from '../figures.ts';
import type { ExpectedEvent, ExpectedRow } from '../prediction.ts';
import {
  type Bulk,
  breakEven,
  dueFrom,
  exactPnl,
  feeAt,
  feeCarry,
  levelOf,
  notional,
  pnlCarry,
  type Stake,
  wholePnl,
} from './sums.ts';
import { type ContractTerms, maintenanceOf } from './terms.ts';

export type Ending = 'user' | 'stopLoss' | 'takeProfit' | 'liquidation' | 'reset' | 'operator';

/** A contract as the auditor keeps it. Amounts and rates in 10⁻⁸, prices in points. */
export interface Contract {
  readonly id: number;
  readonly user: number;
  readonly book: string;
  readonly code: string;
  readonly terms: ContractTerms;
  readonly side: 'buy' | 'sell';
  readonly type: 'market' | 'limit';
  readonly leverage: number;
  readonly lots: bigint;
  readonly lotSize: bigint;
  readonly quoteRate: bigint;
  readonly feeRate: bigint;
  readonly financingRate: bigint;
  readonly limit: number | null;
  readonly placedAt: number;
  state: 'waiting' | 'open' | 'closed' | 'cancelled' | 'liquidated';
  left: bigint;
  stop: number | null;
  target: number | null;
  /** Where it was opened, or would be. */
  base: number;
  held: bigint;
  initial: bigint;
  margin: bigint;
  openFee: bigint;
  closeFee: bigint;
  financing: bigint;
  realised: bigint;
  /**
   * Closed lots × points, and the exact sums of PnL and fees of all closes with what was credited
   * and charged for them.
   */
  closeValue: bigint;
  pnlExact: bigint;
  pnlCredited: bigint;
  feeExact: bigint;
  feeCharged: bigint;
  night: number | null;
  opened?: { readonly tick: StoredTick; readonly by: number; readonly at: number };
  ended?: { readonly by: Ending; readonly seq: number; readonly at: number };
  /** As they were when the order was last reckoned; kept on an order that has ended. */
  dueAt: number | null;
}

export const bulk = (order: Contract, lots = order.left): Bulk => ({
  lots,
  lotSize: order.lotSize,
  quoteRate: order.quoteRate,
  places: order.terms.precision,
});

/** Asked of the opening notional of what is still there. */
export const notionalOf = (order: Contract): bigint => (order.left === 0n ? 0n : notional(bulk(order), order.base));
export const requirement = (order: Contract): bigint =>
  order.left === 0n ? 0n : maintenanceOf(order.terms, notionalOf(order));

export const stakeOf = (order: Contract): Stake => ({
  bulk: bulk(order),
  side: order.side,
  open: order.base,
  margin: order.margin,
  maintenance: requirement(order),
  feeRate: order.feeRate,
});

/** Finds the liquidation price anew; whenever lots, margin or opening price have changed. */
export const reckon = (order: Contract): void => {
  order.dueAt = dueFrom(stakeOf(order));
};

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** The order as its owner is shown it with the prices of a tick. */
export function shownAs(order: Contract, tick: Pick<StoredTick, 'mid'> | null): Record<string, unknown> {
  const places = order.terms.precision;
  const price = (points: number | null): string | null => (points === null ? null : pointsText(points, places));
  const closedLots = order.lots - order.left;
  const mean =
    order.closeValue === 0n || order.ended?.by === 'reset' ? null : Number(floorDiv(order.closeValue, closedLots));
  return {
    id: order.id,
    book: order.book,
    code: order.code,
    precision: places,
    side: order.side,
    type: order.type,
    state: order.state,
    lots: textOf(order.lots),
    openLots: textOf(order.left),
    lotSize: textOf(order.lotSize),
    leverage: order.leverage,
    limitPrice: price(order.limit),
    openPrice: order.opened === undefined ? null : price(order.base),
    closePrice: price(mean),
    mark: tick === null ? null : price(tick.mid),
    margin: textOf(order.ended === undefined ? order.margin : order.initial),
    maintenanceMargin: textOf(requirement(order)),
    openFee: order.state === 'cancelled' ? '0' : textOf(order.openFee),
    financing: textOf(-order.financing),
    feeRate: textOf(order.feeRate),
    financingRate: textOf(order.financingRate),
    quoteRate: textOf(order.quoteRate),
    termsVersion: order.terms.version,
    realised: textOf(order.realised),
    liquidationPrice: price(order.dueAt),
    stopLoss: price(order.stop),
    takeProfit: price(order.target),
    closedBy: order.ended?.by ?? null,
    placedAt: iso(order.placedAt),
    openedAt: iso(order.opened?.at),
    closedAt: iso(order.ended?.at),
    ...liveFigures(order, tick),
  };
}

function liveFigures(order: Contract, tick: Pick<StoredTick, 'mid'> | null): Record<string, unknown> {
  if (order.ended !== undefined) {
    return { unrealised: null, marginLevel: null, breakEven: null, closeFee: textOf(order.closeFee) };
  }
  const stake = stakeOf(order);
  const marked = order.state === 'open' && tick !== null;
  const mark = marked ? tick.mid : order.base;
  const paid = ceilDiv(order.openFee * order.left, order.lots) + order.financing;
  const level = levelOf(stake, mark);
  const even = breakEven(stake, paid);
  const pnl = wholePnl(stake.bulk, exactPnl(stake.bulk, order.side, { from: order.base, to: mark }));
  return {
    unrealised: marked ? textOf(pnl) : null,
    marginLevel: marked && level !== undefined ? textOf(level) : null,
    breakEven: even <= 0 ? null : pointsText(even, order.terms.precision),
    closeFee: textOf(order.closeFee + feeAt(stake.bulk, mark, order.feeRate)),
  };
}

/** The order as its row in the store must say it. */
export function rowOf(order: Contract): ExpectedRow {
  const tick = order.opened?.tick;
  const whole = bulk(order);
  return {
    table: 'contract_orders',
    row: {
      id: order.id,
      user_id: order.user,
      book: order.book,
      code: order.code,
      asset: order.terms.asset,
      side: order.side,
      type: order.type,
      leverage: order.leverage,
      lots: textOf(order.lots),
      open_lots: textOf(order.left),
      lot_size: textOf(order.lotSize),
      precision: order.terms.precision,
      terms_version: order.terms.version,
      fee_rate: textOf(order.feeRate),
      financing_rate: textOf(order.financingRate),
      quote_rate: textOf(order.quoteRate),
      state: order.state,
      limit_points: order.limit,
      stop_points: order.stop,
      target_points: order.target,
      notional: textOf(notionalOf(order)),
      held: textOf(order.held),
      initial_margin: textOf(order.initial),
      margin: textOf(order.margin),
      maintenance: textOf(requirement(order)),
      liquidation_points: order.dueAt,
      open_fee: textOf(order.openFee),
      close_fee: textOf(order.closeFee),
      financing: textOf(order.financing),
      realised: textOf(order.realised),
      close_value: String(order.closeValue),
      pnl_carry: String(pnlCarry(whole, order.pnlExact, order.pnlCredited)),
      fee_carry: String(feeCarry(whole, order.feeExact, order.feeCharged)),
      financed_night: order.night,
      placed_at: order.placedAt,
      open_points: tick === undefined ? null : order.base,
      open_seq: tick?.seq ?? null,
      open_bid: tick?.bid ?? null,
      open_ask: tick?.ask ?? null,
      open_mid: tick?.mid ?? null,
      open_tick_at: tick?.at ?? null,
      opened_by: order.opened?.by ?? null,
      opened_at: order.opened?.at ?? null,
      closed_by: order.ended?.by ?? null,
      settled_by: order.ended?.seq ?? null,
      settled_at: order.ended?.at ?? null,
    },
  };
}

export const eventOf = (order: Contract, tick: Pick<StoredTick, 'mid'> | null): ExpectedEvent => ({
  userId: order.user,
  book: order.book,
  kind: 'contracts.order',
  data: shownAs(order, tick),
});
