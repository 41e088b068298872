import { ofHouse, ofUser } from './accounts.ts';
import type { StoredAccount } from './evidence.ts';
import type { Findings } from './findings.ts';
import type { Order } from './order.ts';

/** Every stored balance against the expected one, none missing or invented; each book and asset sums to zero. */
export function checkAccounts(
  accounts: readonly StoredAccount[],
  expected: ReadonlyMap<string, bigint>,
  findings: Findings,
): void {
  const sums = new Map<string, bigint>();
  for (const { key, balance } of accounts) {
    const scope = key.split('/').slice(1, 3).join('/');
    sums.set(scope, (sums.get(scope) ?? 0n) + balance);
    if (balance !== expected.get(key)) findings.equal(`account ${key}`, balance, expected.get(key) ?? null);
    findings.check(0n <= balance || key.endsWith('/external'), () => `account ${key} is negative: ${balance}`);
  }
  for (const [scope, sum] of sums) findings.equal(`sum of all accounts of ${scope}`, sum, 0n);
  findings.equal('number of accounts', accounts.length, expected.size);
}

/** What is held for users is what their live orders need, and what is reserved is what live orders may win. */
export function checkHoldings(accounts: readonly StoredAccount[], live: Iterable<Order>, findings: Findings): void {
  const needed = new Map<string, bigint>();
  const need = (key: string, amount: bigint): void => {
    needed.set(key, (needed.get(key) ?? 0n) + amount);
  };
  for (const order of live) {
    need(ofUser(order.user, order.book, order.asset, 'held'), order.stake + order.fee);
    need(ofHouse(order.book, order.asset, 'reserve.options'), order.profit);
  }
  for (const { key, balance } of accounts) {
    if (!key.endsWith('/held') && !key.endsWith('/reserve.options')) continue;
    const wanted = needed.get(key) ?? 0n;
    needed.delete(key);
    if (balance !== wanted) findings.equal(`${key} against the live orders`, balance, wanted);
  }
  for (const [key, amount] of needed) findings.equal(`${key} against the live orders`, 0n, amount);
}
