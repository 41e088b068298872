import { type LadderLevel, ladderSide } from '@glasshouse/rules/house-quotes';
import { ZERO } from '@glasshouse/rules/money';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Book, CoreState, Tick } from '../../kernel/core/types.ts';
import type { Side } from './order-book.ts';
import { houseAccounts, type SpotLadder } from './rows.ts';
import { marketKey, spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

/** What was taken from this tick's ladder; nothing if the last fill was at another tick. */
export function takenAt(state: CoreState, market: { book: Book; code: string; tick: Tick }): SpotLadder {
  const { book, code, tick } = market;
  const last = spotOf(state).ladders.get(marketKey(book, code));
  if (last?.tick_seq === tick.seq) return last;
  return { book, code, tick_seq: tick.seq, taken_asks: 0, taken_bids: 0 };
}

const NOTHING_TAKEN = { taken_asks: 0, taken_bids: 0 } as const;

/**
 * The house's quotes on one side (`sell`: its asks), best first. The caller checks that the market
 * is open and the tick fresh. `isWhole`: as of a tick at which nothing was taken yet.
 */
export function houseLevels(
  state: CoreState,
  query: { pair: SpotPair; book: Book; tick: Tick; side: Side; isWhole?: boolean },
): LadderLevel[] {
  const { pair, book, tick, side, isWhole = false } = query;
  const { terms, step, levelAmount } = pair;
  const accounts = houseAccounts({ book, base: terms.base, quote: terms.quote });
  const depth = isWhole ? NOTHING_TAKEN : takenAt(state, { book, code: terms.code, tick });
  return ladderSide(side, {
    tick,
    precision: terms.precision,
    step,
    shape: {
      levels: terms.ladder.levels,
      spacingPpm: terms.ladder.spacingPpm,
      levelAmount,
      varies: terms.quotesVary === true,
    },
    pool: {
      base: side === 'sell' ? balanceOf(state, accounts.base) : ZERO,
      quote: side === 'buy' ? balanceOf(state, accounts.quote) : ZERO,
    },
    taken: { asks: depth.taken_asks, bids: depth.taken_bids },
  });
}
