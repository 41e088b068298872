import { notionalOf } from '@glasshouse/rules/contracts';
import { liquidationPrice, type Position } from '@glasshouse/rules/contracts-liquidation';
import { maintenanceOf } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatAmount, PRICE_DECIMALS, type Price, power10, rateOf } from '@glasshouse/rules/money';
import { basePoints, type ContractOrder, priceAt, sizeOf } from './order.ts';
import { type ContractTerms, readTiers } from './terms.ts';

/** The open part of an order for the arithmetic; a waiting one counts as if opened at its limit. */
export const positionOf = (order: ContractOrder): Position => ({
  side: order.side,
  size: sizeOf(order),
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
export function withLiquidation(order: ContractOrder): ContractOrder {
  const size = pointSize(order.precision);
  const price = liquidationPrice(positionOf(order), size);
  return { ...order, liquidation_points: price === undefined ? null : safePoints(price / size) };
}

/** None beyond every price that a tick can have. */
const safePoints = (points: bigint): number | null =>
  points <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(points) : null;
