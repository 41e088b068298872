import { formatFixed } from '@glasshouse/rules/money';
import { partsOf } from './accounts.ts';
import { packText, plainArray, unpackText } from './sql-arrays.ts';
import type { PostedLine } from './state.ts';
import type { Batch } from './store.ts';
import type { RowChange, SqlType, TableSpec } from './types.ts';

/**
 * One statement writes a whole batch: log, accounts, postings, module rows, tick journal and the head of the shard, each
 * as one set. `1 / count(*)` over the fenced update divides by zero, and so aborts everything, when the epoch is not ours.
 * Accounts that exist are updated and new ones inserted: `on conflict` for both locked each row first, wrote a third more log, and
 * cost 78 µs an order in all where this costs 56. The square root aborts when one that should exist does not.
 */
export function flushText(tables: readonly TableSpec[], options: { withTicks: boolean }): string {
  const parts = [
    `fence as (update shards set sequence = $2, last_hash = $3, next_account_id = $4
       where id = 0 and epoch = $1 returning 1)`,
    `log as (insert into command_log (seq, command_id, user_id, type, code, at, entry, hash)
       select seq, command_id, user_id, type, code, to_timestamp(at / 1000.0), entry, decode(hash, 'hex')
       from unnest($5::bigint[], ${unpackText('$6')}, $7::bigint[], ${unpackText('$8')}, $9::integer[], $10::double precision[],
         ${unpackText('$11')}, $12::text[])
         as t (seq, command_id, user_id, type, code, at, entry, hash))`,
    `acc as (insert into accounts (id, owner, book, asset, kind, balance)
       select * from unnest($13::bigint[], $14::bigint[], $15::text[], ${unpackText('$16')}, ${unpackText('$17')}, $18::numeric[]))`,
    `held as (update accounts set balance = t.balance from unnest($32::bigint[], $33::numeric[]) as t (account_id, balance)
       where id = t.account_id returning 1)`,
    `post as (insert into postings (seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, ref, user_id, book, asset, at)
       select seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, ref, user_id, book, asset, to_timestamp(at / 1000.0)
       from unnest($19::bigint[], $20::integer[], $21::bigint[], $22::bigint[], $23::numeric[], $24::numeric[], $25::numeric[],
         ${unpackText('$26')}, ${unpackText('$27')}, $28::bigint[], $29::text[], ${unpackText('$30')}, $31::double precision[])
         as t (seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, ref, user_id, book, asset, at))`,
  ];
  let parameter = 34;
  for (const spec of tables) {
    const columns = Object.entries(spec.columns);
    const arrays = columns.map(([, type], index) => arrayOf(`$${parameter + index}`, type));
    const selected = columns.map(([column, type]) =>
      type === 'timestamptz' ? `to_timestamp(${column} / 1000.0)` : column,
    );
    const names = columns.map(([column]) => column);
    const updates = names.filter((name) => !spec.key.includes(name)).map((name) => `${name} = excluded.${name}`);
    parts.push(
      `t_${spec.table} as (insert into ${spec.table} (${names.join(', ')})
         select ${selected.join(', ')} from unnest(${arrays.join(', ')}) as t (${names.join(', ')})
         on conflict (${spec.key.join(', ')}) do update set ${updates.join(', ')})`,
    );
    parameter += columns.length;
  }
  if (options.withTicks) {
    parts.push(
      `journal as (insert into tick_journal (id, first_at, last_at, ticks)
         values ($${parameter}, $${parameter + 1}, $${parameter + 2}, $${parameter + 3}))`,
    );
  }
  return `with ${parts.join(',\n')} select 1 / count(*), sqrt((select count(*) from held) - cardinality($32::bigint[])) from fence`;
}

/** A column's values, as `columnArray` packs them. Times travel as epoch milliseconds. */
function arrayOf(parameter: string, type: SqlType): string {
  if (type === 'text') return unpackText(parameter);
  if (type === 'jsonb') return `${unpackText(parameter)}::jsonb[]`;
  return `${parameter}::${type === 'timestamptz' ? 'double precision' : type}[]`;
}

const amountText = (units: bigint): string => formatFixed(units, 8, 8);

/** The parameters of `flushText`, in its order. `ticks` is the encoded journal row, if the batch has ticks. */
export function flushValues(
  epoch: number,
  batch: Batch,
  tables: readonly TableSpec[],
  ticks: Buffer | undefined,
): unknown[] {
  const { applied } = batch;
  const accounts = batch.accounts.filter((account) => batch.newAccountsFrom <= account.id);
  const existing = batch.accounts.filter((account) => account.id < batch.newAccountsFrom);
  const parts = accounts.map((account) => partsOf(account.key));
  const lines: PostedLine[] = applied.flatMap((one) => one.lines as PostedLine[]);
  const lineParts = lines.map((line) => partsOf(line.from.key));
  const values: unknown[] = [
    epoch,
    batch.head.sequence,
    batch.head.lastHash,
    batch.head.nextAccountId,
    plainArray(applied.map((one) => one.command.seq)),
    packText(applied.map((one) => one.command.id)),
    plainArray(applied.map((one) => one.command.userId)),
    packText(applied.map((one) => one.command.type)),
    plainArray(applied.map((one) => one.answer.code)),
    plainArray(applied.map((one) => one.command.at)),
    packText(applied.map((one) => one.entry)),
    plainArray(applied.map((one) => one.hash.toString('hex'))),
    plainArray(accounts.map((account) => account.id)),
    plainArray(accounts.map((account) => account.owner)),
    plainArray(parts.map((part) => part.book)),
    packText(parts.map((part) => part.asset)),
    packText(parts.map((part) => part.kind)),
    plainArray(accounts.map((account) => amountText(account.balance))),
    plainArray(lines.map((line) => line.seq)),
    plainArray(lines.map((line) => line.idx)),
    plainArray(lines.map((line) => line.from.id)),
    plainArray(lines.map((line) => line.to.id)),
    plainArray(lines.map((line) => amountText(line.amount))),
    plainArray(lines.map((line) => amountText(line.fromBalance))),
    plainArray(lines.map((line) => amountText(line.toBalance))),
    packText(lines.map((line) => line.reason)),
    packText(lines.map((line) => line.ref)),
    plainArray(lines.map((line) => line.userId)),
    plainArray(lineParts.map((part) => part.book)),
    packText(lineParts.map((part) => part.asset)),
    plainArray(lines.map((line) => line.at)),
    plainArray(existing.map((account) => account.id)),
    plainArray(existing.map((account) => amountText(account.balance))),
  ];
  for (const spec of tables) {
    const rows = batch.rows.get(spec.table) ?? [];
    for (const [column, type] of Object.entries(spec.columns)) values.push(columnArray(rows, column, type));
  }
  if (ticks !== undefined) {
    const ats = batch.ticks.map((tick) => tick.at);
    values.push(batch.journalId, Math.min(...ats), Math.max(...ats), ticks);
  }
  return values;
}

function columnArray(rows: readonly RowChange['row'][], column: string, type: SqlType): string {
  const values = rows.map((row) => {
    const value = row[column];
    if (value === undefined) throw new Error(`row lacks column ${column}`);
    return value;
  });
  switch (type) {
    case 'text':
      return packText(values as (string | null)[]);
    case 'jsonb':
      return packText(values.map((value) => (value === null ? null : JSON.stringify(value))));
    case 'numeric':
    case 'bigint':
    case 'integer':
    case 'timestamptz':
    case 'boolean':
      return plainArray(values as (number | string | null)[]);
  }
}
