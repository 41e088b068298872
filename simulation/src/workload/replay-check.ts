import { parseEntry } from '@glasshouse/server/kernel/core/log-entry';
import type { CoreModule, RowChange } from '@glasshouse/server/kernel/core/types';
import { Replay, rowDigest } from '@glasshouse/server/kernel/verify/replay';
import type { Findings } from '../reference/findings.ts';
import type { StoredEntry, StoredRow } from '../reference/stored.ts';

/**
 * Replays the log from empty: answers, accounts with their ids, rows and the last hash must equal
 * the store's.
 */
export function checkReplay(
  modules: readonly CoreModule[],
  stored: {
    readonly entries: Iterable<StoredEntry>;
    readonly accounts: readonly { readonly id: number; readonly key: string; readonly balance: bigint }[];
    readonly rows: Iterable<StoredRow>;
    readonly lastHash: string;
  },
  findings: Findings,
): void {
  const replay = new Replay(modules);
  for (const { text } of stored.entries) {
    const { difference } = replay.apply(parseEntry(text));
    if (difference !== undefined) findings.add(`replay: ${difference}`);
  }
  findings.equal('replay: last hash', replay.state.lastHash.toString('hex'), stored.lastHash);
  const accounts = [...replay.state.accounts.values()].map(({ id, key, balance }) => `${id} ${key} ${balance}`).sort();
  const expected = stored.accounts.map(({ id, key, balance }) => `${id} ${key} ${balance}`).sort();
  findings.equal('replay: number of accounts', accounts.length, expected.length);
  for (const [index, account] of accounts.entries()) findings.equal('replay: account', account, expected[index]);
  let rows = 0;
  for (const change of stored.rows as Iterable<RowChange>) {
    rows += 1;
    const id = replay.rowId(change);
    findings.equal(`replay: row ${id.replaceAll('\u0000', ' ')}`, replay.rows.get(id), rowDigest(change.row));
  }
  findings.equal('replay: number of rows', replay.rows.size, rows);
}
