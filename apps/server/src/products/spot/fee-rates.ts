import { feeRateOf } from '@glasshouse/rules/fee-tiers';
import { formatRate } from '@glasshouse/rules/money';
import type { Book, CoreState } from '../../kernel/core/types.ts';
import { feeDiscountOf } from '../../money/fee-tiers/discount.ts';
import type { SpotPair } from './terms.ts';

/** Fee rates of an order placed now, at the user's fee tier on the book; frozen on the order. */
export function ratesFor(state: CoreState, trader: { pair: SpotPair; userId: number; book: Book }) {
  const { level, discount } = feeDiscountOf(state, trader);
  return {
    level,
    maker_rate: formatRate(feeRateOf(trader.pair.makerRate, discount)),
    taker_rate: formatRate(feeRateOf(trader.pair.takerRate, discount)),
  };
}
