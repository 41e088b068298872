import { ceilDiv, floorDiv, greatest, least, mustUnits, pointsText, textOf, WHOLE_RATE } from '../figures.ts';
import type { ExpectedEvent, ExpectedRow } from '../prediction.ts';
import type { StoredTick } from '../stored.ts';
import {
  breakEven,
  type ContractSize,
  exactPnl,
  feeAt,
  feeCarry,
  liquidationPoint,
  marginLevelOf,
  notional,
  type Position,
  pnlCarry,
  wholePnl,
  wholeUnits,
} from './arithmetic.ts';
import { beforeRow, beforeView, ladderRow, type Rung, rungsView, type StopsBefore } from './rungs.ts';
import { type ContractTerms, maintenanceOf } from './terms.ts';
import { type Trail, trailRow, trailView } from './trail.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 21 * 3_600_000;
/** Number of 21:00 UTC cut-offs passed by a moment. */
export const nightOf = (at: number): number => Math.floor((at - HOUR_MS) / DAY_MS);

export type Ending =
  | 'user'
  | 'stopLoss'
  | 'trailingStop'
  | 'takeProfit'
  | 'profitLimit'
  | 'liquidation'
  | 'netting'
  | 'expired'
  | 'moved'
  | 'oco'
  | 'reset'
  | 'operator'
  | 'noRoom'
  | 'leverage';

/** A contract in the reference model. Amounts and rates in 10⁻⁸, prices in points. */
export interface Contract {
  readonly id: number;
  readonly user: number;
  readonly book: string;
  readonly code: string;
  readonly terms: ContractTerms;
  readonly side: 'buy' | 'sell';
  readonly type: 'market' | 'limit' | 'stop' | 'stopLimit';
  readonly leverage: number;
  readonly lots: bigint;
  readonly lotSize: bigint;
  readonly quoteRate: bigint;
  readonly feeRate: bigint;
  readonly financingRate: bigint;
  readonly limit: number | null;
  /** What a stop order waits for, and the entry that found it reached, but not its limit. */
  readonly entry: number | null;
  triggeredBy: number | null;
  /** The oldest of the orders that exclude each other. */
  oco: number | null;
  /** Take-profits of parts, the next one first. */
  ladder: readonly Rung[] | null;
  trail: Trail | null;
  /** From when they fire, since their owner last changed one of them; null: from the opening. */
  stopsFrom: number | null;
  /** What fires until then. */
  before: StopsBefore | null;
  /** The position that it reverses, and the order that reverses it. */
  readonly reverses: number | null;
  reversedBy: number | null;
  /** The price seen at its placing, where the next tick may fill it. */
  readonly seen: number | null;
  /** What the next tick closes. */
  closing: { readonly lots: bigint; readonly at: number } | null;
  readonly placedAt: number;
  readonly network: string | null;
  /** What it counts against the house while it waits; null where all of it counts. */
  readonly counted: bigint | null;
  state: 'waiting' | 'open' | 'closed' | 'cancelled' | 'liquidated';
  left: bigint;
  stop: number | null;
  target: number | null;
  /** Opening price; for a waiting order its limit. */
  base: number;
  held: bigint;
  initial: bigint;
  margin: bigint;
  openFee: bigint;
  closeFee: bigint;
  financing: bigint;
  realised: bigint;
  /** What it paid for the loss of another position. */
  netted: bigint;
  /**
   * Closed lots × points; exact sums of PnL and fees over all closes, and the amounts credited and
   * charged for them.
   */
  closeValue: bigint;
  pnlExact: bigint;
  pnlCredited: bigint;
  feeExact: bigint;
  feeCharged: bigint;
  night: number | null;
  /** The tick that changed it last: the next one judges what that left. */
  changedBy?: string;
  opened?: { readonly tick: StoredTick; readonly by: number; readonly at: number };
  ended?: { readonly by: Ending; readonly seq: number; readonly at: number };
  /** Most that the open lots may gain, and where they have; null without such a limit. */
  gainMax: bigint | null;
  gainPoints: number | null;
  /** As last calculated; kept after the order has ended. */
  liquidationPoints: number | null;
  raisedPoints: number | null;
}

/** What converts its P&L when it closes; null where the rate of the opening does. */
export const convertsBy = ({ terms }: Contract): ContractTerms['conversion'] =>
  terms.convertsAt === 'close' ? terms.conversion : null;

/**
 * What P&L, closing fee and margin are judged by, by the price of what converts them; undefined
 * while there is none.
 */
export function rateOf(order: Contract, tick: Pick<StoredTick, 'mid'> | null | undefined): bigint | undefined {
  const by = convertsBy(order);
  if (by === null) return order.quoteRate;
  if (tick == null) return undefined;
  const points = BigInt(tick.mid);
  const scale = 10n ** BigInt(by.precision);
  const rate = by.inverse ? floorDiv(scale * WHOLE_RATE, points) : floorDiv(points * WHOLE_RATE, scale);
  return rate === 0n ? undefined : rate;
}

export const sizeOf = (order: Contract, lots = order.left, rate = order.quoteRate): ContractSize => ({
  lots,
  lotSize: order.lotSize,
  quoteRate: rate,
  places: order.terms.precision,
});

/** Notional of the open lots at the opening price. */
export const notionalOf = (order: Contract): bigint => (order.left === 0n ? 0n : notional(sizeOf(order), order.base));
export const requirement = (order: Contract): bigint =>
  order.left === 0n ? 0n : maintenanceOf(order.terms, notionalOf(order));

/** What it needs shortly before its market closes: a share of its notional at the given one. */
const raisedRequirement = (order: Contract, value: bigint): bigint => {
  const more = order.terms.closeRequirement;
  const usual = requirement(order);
  return more === undefined ? usual : greatest(usual, ceilDiv(value * mustUnits(more.rate), WHOLE_RATE));
};

/** The same position as it is judged then; undefined where it needs no more. */
export const raisedOf = (order: Contract, rate?: bigint): Position | undefined => {
  const more = order.terms.closeRequirement;
  if (more?.basis === 'mark') return { ...positionOf(order, rate), markShare: mustUnits(more.rate) };
  const raised = raisedRequirement(order, notionalOf(order));
  return requirement(order) < raised ? { ...positionOf(order, rate), maintenance: raised } : undefined;
};

/** Where that liquidates it; null where the usual requirement does so no later. */
const raisedPoint = (raised: Position): number | null => {
  const { markShare, ...usual } = raised;
  const point = liquidationPoint(raised);
  return markShare !== undefined && point === liquidationPoint(usual) ? null : point;
};

/** The same as its owner sees it, at a price of an open position. */
function beforeCloseView(
  order: Contract,
  { mark, rate }: { readonly mark: number; readonly rate: bigint | undefined },
): Record<string, unknown> {
  const raised = raisedOf(order, rate);
  const more = order.terms.closeRequirement;
  if (raised === undefined || more === undefined) return {};
  const isOfMark = raised.markShare !== undefined;
  const point = raisedPoint(raised);
  const needed = isOfMark
    ? raisedRequirement(order, notional(sizeOf(order, order.left, rate), mark))
    : raised.maintenance;
  if (isOfMark && point === null && needed === raised.maintenance) return {};
  return {
    beforeClose: {
      minutes: more.minutes,
      maintenanceMargin: textOf(needed),
      liquidationPrice: point === null ? null : pointsText(point, order.terms.precision),
      ...(isOfMark ? { basis: 'mark', rate: textOf(mustUnits(more.rate)) } : {}),
    },
  };
}

export const positionOf = (order: Contract, rate?: bigint): Position => ({
  size: sizeOf(order, order.left, rate),
  side: order.side,
  open: order.base,
  margin: order.margin,
  maintenance: requirement(order),
  feeRate: order.feeRate,
});

/** To be called whenever lots, margin or opening price change. */
export const updateLiquidationPrice = (order: Contract): void => {
  order.liquidationPoints = liquidationPoint(positionOf(order));
  const raised = raisedOf(order);
  order.raisedPoints = raised === undefined ? null : raisedPoint(raised);
};

/**
 * Where the position has gained all that it may: the nearest point whose exact PnL reaches it, by
 * binary search. To be called when it is placed and when it opens.
 */
export function updateGainPoint(order: Contract): void {
  if (order.gainMax !== null) order.gainPoints = gainPoint(order);
}

/** The same at a rate. */
export function gainPoint(order: Contract, rate?: bigint): number | null {
  const { gainMax, side, base } = order;
  if (gainMax === null) return null;
  const size = sizeOf(order, order.left, rate);
  const reaches = (points: number): boolean =>
    wholeUnits(size, gainMax) <= exactPnl(size, side, { from: base, to: points });
  const [near, far] = side === 'buy' ? [base, Number.MAX_SAFE_INTEGER] : [base, 1];
  if (!reaches(far)) return null;
  let [short, enough] = [near, far];
  if (reaches(near)) enough = near;
  while (1 < Math.abs(enough - short)) {
    const middle = Math.floor(short / 2 + enough / 2);
    const between = middle === short || middle === enough ? Math.min(short, enough) + 1 : middle;
    if (reaches(between)) enough = between;
    else short = between;
  }
  return enough;
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** The order as sent to its owner, at the prices of a tick, and of what converts it. */
export function viewOf(
  order: Contract,
  tick: Pick<StoredTick, 'mid'> | null,
  by: StoredTick | null,
): Record<string, unknown> {
  const converts = convertsBy(order);
  const rate = rateOf(order, by?.code === converts?.code ? by : null);
  const isConverted = converts !== null && order.ended === undefined && rate !== undefined;
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
    closingLots: order.closing === null ? null : textOf(order.closing.lots),
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
    ...(order.netted === 0n ? {} : { netted: textOf(order.netted) }),
    liquidationPrice: price(isConverted ? liquidationPoint(positionOf(order, rate)) : order.liquidationPoints),
    stopLoss: price(order.stop),
    takeProfit: price(order.target),
    profitMax: order.gainMax === null ? null : textOf(order.gainMax),
    profitLimit: price(isConverted ? gainPoint(order, rate) : order.gainPoints),
    closedBy: order.ended?.by ?? null,
    placedAt: iso(order.placedAt),
    openedAt: iso(order.opened?.at),
    closedAt: iso(order.ended?.at),
    ...(order.entry === null ? {} : { stopPrice: price(order.entry), triggered: order.triggeredBy !== null }),
    ...(order.oco === null ? {} : { ocoGroup: order.oco }),
    ...(order.ladder === null ? {} : { targets: rungsView(order.ladder, places) }),
    ...trailView(order),
    ...(order.stopsFrom === null ? {} : { stopsFrom: iso(order.stopsFrom) }),
    ...(order.before === null ? {} : { stopsBefore: beforeView(order.before, places) }),
    ...(order.reverses === null ? {} : { reverses: order.reverses }),
    ...(order.reversedBy === null ? {} : { reversedBy: order.reversedBy }),
    ...(converts === null ? {} : { convertsBy: converts, rateNow: isConverted ? textOf(rate) : null }),
    ...(order.ended === undefined ? beforeCloseView(order, { mark: markOf(order, tick, rate), rate }) : {}),
    ...liveFigures(order, tick, rate),
  };
}

/** As a command answers with it: what was charged for closed and open lots is not logged. */
export function answerOf(
  order: Contract,
  tick: Pick<StoredTick, 'mid'> | null,
  by: StoredTick | null,
): Record<string, unknown> {
  const { closeFeePaid, openCosts, netted, rateNow, ...logged } = viewOf(order, tick, by);
  return logged;
}

/** The price that it is valued at: from where it opens while there is no other. */
const markOf = (order: Contract, tick: Pick<StoredTick, 'mid'> | null, rate: bigint | undefined): number =>
  order.state === 'open' && tick !== null && rate !== undefined ? tick.mid : order.base;

function liveFigures(
  order: Contract,
  tick: Pick<StoredTick, 'mid'> | null,
  rate: bigint | undefined,
): Record<string, unknown> {
  if (order.ended !== undefined) {
    const closeFee = textOf(order.closeFee);
    return { unrealised: null, marginLevel: null, breakEven: null, closeFee, closeFeePaid: closeFee, openCosts: '0' };
  }
  const position = positionOf(order, rate);
  const marked = order.state === 'open' && tick !== null && rate !== undefined;
  const mark = markOf(order, tick, rate);
  // The nights of what is still open, as if it alone had ever been held.
  const nights = order.opened === undefined ? 0 : (order.night as number) - nightOf(order.opened.at);
  const financed = least(BigInt(nights) * feeAt(sizeOf(order), order.base, order.financingRate), order.financing);
  const paid = ceilDiv(order.openFee * order.left, order.lots) + financed;
  const level = marginLevelOf(position, mark);
  const even = breakEven(position, paid);
  const pnl = wholePnl(position.size, exactPnl(position.size, order.side, { from: order.base, to: mark }));
  return {
    unrealised: marked ? textOf(pnl) : null,
    marginLevel: marked && level !== undefined ? textOf(level) : null,
    breakEven: even <= 0 ? null : pointsText(even, order.terms.precision),
    closeFee: textOf(order.closeFee + feeAt(position.size, mark, order.feeRate)),
    closeFeePaid: textOf(order.closeFee),
    openCosts: textOf(paid),
  };
}

const beforeCloseRow = ({ terms }: Contract): { minutes: number; rate: string; basis?: 'mark' } | null => {
  const more = terms.closeRequirement;
  if (more === undefined) return null;
  const basis = more.basis === undefined ? {} : { basis: more.basis };
  return { minutes: more.minutes, rate: textOf(mustUnits(more.rate)), ...basis };
};

/** The expected stored row. */
export function rowOf(order: Contract): ExpectedRow {
  const tick = order.opened?.tick;
  const whole = sizeOf(order);
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
      network: order.network,
      fee_rate: textOf(order.feeRate),
      financing_rate: textOf(order.financingRate),
      quote_rate: textOf(order.quoteRate),
      state: order.state,
      limit_points: order.limit,
      entry_points: order.entry,
      triggered_by: order.triggeredBy,
      oco_group: order.oco,
      targets: ladderRow(order),
      trail: trailRow(order),
      trail_from: order.trail?.from ?? null,
      peak: order.trail?.recorded ?? null,
      seen_seq: order.trail?.seen ?? null,
      reverses: order.reverses,
      reversed_by: order.reversedBy,
      stop_points: order.stop,
      target_points: order.target,
      stops_from: order.stopsFrom,
      stops_before: beforeRow(order),
      notional: textOf(notionalOf(order)),
      reference_points: order.seen,
      closing_lots: order.closing === null ? null : textOf(order.closing.lots),
      closing_at: order.closing?.at ?? null,
      counted: order.counted === null ? null : textOf(order.counted),
      held: textOf(order.held),
      initial_margin: textOf(order.initial),
      margin: textOf(order.margin),
      maintenance: textOf(requirement(order)),
      liquidation_points: order.liquidationPoints,
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
      profit_max: order.gainMax === null ? null : textOf(order.gainMax),
      profit_points: order.gainPoints,
      converts_by: convertsBy(order),
      before_close: beforeCloseRow(order),
      raised_points: order.raisedPoints,
    },
  };
}

export const eventOf = (
  order: Contract,
  tick: Pick<StoredTick, 'mid'> | null,
  by: StoredTick | null,
): ExpectedEvent => ({
  userId: order.user,
  book: order.book,
  kind: 'contracts.order',
  data: viewOf(order, tick, by),
});
