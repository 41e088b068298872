import { type Amount, formatAmount } from '@glasshouse/rules/money';
import type { AppliedCommand } from './apply.ts';
import type { BalanceEventData, SequencedUserEvent } from './bus.ts';
import type { Book, ResidentAccount } from './types.ts';

/** Balances of one user on one book. */
interface Changed {
  readonly userId: number;
  readonly book: Book;
  readonly accounts: ResidentAccount[];
  /** Last balance of each account. */
  readonly balances: Amount[];
}

/**
 * Every user balance a command changed, as one event per user and book. They are few: linear search
 * will do.
 */
export function balanceEvents(appliedCommand: AppliedCommand): SequencedUserEvent[] {
  const changes: Changed[] = [];
  for (const { from, fromBalance, to, toBalance } of appliedCommand.lines) {
    if (from.owner !== 0) note(changes, from, fromBalance);
    if (to.owner !== 0) note(changes, to, toBalance);
  }
  const { seq, at } = appliedCommand.command;
  return changes.map(({ userId, book, accounts, balances }) => {
    const data: BalanceEventData = accounts.map(({ scope, kind }, index) => ({
      asset: scope.asset,
      kind,
      balance: formatAmount(balances[index] as Amount),
    }));
    return { userId, book, kind: 'balance', data, seq, at };
  });
}

function note(changes: Changed[], account: ResidentAccount, balance: Amount): void {
  const { owner, scope } = account;
  let change = changes.find(({ userId, book }) => userId === owner && book === scope.book);
  if (change === undefined) {
    change = { userId: owner, book: scope.book, accounts: [], balances: [] };
    changes.push(change);
  }
  const known = change.accounts.indexOf(account);
  const place = known === -1 ? change.accounts.push(account) - 1 : known;
  change.balances[place] = balance;
}
