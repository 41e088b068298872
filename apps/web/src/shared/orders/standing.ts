import type { Outcome } from '@glasshouse/rules/options';
import { compareDecimals } from '@glasshouse/ui';

/** How an option would end at this price. */
export function outcomeAt(direction: 'up' | 'down', price: string, entry: string): Outcome {
  const moved = Math.sign(compareDecimals(price, entry)) * (direction === 'up' ? 1 : -1);
  return moved === 0 ? 'draw' : 0 < moved ? 'win' : 'lose';
}
