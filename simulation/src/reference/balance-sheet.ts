import type { StoredAccount } from './evidence.ts';
import type { Findings } from './findings.ts';
import type { Product } from './product.ts';

/**
 * Every stored balance against the expected one, none missing or invented; each book and asset sums
 * to zero.
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
 * Accounts whose balance is what live things need, to the unit. `clearing` is empty between two
 * commands.
 */
const NEEDED = /\/(held|margin|clearing|reserve\.\w+)$/;

/** What is held for users and reserved is what their live orders, positions and quotes need. */
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
