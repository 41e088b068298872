import type { Position } from '@glasshouse/rules/contracts-liquidation';
import { amountOf, type Price, priceOf, priceOfPoints, rateOf } from '@glasshouse/rules/money';
import type { ContractOrder } from '../../live/user.ts';

/** An order that is open, as the rules take it. */
export interface OpenPosition extends Position {
  readonly point: Price;
}

/** Undefined for an order that is not open. */
export function readPosition(order: ContractOrder): OpenPosition | undefined {
  if (order.state !== 'open' || order.openPrice === null) return undefined;
  return {
    side: order.side,
    size: { lots: amountOf(order.openLots), lotSize: amountOf(order.lotSize), quoteRate: rateOf(order.quoteRate) },
    open: priceOf(order.openPrice),
    margin: amountOf(order.margin),
    maintenance: amountOf(order.maintenanceMargin),
    feeRate: rateOf(order.feeRate),
    point: priceOfPoints(1, order.precision),
  };
}
