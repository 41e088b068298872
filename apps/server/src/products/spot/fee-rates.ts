import { feeRateOf } from '@glasshouse/rules/fee-tiers';
import { formatRate } from '@glasshouse/rules/money';
import type { Book, CoreState } from '../../kernel/types.ts';
import { feeTierOf } from '../../money/fee-tiers/slice.ts';
import type { SpotPair } from './terms.ts';

/** Fee rates of an order placed now, at the user's fee tier on the book; frozen on the order. */
export function ratesFor(state: CoreState, of: { pair: SpotPair; userId: number; book: Book }) {
  const level = feeTierOf(state, of.userId, of.book);
  return {
    level,
    maker_rate: formatRate(feeRateOf(of.pair.makerRate, level)),
    taker_rate: formatRate(feeRateOf(of.pair.takerRate, level)),
  };
}
