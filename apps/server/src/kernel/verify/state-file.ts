import { Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import type { PoolClient } from '../../platform/postgres.ts';
import { keyOf, ownerOf } from '../core/accounts.ts';
import { selectList } from '../core/postgres-store.ts';
import { createState, putAccount, reduceRow } from '../core/state.ts';
import type { Account, AccountKey, Book, CoreModule, CoreState, RowChange } from '../core/types.ts';
import { linesIn } from '../log/lines.ts';
import { LiveRows } from './live-rows.ts';
import { accountLeaf, rowLeaf, STATE_FORMAT, type StateHead, StateRoot } from './state-root.ts';

const PAGE = 5_000;

/** One line of a state as it is kept: its head, then accounts, then rows as a start loads them. */
type Line =
  | readonly ['head', { readonly format: number; readonly sequence: number; readonly hash: string } & Times]
  | readonly ['a', number, string, string]
  | readonly ['r', string, RowChange['row']];
type Times = { readonly lastAt: number; readonly nextAccountId: number };

/** A state that cannot be read, or is not what its signature says. */
export class WrongStateError extends Error {
  override readonly name = 'WrongStateError';
}

/** A state on its way into storage: read it to the end, then ask for its root. */
export interface StateStream {
  readonly head: StateHead;
  readonly lines: AsyncIterable<string>;
  readonly root: StateRoot;
}

/** What a state consists of: accounts by number and live rows by table, both in pages. */
export interface StateParts {
  readonly head: StateHead;
  readonly accounts: AsyncIterable<readonly Pick<Account, 'id' | 'key' | 'balance'>[]>;
  readonly rows: AsyncIterable<readonly RowChange[]>;
}

/** A state as it is kept, whatever it is read from. */
export function stateStream({ head, accounts, rows }: StateParts): StateStream {
  const root = new StateRoot();
  async function* lines(): AsyncGenerator<string> {
    yield headLine(head);
    for await (const page of accounts) {
      let text = '';
      for (const account of page) {
        root.account(accountLeaf(account));
        text += accountLine(account);
      }
      yield text;
    }
    for await (const page of rows) {
      let text = '';
      for (const { table, row } of page) {
        root.row(rowLeaf(table, row));
        text += rowLine(table, row);
      }
      yield text;
    }
  }
  return { head, root, lines: lines() };
}

/**
 * The state as the database has it, read within the transaction of `client`, a page at a time: the
 * core goes on meanwhile.
 */
export async function readStoredState(client: PoolClient, modules: readonly CoreModule[]): Promise<StateStream> {
  const { rows } = await client.query<{ sequence: number; last_hash: Buffer; next_account_id: number; at: number }>(
    `select sequence, last_hash, next_account_id,
            coalesce((select (extract(epoch from at) * 1000)::bigint from command_log where seq = sequence), 0)::bigint as at
       from shards where id = 0`,
  );
  const shard = rows[0];
  if (shard === undefined) throw new Error('the database has no shard');
  const head = {
    sequence: shard.sequence,
    hash: shard.last_hash,
    lastAt: shard.at,
    nextAccountId: shard.next_account_id,
  };
  return stateStream({ head, accounts: storedAccounts(client), rows: storedRows(client, modules) });
}

async function* storedAccounts(client: PoolClient): AsyncGenerator<readonly Pick<Account, 'id' | 'key' | 'balance'>[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<{
      id: number;
      owner: number;
      book: Book;
      asset: string;
      kind: string;
      balance: string;
    }>(`select id, owner, book, asset, kind, balance::text from accounts where id > $1 order by id limit ${PAGE}`, [
      after,
    ]);
    yield rows.map((row) => ({ id: row.id, key: keyOf(row), balance: amountOf(row.balance) }));
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

async function* storedRows(client: PoolClient, modules: readonly CoreModule[]): AsyncGenerator<readonly RowChange[]> {
  for (const spec of modules.flatMap((module) => module.tables)) {
    if (spec.live === 'false') continue;
    const cursor = `state_${spec.table}`;
    await client.query(
      `declare ${cursor} no scroll cursor for select ${selectList(spec)} from ${spec.table}
        where (${spec.live}) order by ${spec.key.join(', ')}`,
    );
    for (;;) {
      const { rows } = await client.query<RowChange['row']>(`fetch ${PAGE} from ${cursor}`);
      yield rows.map((row) => ({ table: spec.table, row }));
      if (rows.length < PAGE) break;
    }
    await client.query(`close ${cursor}`);
  }
}

const lineText = (line: Line): string => `${JSON.stringify(line)}\n`;
const headLine = ({ sequence, hash, lastAt, nextAccountId }: StateHead): string =>
  lineText(['head', { format: STATE_FORMAT, sequence, hash: hash.toString('hex'), lastAt, nextAccountId }]);
const accountLine = ({ id, key, balance }: Pick<Account, 'id' | 'key' | 'balance'>): string =>
  lineText(['a', id, key, formatAmount(balance)]);
const rowLine = (table: string, row: RowChange['row']): string => lineText(['r', table, row]);

/** Compressed as it comes. A source that fails reaches its reader, not the thread as a whole. */
export function packed(lines: AsyncIterable<string>): AsyncIterable<Buffer> {
  const source = Readable.from(lines, { objectMode: true });
  const bytes = source.pipe(createZstdCompress());
  source.on('error', (error) => bytes.destroy(error));
  return bytes;
}

type Unpack = (parts: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

const unpacked: Unpack = (parts) => {
  const source = Readable.from(parts);
  const plain = source.pipe(createZstdDecompress());
  source.on('error', (error) => plain.destroy(error));
  return plain;
};

/** What a reader of a kept state may want besides. */
export interface LoadOptions {
  /** Sees each row. */
  readonly onRow?: (change: RowChange) => void;
  /** Instead of threads that decompress beside the reader. */
  readonly unpack?: Unpack;
}

export interface LoadedState {
  readonly state: CoreState;
  readonly live: LiveRows;
  readonly root: Buffer;
  readonly accounts: number;
  readonly rows: number;
}

/**
 * Puts a kept state into memory, and computes its root; which it should be, the caller knows.
 */
export async function loadKeptState(
  parts: AsyncIterable<Buffer>,
  modules: readonly CoreModule[],
  { onRow, unpack = unpacked }: LoadOptions = {},
): Promise<LoadedState> {
  const state = createState(modules);
  const live = new LiveRows(modules);
  const root = new StateRoot();
  let head: StateHead | undefined;
  try {
    for await (const text of linesIn(unpack(parts))) {
      const line = JSON.parse(text) as Line;
      if (head === undefined) {
        if (line[0] !== 'head' || line[1].format !== STATE_FORMAT) throw new WrongStateError('the state has no head');
        head = { ...line[1], hash: Buffer.from(line[1].hash, 'hex') };
      } else if (line[0] === 'a') {
        const [, id, key, balance] = line;
        const account = { id, key: key as AccountKey, owner: ownerOf(key as AccountKey), balance: amountOf(balance) };
        root.account(accountLeaf(account));
        putAccount(state, account);
      } else if (line[0] === 'r') {
        const [, table, row] = line;
        const leaf = rowLeaf(table, row);
        root.row(leaf);
        const change = { table, row: withColumns(state.owners.get(table), table, row) };
        live.put(change, change.row === row ? leaf : rowLeaf(table, change.row));
        reduceRow(state, change);
        onRow?.(change);
      }
    }
  } catch (error) {
    throw error instanceof WrongStateError
      ? error
      : new WrongStateError(`the state cannot be read: ${(error as Error).message}`);
  }
  if (head === undefined) throw new WrongStateError('the state is empty');
  state.sequence = head.sequence;
  state.lastHash = head.hash;
  state.lastAt = head.lastAt;
  state.nextAccountId = head.nextAccountId;
  return { state, live, root: root.finish(head), accounts: root.accounts, rows: root.rows };
}

/**
 * A row as a start would load it. One that was kept before a column was added lacks it, where the
 * database has null since the migration: modules compare with null. The row itself when it lacks
 * nothing.
 */
function withColumns(owner: CoreModule | undefined, table: string, row: RowChange['row']): RowChange['row'] {
  const spec = owner?.tables.find((candidate) => candidate.table === table);
  const added = Object.keys(spec?.columns ?? {}).filter((column) => row[column] === undefined);
  return added.length === 0 ? row : { ...row, ...Object.fromEntries(added.map((column) => [column, null])) };
}

/** The root of a state that a replay has made. */
export function rootOfReplayed(state: CoreState, live: LiveRows): StateRoot {
  const root = new StateRoot();
  for (const account of state.accounts.values()) root.account(accountLeaf(account));
  for (const leaf of live.leaves()) root.row(leaf);
  return root;
}
