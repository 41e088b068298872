import { type Rate, rateOf } from '@glasshouse/rules/money';
import type { Book, CoreState } from '../../kernel/core/types.ts';
import { feeTierOf } from './slice.ts';
import { feeTiersInForce } from './table.ts';

/** The user's tier on the book, and what it takes off trading fees now. */
export function feeDiscountOf(
  state: CoreState,
  owner: { readonly userId: number; readonly book: Book },
): { readonly level: number; readonly discount: Rate } {
  const level = feeTierOf(state, owner.userId, owner.book);
  const line = feeTiersInForce(state)[level];
  if (line === undefined) throw new RangeError(`there is no fee tier ${level}`);
  return { level, discount: rateOf(line.feeDiscount) };
}
