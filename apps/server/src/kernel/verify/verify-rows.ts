import type { PoolClient } from '../../platform/postgres.ts';
import { selectList } from '../core/postgres-store.ts';
import type { CoreModule, RowChange, TableSpec } from '../core/types.ts';
import { LiveRows, rowKeyOf } from './live-rows.ts';
import { type Leaf, rowLeaf } from './state-root.ts';

type Row = RowChange['row'];
type Find = (sentence: string) => void;

const PAGE = 5_000;

interface Table {
  readonly spec: TableSpec;
  /** The last state of what the entries of this page changed. */
  changed: Map<string, { readonly row: Row; readonly leaf: Leaf }>;
  /** What the database has differently now: later entries change it again, or it is wrong. */
  readonly pending: Map<string, 'different' | 'missing'>;
  /** Keys of rows that may be made by any command; the others are counted. */
  readonly keys: Set<string> | undefined;
  made: number;
}

/**
 * Compares the rows that a replay makes with those of the database, page by page. Only rows whose
 * last state was not reached yet are remembered: as many as were live at that time.
 */
export class RowCheck {
  readonly live: LiveRows;
  readonly #client: PoolClient;
  readonly #tables = new Map<string, Table>();
  readonly #find: Find;
  /** Entries up to here were not replayed. */
  readonly #start: number;

  constructor(
    client: PoolClient,
    deps: { modules: readonly CoreModule[]; start: number; live: LiveRows | undefined; find: Find },
  ) {
    this.#client = client;
    this.#find = deps.find;
    this.#start = deps.start;
    this.live = deps.live ?? new LiveRows(deps.modules);
    for (const spec of deps.modules.flatMap((module) => module.tables)) {
      const keys = spec.born === undefined ? new Set<string>() : undefined;
      this.#tables.set(spec.table, { spec, changed: new Map(), pending: new Map(), keys, made: 0 });
    }
  }

  put(changes: readonly RowChange[], seq: number): void {
    for (const change of changes) {
      const table = this.#tables.get(change.table);
      if (table === undefined) throw new Error(`no module owns table ${change.table}`);
      const key = rowKeyOf(table.spec, change.row);
      const leaf = rowLeaf(change.table, change.row);
      table.changed.set(key, { row: change.row, leaf });
      this.live.put(change, leaf);
      if (table.keys !== undefined) table.keys.add(key);
      else if (table.spec.born === 'appended' || change.row[table.spec.key[0] as string] === seq) table.made += 1;
    }
  }

  /** After a page of entries. */
  async compare(): Promise<void> {
    this.live.prune();
    for (const table of this.#tables.values()) {
      if (table.changed.size === 0) continue;
      const changed = [...table.changed];
      table.changed = new Map();
      for (let from = 0; from < changed.length; from += PAGE)
        await this.#comparePart(table, changed.slice(from, from + PAGE));
    }
  }

  async #comparePart({ spec, pending }: Table, changed: [string, { row: Row; leaf: Leaf }][]): Promise<void> {
    const stored = await this.#stored(
      spec,
      changed.map(([, { row }]) => row),
    );
    for (const [key, { leaf }] of changed) {
      const found = stored.get(key);
      if (found === leaf) pending.delete(key);
      else pending.set(key, found === undefined ? 'missing' : 'different');
    }
  }

  async #stored(spec: TableSpec, rows: readonly Row[]): Promise<Map<string, Leaf>> {
    const isTime = (column: string): boolean => spec.columns[column] === 'timestamptz';
    const arrays = spec.key.map(
      (column, index) => `$${index + 1}::${isTime(column) ? 'bigint' : spec.columns[column]}[]`,
    );
    const names = spec.key.map((_, index) => `wanted_${index}`);
    const on = spec.key.map((column, index) =>
      isTime(column) ? `${column} = to_timestamp(wanted_${index} / 1000.0)` : `${column} = wanted_${index}`,
    );
    const { rows: found } = await this.#client.query<Row>(
      `select ${selectList(spec)} from unnest(${arrays.join(', ')}) as wanted (${names.join(', ')})
         join ${spec.table} on ${on.join(' and ')}`,
      spec.key.map((column) => rows.map((row) => row[column])),
    );
    return new Map(found.map((row) => [rowKeyOf(spec, row), rowLeaf(spec.table, row)]));
  }

  /** After the last page: what never became what the database has, and what nobody made. */
  async finish(): Promise<void> {
    for (const table of this.#tables.values()) {
      for (const [key, state] of table.pending) {
        this.#find(
          `rows: ${shown(table.spec, key)} is ${state === 'missing' ? 'missing' : 'not what its commands make'}`,
        );
      }
      await this.#count(table);
    }
  }

  async #count({ spec, keys, made }: Table): Promise<void> {
    const isWhole = this.#start === 0;
    const byCommand = spec.born === 'by command';
    // What was finished before the start is not in its state, so there is nothing to count by.
    if (!isWhole && !byCommand) return;
    const after = byCommand ? ` where ${this.#start} < ${spec.key[0]}` : '';
    const { rows } = await this.#client.query<{ count: number }>(`select count(*) as count from ${spec.table}${after}`);
    const expected = keys?.size ?? made;
    const count = rows[0]?.count ?? 0;
    if (count <= expected) return;
    let named = 0;
    const cursor = `count_${spec.table}`;
    await this.#client.query(
      `declare ${cursor} no scroll cursor for select ${this.#strangers(spec, keys)} from ${spec.table}${after}`,
    );
    for (;;) {
      const page = await this.#client.query<Row & { known?: boolean }>(`fetch ${PAGE} from ${cursor}`);
      for (const row of page.rows) {
        const key = rowKeyOf(spec, row);
        if (keys?.has(key) ?? row.known !== false) continue;
        named += 1;
        this.#find(`rows: ${shown(spec, key)} is in the database but no command made it`);
      }
      if (page.rows.length < PAGE) break;
    }
    await this.#client.query(`close ${cursor}`);
    if (named < count - expected) this.#find(`rows: ${spec.table} holds ${count} rows, its commands make ${expected}`);
  }

  /** Key columns, and whether the log has the command that the key names. */
  #strangers(spec: TableSpec, keys: Set<string> | undefined): string {
    const key = selectList({
      ...spec,
      columns: Object.fromEntries(spec.key.map((name) => [name, spec.columns[name] ?? 'text'])),
    });
    if (keys !== undefined || spec.born !== 'by command') return key;
    return `${key}, exists (select from command_log where seq = ${spec.table}.${spec.key[0]}) as known`;
  }
}

const shown = ({ table }: TableSpec, key: string): string => `${table} ${key.replaceAll('\u0000', ' ')}`;
