import { breakEvenPrice, liquidationPrice } from '@glasshouse/rules/contracts-liquidation';
import { quoteRateAt } from '@glasshouse/rules/contracts-rate';
import { formatPrice, formatRate, PRICE_DECIMALS, type Price, parsePrice, power10 } from '@glasshouse/rules/money';
import type { ContractOrder } from '../orders.ts';
import { livePosition } from './position.ts';

type QuoteOf = (code: string) => { readonly price: string | undefined };

/** USDT per unit of the quote asset by a mid; undefined without one. */
function rateBy(by: NonNullable<ContractOrder['convertsBy']>, mid: string | undefined): string | undefined {
  const price = mid === undefined ? undefined : parsePrice(mid);
  if (price === undefined) return undefined;
  const rate = quoteRateAt(by, Number(price / power10(PRICE_DECIMALS - by.precision)));
  return rate === undefined ? undefined : formatRate(rate);
}

/**
 * An order as it is judged now: one that is converted at its close takes the rate of now for all
 * that is still open, and its liquidation price and break-even move with it.
 */
export function atRateOf(order: ContractOrder, mid: string | undefined): ContractOrder {
  const { convertsBy: by } = order;
  if (by === undefined || order.state !== 'open') return order;
  const quoteRate = rateBy(by, mid) ?? order.rateNow ?? undefined;
  if (quoteRate === undefined) return order;
  const rated = { ...order, quoteRate };
  const position = livePosition(rated);
  if (position === undefined) return rated;
  const text = (price: Price | undefined): string | null =>
    price === undefined || price <= 0n ? null : formatPrice(price);
  return {
    ...rated,
    liquidationPrice: text(liquidationPrice(position, position.point)),
    breakEven: text(breakEvenPrice({ ...position, paid: position.openCosts }, position.point)),
  };
}

/** The same by the quotes of now. */
export const atRateNow = (order: ContractOrder, quoteOf: QuoteOf): ContractOrder =>
  order.convertsBy === undefined ? order : atRateOf(order, quoteOf(order.convertsBy.code).price);
