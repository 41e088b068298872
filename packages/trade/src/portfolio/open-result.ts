import type { Quote } from '@glasshouse/client/live/market-snapshot';
import { closingPrice } from '@glasshouse/rules/contracts';
import type { PricedTick } from '@glasshouse/rules/derivations';
import { closeNowDerivations } from '@glasshouse/rules/derivations/contracts';
import { totalDerivation } from '@glasshouse/rules/derivations/holdings';
import { optionIfDerivation } from '@glasshouse/rules/derivations/orders';
import { type Derived, ofTick } from '@glasshouse/rules/derivations/terms';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { addsNow, netNow } from '../contracts/live-figures.ts';
import { readPosition } from '../contracts/position.ts';
import { atRateNow } from '../contracts/rate-now.ts';
import { netOfOutcome } from '../options/result.ts';
import { outcomeAt } from '../options/standing.ts';
import type { ContractOrder, OptionsOrder } from '../orders.ts';
import { derivedInCents, inCents } from './cents.ts';

export interface OpenOrders {
  readonly contracts: readonly ContractOrder[];
  readonly options: readonly OptionsOrder[];
}

type QuoteOf = (code: string) => Pick<Quote, 'price' | 'bid' | 'ask'>;

/** The net result of one contract if it closed now; undefined without a price. */
export function contractNow(order: ContractOrder, quoteOf: QuoteOf): string | undefined {
  const position = readPosition(atRateNow(order, quoteOf));
  return position && netNow(position, quoteOf(order.code));
}

/** The net result of one option if it ended now; undefined before its entry and without a price. */
export function optionNow(order: OptionsOrder, quoteOf: QuoteOf): string | undefined {
  const { price } = quoteOf(order.code);
  if (order.entry === null || price === undefined) return undefined;
  return netOfOutcome(order, outcomeAt(order.direction, price, order.entry.price));
}

/**
 * What everything open would come to if it ended now, after all costs: the sum of the orders as
 * they are shown, each in cents. Options that have no entry yet are left out; undefined while a
 * price is missing, since a partial sum would be wrong.
 */
export function openResult({ contracts, options }: OpenOrders, quoteOf: QuoteOf): string | undefined {
  let sum: Amount = ZERO;
  for (const order of contracts) {
    if (order.state !== 'open') continue;
    const net = contractNow(order, quoteOf);
    if (net === undefined) return undefined;
    sum = add(sum, inCents(amountOf(net)));
  }
  for (const order of options) {
    if (order.entry === null) continue;
    const net = optionNow(order, quoteOf);
    if (net === undefined) return undefined;
    sum = add(sum, inCents(amountOf(net)));
  }
  return formatAmount(sum);
}

/**
 * What would be added to the balances if everything open ended now: contracts closed, options
 * decided at the price of now. Undefined without a price.
 */
export function openAdds({ contracts, options }: OpenOrders, quoteOf: QuoteOf): string | undefined {
  let sum: Amount = ZERO;
  for (const order of contracts) {
    const position = readPosition(atRateNow(order, quoteOf));
    const adds = position && addsNow(position, quoteOf(order.code));
    if (position !== undefined && adds === undefined) return undefined;
    sum = add(sum, amountOf(adds ?? '0'));
  }
  for (const order of options) {
    const adds = order.entry === null ? '0' : optionNow(order, quoteOf);
    if (adds === undefined) return undefined;
    sum = add(sum, amountOf(adds));
  }
  return formatAmount(sum);
}

/** The same with its reason, by market; undefined without any. */
export function openAddsDerivation(
  { contracts, options }: OpenOrders,
  quoteOf: QuoteOf,
  tickOf: (code: string) => PricedTick | undefined,
): Derived | undefined {
  const closed = closedNow(contracts, { quoteOf, tickOf, figure: 'adds' });
  const ended = endedNow(options, { quoteOf, tickOf });
  if (closed === undefined || ended === undefined) return undefined;
  const parts = [...closed, ...ended];
  return parts.length === 0 ? undefined : totalDerivation(parts);
}

interface Part {
  readonly label: string;
  readonly derived: Derived;
}

interface Market {
  readonly quoteOf: QuoteOf;
  readonly tickOf: (code: string) => PricedTick | undefined;
}

/** Each open contract by its market, as if it closed now; undefined while a price is missing. */
function closedNow(
  contracts: OpenOrders['contracts'],
  market: Market & { readonly figure: 'net' | 'adds' },
): Part[] | undefined {
  const parts: Part[] = [];
  for (const order of contracts) {
    const { openPrice } = order;
    if (order.state !== 'open' || openPrice === null) continue;
    const price = closingPrice(order.side, market.quoteOf(order.code));
    if (price === undefined) return undefined;
    const closed = closeNowDerivations({ ...atRateNow(order, market.quoteOf), openPrice }, price);
    parts.push({ label: order.name, derived: ofTick(closed[market.figure], market.tickOf(order.code)) });
  }
  return parts;
}

/** Each running option by its market, as if it ended now; undefined while a price is missing. */
function endedNow(options: OpenOrders['options'], market: Market): Part[] | undefined {
  const parts: Part[] = [];
  for (const order of options) {
    if (order.entry === null) continue;
    const { price } = market.quoteOf(order.code);
    if (price === undefined) return undefined;
    const outcome = outcomeAt(order.direction, price, order.entry.price);
    const derived = ofTick(optionIfDerivation(order, outcome), market.tickOf(order.code));
    parts.push({ label: order.name, derived });
  }
  return parts;
}

/** What all would come to with its reason: each order by its market, with what it would come to. */
export function openResultDerivation(
  { contracts, options }: OpenOrders,
  quoteOf: QuoteOf,
  tickOf: (code: string) => PricedTick | undefined,
): Derived | undefined {
  const closed = closedNow(contracts, { quoteOf, tickOf, figure: 'net' });
  const ended = endedNow(options, { quoteOf, tickOf });
  if (closed === undefined || ended === undefined) return undefined;
  return totalDerivation(
    [...closed, ...ended].map(({ label, derived }) => ({ label, derived: derivedInCents(derived) })),
  );
}
