import type { CoreState } from '@glasshouse/server/kernel/core/types';
import { canonical, type Findings } from '../reference/findings.ts';

/**
 * Two cores that should be the same: one that kept running, and one that was recovered. Of the
 * running one only accounts that it has in memory are compared.
 */
export function compareCores(running: CoreState, recovered: CoreState, findings: Findings): void {
  const headOf = ({ sequence, lastHash, lastAt, nextAccountId }: CoreState) =>
    `${sequence} ${lastHash.toString('hex')} ${lastAt} ${nextAccountId}`;
  findings.equal('recovered: head', headOf(recovered), headOf(running));
  for (const [key, { id, balance }] of running.accounts) {
    const recoveredAccount = recovered.accounts.get(key);
    findings.equal(`recovered: ${key}`, `${recoveredAccount?.id} ${recoveredAccount?.balance}`, `${id} ${balance}`);
  }
  const scopes = new Set([...running.accounts.values()].map(({ scope }) => scope));
  for (const module of running.modules) {
    const own = running.slices.get(module.name);
    const recoveredSlice = recovered.slices.get(module.name);
    findings.equal(`recovered: users of ${module.name}`, usersOf(module, recoveredSlice), usersOf(module, own));
    for (const scope of scopes) {
      const left = module.promises?.(recoveredSlice, scope);
      const right = module.promises?.(own, scope);
      findings.equal(`recovered: promises of ${module.name}`, left, right);
    }
    const left = canonical(plain(recoveredSlice));
    const right = canonical(plain(own));
    if (left !== right) findings.add(`recovered: ${module.name}: ${firstDifference(left, right)}`);
  }
}

const usersOf = (module: CoreState['modules'][number], slice: unknown): number[] =>
  [...(module.liveUsers?.(slice) ?? [])].sort((left, right) => left - right);

/** Meant to be lost with the process: firm prices, and how often a book has changed since. */
const LOST: ReadonlySet<string> = new Set(['firm', 'firmByPair', 'releases', 'promises', 'revision']);

/** What can be seen of a slice from outside, whatever the order in which it came about. */
function plain(value: unknown): unknown {
  if (value instanceof Map) {
    const entries = [...value].map(([key, inner]) => [canonical(plain(key)), plain(inner)]);
    return entries.filter(([, inner]) => !isEmpty(inner)).sort(byKey);
  }
  if (value instanceof Set) return [...value].map((inner) => canonical(plain(inner))).sort();
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => !LOST.has(name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, plain(inner)]));
}

/** A sum of nothing, an index without entries, or one that cannot be looked into. */
const isEmpty = (value: unknown): boolean =>
  value === 0n || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const byKey = (left: unknown[], right: unknown[]): number => (String(left[0]) < String(right[0]) ? -1 : 1);

function firstDifference(found: string, expected: string): string {
  let at = 0;
  while (found[at] === expected[at]) at += 1;
  const from = Math.max(0, at - 80);
  return `found …${found.slice(from, at + 80)}…, the running core has …${expected.slice(from, at + 80)}…`;
}
