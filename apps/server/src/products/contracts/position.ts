import { notionalOf } from '@glasshouse/rules/contracts';
import { liquidationPrice, type Position } from '@glasshouse/rules/contracts-liquidation';
import { maintenanceOf } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatAmount, PRICE_DECIMALS, type Price, power10, rateOf } from '@glasshouse/rules/money';
import { basePoints, type ContractOrder, priceAt, sizeOf } from './order.ts';
import { type ContractTerms, readTiers } from './terms.ts';

/** What is open of an order, for the arithmetic; of one that waits, as if it had been opened at its limit. */
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
 * The order with what follows from its open lots, margin and opening price: notional, requirement and liquidation price.
 * Call it whenever one of these changed.
 */
export function withRequirement(order: ContractOrder, terms: Pick<ContractTerms, 'tiers'>): ContractOrder {
  const notional = notionalOf(sizeOf(order), priceAt(order, basePoints(order)));
  const maintenance = maintenanceOf(readTiers(terms), notional);
  return withLiquidation({ ...order, notional: formatAmount(notional), maintenance: formatAmount(maintenance) });
}

/** The order with the liquidation price that follows from its margin and requirement. */
export function withLiquidation(order: ContractOrder): ContractOrder {
  const size = pointSize(order.precision);
  const price = liquidationPrice(positionOf(order), size);
  return { ...order, liquidation_points: price === undefined ? null : safePoints(price / size) };
}

/** A level beyond every price that a tick can have is none. */
const safePoints = (points: bigint): number | null =>
  points <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(points) : null;
