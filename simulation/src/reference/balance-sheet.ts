import type { Findings } from './findings.ts';
import type { Product } from './product.ts';
import type { StoredAccount } from './stored.ts';

/**
 * Compares every stored balance with the expected one; none is missing or extra, and each book and
 * asset sums to zero.
 */
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

/**
 * Accounts whose balance is exactly what live orders need. `clearing` is empty between commands.
 */
const NEEDED = /\/(held|margin|clearing|reserve\.\w+)$/;

/** Holds, margins and reserves equal the needs of live orders, positions and quotes. */
export function checkHoldings(
  accounts: readonly StoredAccount[],
  products: readonly Product[],
  findings: Findings,
): void {
  const needed = new Map<string, bigint>();
  for (const product of products) {
    product.needs?.((key, amount) => needed.set(key, (needed.get(key) ?? 0n) + amount));
  }
  for (const { key, balance } of accounts) {
    if (!NEEDED.test(key)) continue;
    const wanted = needed.get(key) ?? 0n;
    needed.delete(key);
    if (balance !== wanted) findings.equal(`${key} against what is live`, balance, wanted);
  }
  for (const [key, amount] of needed) findings.equal(`${key} against what is live`, 0n, amount);
}
