import type { Position } from '@glasshouse/rules/contracts-liquidation';
import { type Amount, amountOf, type Price, priceOf, priceOfPoints, rateOf } from '@glasshouse/rules/money';
import { chargedFor } from '@glasshouse/rules/results';
import type { ContractOrder } from '../orders.ts';

/** An open order, as the rules take it. */
export interface OpenPosition extends Position {
  readonly point: Price;
  /** P&L of lots that were closed, before fees. */
  readonly realised: Amount;
  /** Opening, closing and overnight fees so far. Of a waiting order: what opening will cost. */
  readonly charged: Amount;
  /** Of them, opening and overnight fees of the lots still open. */
  readonly openCosts: Amount;
  readonly profitMax: Amount | undefined;
}

/** Undefined for an order that is not open. */
export const readPosition = (order: ContractOrder): OpenPosition | undefined =>
  order.state === 'open' ? livePosition(order) : undefined;

/**
 * The open position of an order; a waiting one counts as opened at its limit. Undefined for one
 * that has ended.
 */
export function livePosition(order: ContractOrder): OpenPosition | undefined {
  const open = order.state === 'open' ? order.openPrice : order.state === 'waiting' ? order.limitPrice : null;
  if (open === null) return undefined;
  return {
    side: order.side,
    size: { lots: amountOf(order.openLots), lotSize: amountOf(order.lotSize), quoteRate: rateOf(order.quoteRate) },
    open: priceOf(open),
    margin: amountOf(order.margin),
    maintenance: amountOf(order.maintenanceMargin),
    feeRate: rateOf(order.feeRate),
    realised: amountOf(order.realised),
    charged: chargedFor(order),
    openCosts: amountOf(order.openCosts),
    profitMax: order.profitMax === null ? undefined : amountOf(order.profitMax),
    point: priceOfPoints(1, order.precision),
  };
}
