import {
  type Amount,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  formatPrice,
  type Price,
  priceOf,
} from '@glasshouse/rules/money';
import type { DepthLevel } from '../../../../live/depth.ts';

export type BookSide = 'bids' | 'asks';

/**
 * One line of the order book, ready to render: text and whole numbers, so that an unchanged line
 * compares equal.
 */
export interface DepthRow {
  readonly price: string;
  readonly quantity: string;
  /** Cumulative, from the best price to this one. */
  readonly total: string;
  /** The length of its bar, in percent of the largest visible total. */
  readonly share: number;
  /** The user has an order at this price. */
  readonly own: boolean;
}

interface Group {
  readonly price: Price;
  readonly quantity: Amount;
}

/** Each step is ten times the previous; beyond these a side would be a single line. */
const STEPS_MAX = 5;
/** A step is at most the price divided by this. */
const STEP_OF_PRICE = 500n;

/**
 * The price steps for grouping: the tick size times powers of ten, as far as sensible at this
 * price.
 */
export function groupingSteps(tickSize: string, near: string | undefined): readonly string[] {
  const tick = priceOf(tickSize);
  const most = near === undefined ? tick : priceOf(near) / STEP_OF_PRICE;
  const steps = [tick];
  for (let step = tick * 10n; step <= most && steps.length < STEPS_MAX; step *= 10n) steps.push(step as Price);
  return steps.map((step) => formatPrice(step));
}

/** The group of a price, rounded so that it never looks better than its levels. */
export const groupOf = (price: Price, side: BookSide, step: Price): Price =>
  ((side === 'bids' ? divFloor(price, step) : divCeil(price, step)) * step) as Price;

function grouped(levels: readonly DepthLevel[], side: BookSide, step: Price): readonly Group[] {
  const groups = new Map<Price, Amount>();
  for (const [price, quantity] of levels) {
    const group = groupOf(priceOf(price), side, step);
    groups.set(group, ((groups.get(group) ?? 0n) + amountOf(quantity)) as Amount);
  }
  return [...groups].map(([price, quantity]) => ({ price, quantity }));
}

export interface DepthOptions {
  readonly step: string;
  readonly precision: number;
  /** Lines per side. */
  readonly count: number;
  /** Prices of the user's own open orders, by side. */
  readonly own: Readonly<Record<BookSide, readonly string[]>>;
}

/** Both sides, best first, with running totals and bars on one scale. */
export function depthRows(
  book: Readonly<Record<BookSide, readonly DepthLevel[]>>,
  { step: stepText, precision, count, own }: DepthOptions,
): Readonly<Record<BookSide, readonly DepthRow[]>> {
  const step = priceOf(stepText);
  const sides = { bids: grouped(book.bids, 'bids', step), asks: grouped(book.asks, 'asks', step) };
  const sumOf = (groups: readonly Group[]) => groups.slice(0, count).reduce((sum, { quantity }) => sum + quantity, 0n);
  const bidTotal = sumOf(sides.bids);
  const askTotal = sumOf(sides.asks);
  const deepest = [bidTotal, askTotal].reduce((most, total) => (most < total ? total : most), 0n);
  const rowsOf = (side: BookSide): readonly DepthRow[] => {
    const mine = new Set(own[side].map((price) => groupOf(priceOf(price), side, step)));
    let total = 0n;
    return sides[side].slice(0, count).map(({ price, quantity }) => {
      total += quantity;
      return {
        price: formatPrice(price, precision),
        quantity: formatAmount(quantity),
        total: formatAmount(total as Amount),
        share: Number(divCeil(total * 100n, deepest === 0n ? 1n : deepest)),
        own: mine.has(price),
      };
    });
  };
  return { bids: rowsOf('bids'), asks: rowsOf('asks') };
}

/** Between best bid and best ask: in money, and as a fraction of the mid, rounded up. */
export function spreadOf(book: Readonly<Record<BookSide, readonly DepthLevel[]>>) {
  const bid = book.bids[0]?.[0];
  const ask = book.asks[0]?.[0];
  if (bid === undefined || ask === undefined) return undefined;
  const low = priceOf(bid);
  const high = priceOf(ask);
  if (low + high === 0n) return undefined;
  return {
    spread: formatPrice((high - low) as Price),
    rate: formatAmount(divCeil(2n * (high - low) * 10n ** 8n, high + low) as Amount),
  };
}
