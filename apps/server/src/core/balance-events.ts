import { type Amount, formatAmount } from '@glasshouse/rules/money';
import { partsOf } from './accounts.ts';
import type { Applied } from './apply.ts';
import type { BalanceEventData, SequencedUserEvent } from './bus.ts';
import type { Account, Book, Json } from './types.ts';

/** Every balance of a user that a command changed, as one event per user and book. */
export function balanceEvents(one: Applied): SequencedUserEvent[] {
  if (one.lines.length === 0) return [];
  const last = new Map<Account, Amount>();
  for (const line of one.lines) {
    if (line.from.owner !== 0) last.set(line.from, line.fromBalance);
    if (line.to.owner !== 0) last.set(line.to, line.toBalance);
  }
  const scopes = new Map<string, { userId: number; book: Book; data: BalanceEventData[number][] }>();
  for (const [account, balance] of last) {
    const { book, asset, kind } = partsOf(account.key);
    const scope = `${account.owner}/${book}`;
    const entry = scopes.get(scope) ?? { userId: account.owner, book, data: [] };
    scopes.set(scope, entry);
    entry.data.push({ asset, kind, balance: formatAmount(balance) });
  }
  const { seq, at } = one.command;
  return [...scopes.values()].map(({ userId, book, data }) => ({
    userId,
    book,
    kind: 'balance',
    data: data as unknown as Json,
    seq,
    at,
  }));
}
