import { formatFixed } from '@glasshouse/rules/money';
import { partsOf } from './accounts.ts';
import type { AppliedCommand } from './apply.ts';
import { isLastingId } from './command-ids.ts';
import { packText, plainArray, quotedArray, unpackText } from './sql-arrays.ts';
import type { PostedLine } from './state.ts';
import type { Batch } from './store.ts';
import type { RowChange, SqlType, TableSpec } from './types.ts';

export interface FlushStatement {
  /** Statements of one shape share one text, so that the database plans it only once. */
  readonly shape: string;
  readonly text: string;
  readonly values: unknown[];
}

type Row = RowChange['row'];
type Value = Row[string];
/** Rows of one table, by column. */
interface Rows {
  readonly count: number;
  readonly valuesOf: (column: string) => Value[];
}
type Columns = { readonly [column: string]: SqlType };
/** The part of a table's spec that writing needs. */
type WrittenTable = Pick<TableSpec, 'table' | 'key' | 'columns' | 'fixed' | 'later'>;

/**
 * One statement writes a whole batch: log, accounts, postings, module rows, tick journal and the
 * head of the shard, each as one set. `1 / count(*)` over the fenced update divides by zero, and so
 * aborts everything, when the epoch is not ours. Existing rows are updated and new ones inserted:
 * `on conflict` for both locked each row first, wrote a third more WAL, and cost 78 µs an order
 * where this costs 53. The square root aborts when a row that should exist does not.
 */
export function flushStatement(
  epoch: number,
  batch: Batch,
  { tables, ticks }: { tables: readonly TableSpec[]; ticks: Buffer | undefined },
): FlushStatement {
  const statement = new Statement();
  const { sequence, lastHash, nextAccountId } = batch.head;
  const head = [sequence, lastHash, nextAccountId, epoch].map((value) => statement.parameter(value));
  statement.part(
    'fence',
    `update shards set sequence = ${head[0]}, last_hash = ${head[1]}, next_account_id = ${head[2]}
       where id = 0 and epoch = ${head[3]} returning 1`,
  );
  statement.insert(LOG, rowsFrom(batch.applied, LOG_VALUES));
  statement.insert(IDS, rowsFrom(batch.applied, ID_VALUES));
  const { created, existing } = accountRows(batch);
  statement.insert(ACCOUNTS, rowsOf(created));
  statement.update(BALANCES, rowsOf(existing));
  statement.insert(
    POSTINGS,
    rowsFrom(
      batch.applied.flatMap(({ lines }) => lines),
      POSTING_VALUES,
    ),
  );
  for (const spec of tables) {
    const rows = batch.rows.get(spec.table) ?? [];
    switch (spec.born) {
      case undefined:
        statement.upsert(spec, rowsOf(rows));
        break;
      case 'appended':
        statement.insert(spec, rowsOf(rows));
        break;
      case 'by command': {
        const isNew = (row: Row): boolean => batch.before.sequence < (row[spec.key[0] as string] as number);
        statement.insert(spec, rowsOf(rows.filter(isNew)));
        statement.update(spec, rowsOf(rows.filter((row) => !isNew(row))));
        break;
      }
    }
  }
  if (ticks !== undefined) {
    const ats = batch.ticks.map((tick) => tick.at);
    const values = [batch.journalId, Math.min(...ats), Math.max(...ats), ticks];
    const parameters = values.map((value) => statement.parameter(value));
    statement.part(
      'journal',
      `insert into tick_journal (id, first_at, last_at, ticks) values (${parameters.join(', ')})`,
    );
  }
  return statement.finish();
}

/**
 * Names of the statement shapes that a connection has prepared. Batches come in a few dozen
 * combinations of tables; rare ones beyond the maximum get no name and are planned each time.
 */
export class PreparedShapes {
  readonly #names = new Map<string, string>();

  nameOf(shape: string): string | undefined {
    const known = this.#names.get(shape);
    if (known !== undefined || SHAPES_MAX <= this.#names.size) return known;
    const name = `flush-${this.#names.size + 1}`;
    this.#names.set(shape, name);
    return name;
  }
}
const SHAPES_MAX = 256;

const LOG: WrittenTable = {
  table: 'command_log',
  key: ['seq'],
  columns: {
    seq: 'bigint',
    command_id: 'text',
    user_id: 'bigint',
    type: 'text',
    code: 'integer',
    at: 'timestamptz',
    entry: 'text',
    hash: 'bytea',
  },
};
const IDS: WrittenTable = {
  table: 'command_ids',
  key: ['command_id'],
  columns: { command_id: 'text', seq: 'bigint', lasting: 'boolean' },
};
const ACCOUNTS: WrittenTable = {
  table: 'accounts',
  key: ['id'],
  columns: {
    id: 'bigint',
    owner: 'bigint',
    book: 'text',
    asset: 'text',
    kind: 'text',
    balance: 'numeric',
  },
};
const BALANCES: WrittenTable = {
  table: 'accounts',
  key: ['id'],
  columns: { id: 'bigint', balance: 'numeric' },
};
const POSTINGS: WrittenTable = {
  table: 'postings',
  key: ['seq', 'idx'],
  columns: {
    seq: 'bigint',
    idx: 'integer',
    from_id: 'bigint',
    to_id: 'bigint',
    amount: 'numeric',
    from_balance: 'numeric',
    to_balance: 'numeric',
    reason: 'text',
    ref: 'text',
    user_id: 'bigint',
    book: 'text',
    asset: 'text',
    at: 'timestamptz',
  },
};

const amountText = (units: bigint): string => formatFixed(units, 8, 8);

const rowsOf = (rows: readonly Row[]): Rows => ({
  count: rows.length,
  valuesOf: (column) =>
    rows.map((row) => {
      const value = row[column];
      if (value === undefined) throw new Error(`row lacks column ${column}`);
      return value;
    }),
});

/** Rows that are never materialised: values are read from their source, a column at a time. */
type Readers<Item> = Readonly<Record<string, (item: Item) => Value>>;
const rowsFrom = <Item>(items: readonly Item[], readers: Readers<Item>): Rows => ({
  count: items.length,
  valuesOf: (column) => items.map(readers[column] as (item: Item) => Value),
});

const LOG_VALUES: Readers<AppliedCommand> = {
  seq: ({ command }) => command.seq,
  command_id: ({ command }) => command.id,
  user_id: ({ command }) => command.userId,
  type: ({ command }) => command.type,
  code: ({ answer }) => answer.code,
  at: ({ command }) => command.at,
  entry: ({ entry }) => entry,
  hash: ({ hash }) => hash.toString('hex'),
};

const ID_VALUES: Readers<AppliedCommand> = {
  command_id: ({ command }) => command.id,
  seq: ({ command }) => command.seq,
  lasting: ({ command }) => isLastingId(command.id, command.userId),
};

const POSTING_VALUES: Readers<PostedLine> = {
  seq: ({ seq }) => seq,
  idx: ({ idx }) => idx,
  from_id: ({ from }) => from.id,
  to_id: ({ to }) => to.id,
  amount: ({ amount }) => amountText(amount),
  from_balance: ({ fromBalance }) => amountText(fromBalance),
  to_balance: ({ toBalance }) => amountText(toBalance),
  reason: ({ reason }) => reason,
  ref: ({ ref }) => ref,
  user_id: ({ userId }) => userId,
  book: ({ from }) => from.scope.book,
  asset: ({ from }) => from.scope.asset,
  at: ({ at }) => at,
};

function accountRows({ accounts, before }: Batch): { created: Row[]; existing: Row[] } {
  const created: Row[] = [];
  const existing: Row[] = [];
  for (const { id, owner, key, balance } of accounts) {
    if (id < before.nextAccountId) existing.push({ id, balance: amountText(balance) });
    else created.push({ ...partsOf(key), id, owner, balance: amountText(balance) });
  }
  return { created, existing };
}

/**
 * Collects the parts of a statement and numbers its parameters. Parts without rows are left out.
 */
class Statement {
  readonly #parts: string[] = [];
  readonly #values: unknown[] = [];
  readonly #checks: string[] = [];
  #shape = '';

  parameter(value: unknown): string {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  part(name: string, text: string): void {
    this.#parts.push(`${name} as (${text})`);
    this.#shape += ` ${name}`;
  }

  insert(spec: WrittenTable, rows: Rows): void {
    if (0 < rows.count) this.#write('new', spec, rows, (absent) => this.#insertText(spec, rows, absent));
  }

  upsert(spec: WrittenTable, rows: Rows): void {
    if (rows.count === 0) return;
    const { key, columns } = spec;
    const updates = Object.keys(columns).filter((name) => !key.includes(name));
    const set = updates.map((name) => `${name} = excluded.${name}`).join(', ');
    this.#write('put', spec, rows, (absent) => {
      return `${this.#insertText(spec, rows, absent)} on conflict (${key.join(', ')}) do update set ${set}`;
    });
  }

  update(spec: WrittenTable, rows: Rows): void {
    if (rows.count === 0) return;
    const { table, key, columns, fixed = [] } = spec;
    this.#write('old', spec, rows, (absent) => {
      const changing = Object.keys(columns).filter((name) => !fixed.includes(name));
      const value = (name: string): string => valueText(columns[name] as SqlType, `t.v_${name}`);
      const set = changing
        .filter((name) => !key.includes(name))
        .map((name) => `${name} = ${absent.has(name) ? 'null' : value(name)}`);
      const match = key.map((name) => `o.${name} = ${value(name)}`);
      const listed = changing.filter((name) => !absent.has(name));
      const from = this.#unnest(columns, { rows, names: listed, prefix: 'v_' });
      return `update ${table} o set ${set.join(', ')} from ${from} where ${match.join(' and ')} returning 1`;
    });
    this.#checks.push(`sqrt((select count(*) from old_${table}) - ${this.parameter(rows.count)}::integer)`);
  }

  finish(): FlushStatement {
    const selected = ['1 / count(*)', ...this.#checks].join(', ');
    return {
      shape: this.#shape,
      text: `with ${this.#parts.join(',\n')} select ${selected} from fence`,
      values: this.#values,
    };
  }

  /** A part whose text also depends on which `later` groups every row lacks. */
  #write(kind: string, { table, later = [] }: WrittenTable, rows: Rows, text: (absent: Absent) => string): void {
    const missing = later.map((group) => group.every((name) => rows.valuesOf(name).every((value) => value === null)));
    const absent = new Set(later.filter((_, index) => missing[index]).flat());
    this.part(`${kind}_${table}`, text(absent));
    for (const [index, isMissing] of missing.entries()) if (isMissing) this.#shape += `-${index}`;
  }

  #insertText({ table, columns }: WrittenTable, rows: Rows, absent: Absent): string {
    const names = Object.keys(columns).filter((name) => !absent.has(name));
    const selected = names.map((name) => valueText(columns[name] as SqlType, name));
    return `insert into ${table} (${names.join(', ')}) select ${selected.join(', ')} from ${this.#unnest(columns, { rows, names, prefix: '' })}`;
  }

  /**
   * The rows as a set, one array per column. Unnested in the select list, where all advance
   * together row by row: in `from` each array is first materialised as a table, which made an order
   * cost 45 µs instead of 38.
   */
  #unnest(columns: Columns, { rows, names, prefix }: { rows: Rows; names: string[]; prefix: string }): string {
    const lists = names.map((name) => {
      const type = columns[name] as SqlType;
      const values = rows.valuesOf(name);
      if (type === 'text' && values.includes('')) {
        // Rare, and the quick way has no form for it; the text differs, so the shape must too.
        this.#shape += `"${name}`;
        return `unnest(${this.parameter(quotedArray(values as readonly (string | null)[]))}::text[]) as ${prefix}${name}`;
      }
      const array = arrayOf(this.parameter(columnArray(values, type)), type);
      return `unnest(${array}) as ${prefix}${name}`;
    });
    return `(select ${lists.join(', ')}) as t`;
  }
}

/** Columns that are null in every row, and have no other default. */
type Absent = ReadonlySet<string>;

/** Converts an unpacked value to its column type. Times travel as epoch ms, bytes as hex. */
function valueText(type: SqlType, name: string): string {
  if (type === 'timestamptz') return `to_timestamp(${name} / 1000.0)`;
  return type === 'bytea' ? `decode(${name}, 'hex')` : name;
}

/** A column's values, as `columnArray` packs them. */
function arrayOf(parameter: string, type: SqlType): string {
  switch (type) {
    case 'text':
      return unpackText(parameter);
    case 'jsonb':
      return `${unpackText(parameter)}::jsonb[]`;
    case 'timestamptz':
      return `${parameter}::double precision[]`;
    case 'bytea':
      return `${parameter}::text[]`;
    default:
      return `${parameter}::${type}[]`;
  }
}

function columnArray(values: readonly Value[], type: SqlType): string {
  switch (type) {
    case 'text':
      return packText(values as readonly (string | null)[]);
    case 'jsonb':
      return packText(values.map((value) => (value === null ? null : JSON.stringify(value))));
    case 'numeric':
    case 'bigint':
    case 'integer':
    case 'timestamptz':
    case 'boolean':
    case 'bytea':
      return plainArray(values as readonly (number | string | null)[]);
  }
}
