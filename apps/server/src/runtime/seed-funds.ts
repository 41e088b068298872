import { type HouseKind, houseAccount } from '../kernel/core/accounts.ts';
import type { Book, CommandInput, CoreState } from '../kernel/core/types.ts';
import { RULES } from '../ledger/handlers.ts';

interface Funding {
  readonly book: Book;
  readonly asset: string;
  readonly amount: string;
  readonly into: HouseKind;
}

/** Play money for the house of a seeded book, as a command of the log. */
export const playMoney = ({ book, ...body }: Funding): CommandInput => ({
  id: `house.playMoney:${book}:${body.into}:${body.asset}`,
  userId: 0,
  book,
  type: 'house.fund',
  body: { ...body, rules: RULES },
});

/** The same for an account that never held anything: what was seeded once is not filled up. */
export const seedFunds = (state: CoreState, funding: Funding): CommandInput[] =>
  state.accounts.has(houseAccount(funding.book, funding.asset, funding.into)) ? [] : [playMoney(funding)];
