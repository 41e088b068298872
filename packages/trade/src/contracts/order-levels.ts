import { closingPrice } from '@glasshouse/rules/contracts';
import { type Price, parsePrice } from '@glasshouse/rules/money';
import type { ContractOrder } from '../orders.ts';
import { netAt } from './live-figures.ts';
import { livePosition, type OpenPosition } from './position.ts';

export interface Quotes {
  readonly bid: string | undefined;
  readonly ask: string | undefined;
}

/** What stop and target of a live order are compared with, and the result of each. */
export interface OrderLevels {
  readonly position: OpenPosition;
  /**
   * The current closing price or, for a waiting order, its limit. Undefined before the first price.
   */
  readonly referenceAt: (quotes: Quotes) => Price | undefined;
  /** The result at a price, after all costs. */
  readonly resultAt: (price: Price) => string;
}

/** Undefined for an order that has ended. */
export function readLevels(order: ContractOrder): OrderLevels | undefined {
  const position = livePosition(order);
  if (position === undefined) return undefined;
  const waits = order.state === 'waiting';
  return {
    position,
    referenceAt: (quotes) => (waits ? position.open : parsed(closingPrice(order.side, quotes))),
    resultAt: (price) => netAt(position, price),
  };
}

const parsed = (text: string | undefined): Price | undefined => (text === undefined ? undefined : parsePrice(text));
