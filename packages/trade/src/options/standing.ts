import { priceOf } from '@glasshouse/rules/money';
import type { Outcome } from '@glasshouse/rules/options';

/** How an option would end at this price. Prices are decimal text. */
export function outcomeAt(direction: 'up' | 'down', price: string, entry: string): Outcome {
  const last = priceOf(price);
  const first = priceOf(entry);
  if (last === first) return 'draw';
  return first < last === (direction === 'up') ? 'win' : 'lose';
}
