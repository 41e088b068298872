import { notionalOf } from '@glasshouse/rules/contracts';
import { liquidationPrice, type Position } from '@glasshouse/rules/contracts-liquidation';
import { profitLimitPrice } from '@glasshouse/rules/contracts-profit';
import { maintenanceOf, raisedRequirement } from '@glasshouse/rules/contracts-tiers';
import {
  type Amount,
  amountOf,
  formatAmount,
  PRICE_DECIMALS,
  type Price,
  power10,
  type Rate,
  rateOf,
} from '@glasshouse/rules/money';
import { raisedBy } from './raised.ts';
import { basePoints, type ContractOrder, priceAt, sizeOf } from './rows.ts';
import { type ContractTerms, readTiers } from './terms.ts';

/**
 * The open part of an order for the arithmetic, at the rate of its opening unless another one is
 * given; a waiting one counts as if opened at its limit.
 */
export const positionOf = (order: ContractOrder, rate?: Rate): Position => ({
  side: order.side,
  size: sizeOf(order, rate),
  open: priceAt(order, basePoints(order)),
  margin: amountOf(order.margin),
  maintenance: amountOf(order.maintenance),
  feeRate: rateOf(order.fee_rate),
});

export const pointSize = (precision: number): Price => power10(PRICE_DECIMALS - precision) as Price;

/**
 * The order with notional, requirement and liquidation price derived anew; for when lots, margin or
 * price change.
 */
export function withRequirement(order: ContractOrder, terms: Pick<ContractTerms, 'tiers'>): ContractOrder {
  const notional = notionalOf(sizeOf(order), priceAt(order, basePoints(order)));
  const maintenance = maintenanceOf(readTiers(terms), notional);
  return withLiquidation({ ...order, notional: formatAmount(notional), maintenance: formatAmount(maintenance) });
}

/** The order with its liquidation price derived anew from margin and requirement. */
export const withLiquidation = (order: ContractOrder): ContractOrder => ({
  ...order,
  liquidation_points: liquidationPointsAt(order),
  raised_points: raisedPointsAt(order),
});

/** The position as it is judged shortly before a close; undefined where that changes nothing. */
export function raisedPosition(order: ContractOrder, rate?: Rate): Position | undefined {
  const more = raisedBy(order);
  return more === undefined ? undefined : { ...positionOf(order, rate), ...more };
}

/** What it needs shortly before a close at a mark, rounded up against its owner. */
export function neededBeforeClose(order: ContractOrder, mark: Price, rate?: Rate): Amount {
  const { maintenance, markShare } = raisedBy(order) ?? { maintenance: amountOf(order.maintenance) };
  if (markShare === undefined) return maintenance;
  return raisedRequirement({ maintenance, notional: notionalOf(sizeOf(order, rate), mark), rate: markShare });
}

/** Where it is liquidated shortly before a close; null where the usual requirement is met first. */
export function raisedPointsAt(order: ContractOrder, rate?: Rate): number | null {
  const points = raisedLevelAt(order, rate);
  const isNoNearer = order.before_close?.basis === 'mark' && points === liquidationPointsAt(order, rate);
  return isNoNearer ? null : points;
}

/** The same by whichever of the two requirements is met first. */
export function raisedLevelAt(order: ContractOrder, rate?: Rate): number | null {
  const position = raisedPosition(order, rate);
  return position === undefined ? null : levelOf(position, order);
}

/** Where it is liquidated, at the rate of its opening unless another one is given. */
export const liquidationPointsAt = (order: ContractOrder, rate?: Rate): number | null =>
  levelOf(positionOf(order, rate), order);

function levelOf(position: Position, { precision }: ContractOrder): number | null {
  const size = pointSize(precision);
  const price = liquidationPrice(position, size);
  return price === undefined ? null : safePoints(price / size);
}

/** The order with the price at which it has gained all that it may, from where it is open. */
export const withProfitLimit = (order: ContractOrder): ContractOrder =>
  order.profit_max === null ? order : { ...order, profit_points: profitPointsAt(order) };

/** Where it has gained all that it may; null where no price is that far. */
export function profitPointsAt(order: ContractOrder, rate?: Rate): number | null {
  if (order.profit_max === null) return null;
  const { side, size, open } = positionOf(order, rate);
  const pointsOf = pointSize(order.precision);
  const price = profitLimitPrice({ side, size, open, max: amountOf(order.profit_max) }, pointsOf);
  return price === undefined ? null : safePoints(price / pointsOf);
}

/** None beyond every price that a tick can have. */
const safePoints = (points: bigint): number | null =>
  points <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(points) : null;
