import type { Book, CommandInput, CoreState } from '../kernel/core/types.ts';
import { coins } from '../market-data/instruments/catalogue/parts.ts';
import { seedFunds } from './seed-funds.ts';

/** Opening funds per book: each coin by value at the catalogue's price, and USDT. */
const COIN_WORTH_USDT = 20_000_000;
const USDT_UNITS = 500_000_000;
/** Keeps below the ledger's largest amount, whatever a coin costs. */
const UNITS_MAX = 10_000_000_000_000;

/**
 * Opening funds of `pool.liquidity` on one book, for assets not seeded before: the house's side of
 * spot fills and conversions. An asset seeded once is left alone, however little is left of it.
 */
export function seedLiquidity(state: CoreState, book: Book = 'demo'): CommandInput[] {
  const amounts: [string, number][] = [
    ['USDT', USDT_UNITS],
    ...coins.map(({ symbol, price }): [string, number] => [
      symbol,
      Math.min(UNITS_MAX, Math.max(1, Math.ceil(COIN_WORTH_USDT / price))),
    ]),
  ];
  return amounts.flatMap(([asset, units]) =>
    seedFunds(state, { book, asset, amount: String(units), into: 'pool.liquidity' }),
  );
}
