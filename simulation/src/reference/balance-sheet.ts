import type { Findings } from './findings.ts';
import type { Product } from './product.ts';
import type { Entry, StoredAccount, StoredLine } from './stored.ts';

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
    findings.check(
      0n <= balance || /^house\/.*\/(external|playMoney)$/.test(key),
      () => `account ${key} is negative: ${balance}`,
    );
  }
  for (const [scope, sum] of sums) findings.equal(`sum of all accounts of ${scope}`, sum, 0n);
  findings.equal('number of accounts', accounts.length, expected.size);
}

/**
 * Accounts whose balance is exactly what live orders need. `clearing` is empty between commands.
 */
const NEEDED = /\/(held|margin|plan|collateral|clearing|reserve\.\w+|charity\.\d+)$/;

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
    const expected = needed.get(key) ?? 0n;
    needed.delete(key);
    if (balance !== expected) findings.equal(`${key} against what is live`, balance, expected);
  }
  for (const [key, amount] of needed) findings.equal(`${key} against what is live`, 0n, amount);
}

/** Commands by which money really comes or goes, and those that deal with play money. */
const TRANSFERS = /^(deposits|withdrawals)\.|^(house\.move|request\.decide|simulation\.deposit)$/;
const PLAY = /^(books\.open|books\.reset|house\.fund|plans\.endow)$/;

/**
 * `external` is only moved by real transfers and `playMoney` only by what is played with: no payout
 * is ever made from nothing.
 */
export function checkOutside(entry: Entry, lines: readonly StoredLine[], findings: Findings): void {
  for (const { from, to } of lines) {
    for (const key of [from, to]) {
      const allowed = key.endsWith('/external') ? TRANSFERS : key.endsWith('/playMoney') ? PLAY : undefined;
      const isFine = allowed === undefined || allowed.test(entry.type);
      findings.check(isFine, () => `entry ${entry.seq} (${entry.type}) moves ${key}`);
    }
  }
}
