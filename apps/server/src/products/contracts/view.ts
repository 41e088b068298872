import type { ResultOf } from '@glasshouse/api/calls';
import { contractFeeOf, financingOf, pnlOf } from '@glasshouse/rules/contracts';
import { breakEvenPrice, marginLevelOf } from '@glasshouse/rules/contracts-liquidation';
import { quoteRateAt } from '@glasshouse/rules/contracts-rate';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  formatPoints,
  formatRate,
  lesser,
  type Price,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { isoTime, isoTimeOrNull } from '../../kernel/core/iso-time.ts';
import type { Tick } from '../../kernel/core/types.ts';
import { financingDayOf } from './financing-schedule.ts';
import {
  liquidationPointsAt,
  neededBeforeClose,
  pointSize,
  positionOf,
  profitPointsAt,
  raisedPointsAt,
} from './position.ts';
import { raisedBy } from './raised.ts';
import {
  basePoints,
  type ContractOrder,
  integerOf,
  priceAt,
  rateNow,
  type StopsBefore,
  sizeOf,
  type Target,
  type Trail,
} from './rows.ts';

/** Prices at which an order is shown; null where there are none yet. */
export type ShownPrices = Pick<Tick, 'mid'> | null;

/** An order as the API shows it, but for the instrument's name, which the core does not know. */
export type ContractOrderWire = Omit<ResultOf<'listPositions'>['items'][number], 'name'>;

interface Around {
  /** What it paid for another one, which its row does not say, but its ledger lines do. */
  readonly netted?: Amount | undefined;
  /** The price that converts it, where that is the one of the close. */
  readonly rate?: ShownRate | undefined;
}

export type ShownRate = Pick<Tick, 'code' | 'mid'>;

/** What depends on the price is valued at the given one. */
export function orderWire(
  order: ContractOrder,
  prices: ShownPrices,
  { netted = ZERO, rate: rateTick }: Around = {},
): ContractOrderWire {
  const { precision } = order;
  const price = (points: number | null): string | null => (points === null ? null : formatPoints(points, precision));
  const isFinal = order.settled_by !== null;
  const rate = rateNow(order, rateTick);
  const live = isFinal ? ENDED : liveWire(order, prices, rate);
  const levels = levelsAt(order, isFinal ? undefined : rate);
  return {
    id: order.id,
    book: order.book,
    code: order.code,
    precision,
    side: order.side,
    type: order.type,
    state: order.state,
    lots: order.lots,
    openLots: order.open_lots,
    closingLots: order.closing_lots,
    lotSize: order.lot_size,
    leverage: order.leverage,
    limitPrice: price(order.limit_points),
    openPrice: price(order.open_points),
    closePrice: price(meanClosePoints(order)),
    mark: prices === null || prices.mid === 0 ? null : formatPoints(prices.mid, precision),
    // Once ended: what it was opened with, or would have been.
    margin: isFinal ? order.initial_margin : order.margin,
    maintenanceMargin: order.maintenance,
    openFee: order.state === 'cancelled' ? '0' : order.open_fee,
    financing: formatAmount(-amountOf(order.financing) as Amount),
    feeRate: order.fee_rate,
    financingRate: order.financing_rate,
    quoteRate: order.quote_rate,
    termsVersion: order.terms_version,
    realised: order.realised,
    liquidationPrice: price(levels.liquidation),
    stopLoss: price(order.stop_points),
    takeProfit: price(order.target_points),
    profitMax: order.profit_max,
    profitLimit: price(levels.profit),
    closedBy: order.closed_by,
    placedAt: isoTime(order.placed_at),
    openedAt: isoTimeOrNull(order.opened_at),
    closedAt: isoTimeOrNull(order.settled_at),
    unrealised: live.unrealised,
    marginLevel: live.marginLevel,
    breakEven: live.breakEven,
    ...extrasOf(order, prices, rate),
    closeFee: isFinal ? order.close_fee : live.closeFee,
    closeFeePaid: order.close_fee,
    openCosts: isFinal ? '0' : formatAmount(paidFor(order)),
    ...(netted === ZERO ? {} : { netted: formatAmount(netted) }),
    ...(order.converts_by === null ? {} : { rateNow: isFinal || rate === undefined ? null : formatRate(rate) }),
  };
}

/** Liquidation price and limit of profit: as its row says, or at the rate of now. */
const levelsAt = (order: ContractOrder, rate: Rate | undefined) =>
  order.converts_by === null || rate === undefined
    ? { liquidation: order.liquidation_points, profit: order.profit_points }
    : { liquidation: liquidationPointsAt(order, rate), profit: profitPointsAt(order, rate) };

type Extras =
  | 'convertsBy'
  | 'beforeClose'
  | 'stopPrice'
  | 'triggered'
  | 'ocoGroup'
  | 'targets'
  | 'trailing'
  | 'stopsFrom'
  | 'stopsBefore'
  | 'reverses'
  | 'reversedBy';

/** What only some orders have, left out by all others: answers of before never had it. */
function extrasOf(order: ContractOrder, prices: ShownPrices, rate: Rate | undefined): Pick<ContractOrderWire, Extras> {
  const { entry_points, triggered_by, oco_group, targets, trail, reverses, reversed_by, precision } = order;
  const { stops_from, stops_before } = order;
  return {
    ...(order.converts_by === null ? {} : { convertsBy: order.converts_by }),
    ...beforeCloseOf(order, prices, rate),
    ...(entry_points === null
      ? {}
      : { stopPrice: formatPoints(entry_points, precision), triggered: triggered_by !== null }),
    ...(oco_group === null ? {} : { ocoGroup: oco_group }),
    ...(targets === null ? {} : { targets: targetsWire(targets, precision) }),
    ...(trail === null
      ? {}
      : { trailing: { ...trailWire(trail, precision), from: order.trail_from?.seq ?? null, peak: peakWire(order) } }),
    ...(stops_from === null ? {} : { stopsFrom: isoTime(stops_from) }),
    ...(stops_before === null ? {} : { stopsBefore: stopsBeforeWire(stops_before, precision) }),
    ...(reverses === null ? {} : { reverses }),
    ...(reversed_by === null ? {} : { reversedBy: reversed_by }),
  };
}

/** What it needs shortly before its market closes, where that is more than usual. */
function beforeCloseOf(
  order: ContractOrder,
  prices: ShownPrices,
  rate: Rate | undefined,
): Pick<ContractOrderWire, 'beforeClose'> {
  const more = order.settled_by === null ? raisedBy(order) : undefined;
  if (more === undefined || order.before_close === null) return {};
  const { minutes, rate: share, basis } = order.before_close;
  const points = order.converts_by === null ? order.raised_points : raisedPointsAt(order, rate);
  const needed = neededBeforeClose(order, markOf(order, midOf(order, prices, rate)), rate);
  if (basis === 'mark' && points === null && needed === more.maintenance) return {};
  return {
    beforeClose: {
      minutes,
      maintenanceMargin: formatAmount(needed),
      liquidationPrice: points === null ? null : formatPoints(points, order.precision),
      ...(basis === undefined ? {} : { basis, rate: share }),
    },
  };
}

/** The points that an open position is valued at; undefined without a price or its rate. */
function midOf(order: ContractOrder, prices: ShownPrices, rate: Rate | undefined): number | undefined {
  const isValued = order.state === 'open' && rate !== undefined && prices !== null && prices.mid !== 0;
  return isValued ? prices.mid : undefined;
}

/** The price that an open position is valued at, or from where it opens while there is none. */
const markOf = (order: ContractOrder, mid: number | undefined): Price => priceAt(order, mid ?? basePoints(order));

/** The tick that converted what a step closed, and the rate that it gives. */
export const rateWire = (tick: Tick, { converts_by: by }: Pick<ContractOrder, 'converts_by'>) => {
  if (by === null) throw new Error('nothing converts the order');
  const text = (points: number): string => formatPoints(points, by.precision);
  const { seq, bid, ask, mid, at } = tick;
  return {
    code: by.code,
    quoteRate: formatRate(quoteRateAt(by, mid) ?? rateOf('0')),
    tick: { seq, price: text(mid), bid: text(bid), ask: text(ask), at: isoTime(at) },
  };
};

export const trailWire = ({ points, rate, activation }: Trail, precision: number) => ({
  distance: points === null ? null : formatPoints(points, precision),
  rate,
  activation: activation === null ? null : formatPoints(activation, precision),
});

/** The best tick of a trailing stop that fired: until then rows are behind by some minutes. */
const peakWire = ({ peak, precision, closed_by }: ContractOrder) =>
  peak === null || closed_by !== 'trailingStop' ? null : tickWire(peak, precision);

function tickWire({ seq, mid, bid, ask, at }: Tick, precision: number) {
  const text = (points: number): string => formatPoints(points, precision);
  return { seq, price: text(mid), bid: text(bid), ask: text(ask), at: isoTime(at) };
}

/** What fires until a change of stops counts. */
export function stopsBeforeWire({ stop, target, targets, trails, peak }: StopsBefore, precision: number) {
  const price = (points: number | null): string | null => (points === null ? null : formatPoints(points, precision));
  return {
    stopLoss: price(stop),
    takeProfit: price(target),
    ...(targets === null ? {} : { targets: targetsWire(targets, precision) }),
    trails,
    ...(peak === null ? {} : { peak: tickWire(peak, precision) }),
  };
}

export const targetsWire = (targets: readonly Target[], precision: number): { price: string; lots: string }[] =>
  targets.map(({ points, lots }) => ({ price: formatPoints(points, precision), lots }));

/** The order as a command answers with it. Answers are logged: nothing is added to them later. */
export function answerWire(
  order: ContractOrder,
  prices: ShownPrices,
  rate?: ShownRate,
): Omit<ContractOrderWire, 'closeFeePaid' | 'openCosts' | 'netted' | 'rateNow'> {
  const { closeFeePaid, openCosts, netted, rateNow: _, ...logged } = orderWire(order, prices, { rate });
  return logged;
}

type LiveWire = Pick<ContractOrderWire, 'unrealised' | 'marginLevel' | 'breakEven' | 'closeFee'>;
const ENDED: LiveWire = { unrealised: null, marginLevel: null, breakEven: null, closeFee: '0' };

/** Unrealised PnL, margin level, break-even, and the fee of closing what is open. */
function liveWire(order: ContractOrder, prices: ShownPrices, rate: Rate | undefined): LiveWire {
  const position = positionOf(order, rate);
  const { side, size, open, feeRate } = position;
  const breakEven = breakEvenPrice({ side, size, open, feeRate, paid: paidFor(order) }, pointSize(order.precision));
  // A seller who has paid as much as the position is worth breaks even at no price.
  const shown = breakEven <= 0n ? null : formatPoints(Number(breakEven / pointSize(order.precision)), order.precision);
  const mid = midOf(order, prices, rate);
  const mark = markOf(order, mid);
  const closeFee = formatAmount(add(amountOf(order.close_fee), contractFeeOf(size, mark, feeRate)));
  if (mid === undefined) return { unrealised: null, marginLevel: null, breakEven: shown, closeFee };
  const level = marginLevelOf(position, mark);
  return {
    unrealised: formatAmount(pnlOf({ side, size, open, close: mark })),
    marginLevel: level === undefined ? null : formatRate(level),
    breakEven: shown,
    closeFee,
  };
}

/** Opening fee and financing of the open part: what closing must earn back. */
function paidFor(order: ContractOrder): Amount {
  const share = divCeil(amountOf(order.open_fee) * amountOf(order.open_lots), amountOf(order.lots));
  return add(share as Amount, financingOfOpenPart(order));
}

/**
 * Every night costs the same per lot, so the open part has paid its own rate for each night since
 * the opening; what was charged for lots closed since then is theirs. Never more than was charged:
 * a night takes no more than the margin.
 */
function financingOfOpenPart(order: ContractOrder): Amount {
  if (order.opened_at === null || order.financed_night === null) return ZERO;
  const nights = order.financed_night - financingDayOf(order.opened_at);
  const each = financingOf(sizeOf(order), priceAt(order, basePoints(order)), rateOf(order.financing_rate));
  return lesser((each * BigInt(nights)) as Amount, amountOf(order.financing));
}

/** Mean closing price, rounded down to a point; null where nothing was closed at a price. */
function meanClosePoints(order: ContractOrder): number | null {
  const value = integerOf(order.close_value);
  // A reset ends the rest without a price.
  if (value === 0n || order.closed_by === 'reset') return null;
  return Number(divFloor(value, subtract(amountOf(order.lots), amountOf(order.open_lots))));
}
