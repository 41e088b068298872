/**
 * Somebody with access to the database edits what plans, loans, works and invitations are: a
 * cell, a row, a whole table. `verify` names each table and row.
 */
import { beforeAll, expect, it } from 'vitest';
import type { TableSpec } from '../kernel/core/types.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { openProductWorld } from './testing/product-world.ts';

const database = withTestDatabase();
const NAMES = ['plans', 'loans', 'nfts', 'referrals'];
const TABLES: readonly TableSpec[] = MODULES.filter(({ name }) => NAMES.includes(name)).flatMap(({ tables }) => tables);

beforeAll(async () => {
  await openProductWorld(database.url);
});

/** What `verify` finds after these statements, which are taken back. */
async function found(statements: readonly string[]): Promise<readonly string[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    for (const { table } of TABLES) {
      // Whoever can edit a table can drop its checks and triggers as well.
      await client.query(
        `do $$ declare name text; begin
           for name in select conname from pg_constraint where conrelid = '${table}'::regclass and contype in ('c', 'f', 'u')
           loop execute format('alter table ${table} drop constraint %I', name); end loop;
         end $$`,
      );
      await client.query(`alter table ${table} disable trigger user`);
    }
    for (const sql of statements) await client.query(sql);
    const { findings } = await verifyDatabase(within(client), MODULES);
    return findings;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** A pool of one connection, which stays in the transaction that it is in. */
function within(client: PoolClient): Pool {
  const query = (sql: string, values?: unknown[]) =>
    /^(begin|commit|rollback)/.test(sql) ? Promise.resolve({ rows: [] }) : client.query(sql, values);
  return { connect: async () => ({ query, release: () => {} }) } as unknown as Pool;
}

const OTHERWISE: { readonly [type: string]: (column: string) => string } = {
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  boolean: (column) => `${column} is not true`,
  timestamptz: (column) => `coalesce(${column}, now()) + interval '1 second'`,
  jsonb: (column) => `case when ${column} = '[7]' then '[8]'::jsonb else '[7]'::jsonb end`,
};
const first = (table: string): string => `where ctid = (select min(ctid) from ${table})`;
const named = (findings: readonly string[], table: string): string | undefined =>
  findings.find((finding) => finding.startsWith(`rows: ${table} `));

it('an honest database passes, and every table has rows', async () => {
  for (const { table } of TABLES) {
    const { rows } = await database.pool.query<{ count: number }>(`select count(*) as count from ${table}`);
    expect([table, 0 < rows[0]!.count]).toEqual([table, true]);
  }
  expect(await found([])).toEqual([]);
});

/** One column of each table at a time: as many rounds as the widest table has. */
const rounds = Math.max(...TABLES.map(({ columns, key }) => Object.keys(columns).length - key.length));
it.each(Array.from({ length: rounds }, (_, round) => round))(
  'an edited cell of every table, column %i',
  async (round) => {
    const edits = TABLES.flatMap(({ table, columns, key }) => {
      const column = Object.keys(columns).filter((name) => !key.includes(name))[round];
      return column === undefined ? [] : [{ table, column, type: columns[column] as string }];
    });
    const findings = await found(
      edits.map(
        ({ table, column, type }) => `update ${table} set ${column} = ${OTHERWISE[type]!(column)} ${first(table)}`,
      ),
    );
    for (const { table, column } of edits) {
      expect([table, column, named(findings, table)]).toEqual([
        table,
        column,
        expect.stringMatching(/ is not what its commands make$/),
      ]);
    }
  },
);

it('a row that is gone, and a table that is emptied: each row is named', async () => {
  for (const change of [
    (table: string) => `delete from ${table} ${first(table)}`,
    (table: string) => `truncate ${table} cascade`,
  ]) {
    const counts = await Promise.all(
      TABLES.map(async ({ table }) => {
        const { rows } = await database.pool.query<{ count: number }>(`select count(*) as count from ${table}`);
        return rows[0]!.count;
      }),
    );
    const findings = await found(TABLES.map(({ table }) => change(table)));
    for (const [index, { table }] of TABLES.entries()) {
      const missing = findings.filter(
        (finding) => finding.startsWith(`rows: ${table} `) && finding.endsWith(' is missing'),
      );
      expect([table, missing.length]).toEqual([table, change('x').startsWith('truncate') ? counts[index] : 1]);
    }
  }
});

it('a row that no command made', async () => {
  const findings = await found(
    TABLES.flatMap(({ table, columns, key }) => {
      const last = key.at(-1) as string;
      const names = Object.keys(columns);
      const values = names.map((name) => (name === last ? OTHERWISE[columns[name] as string]!(name) : name));
      return [
        `create temporary table stranger on commit drop as
           select ${names.map((name, index) => `${values[index]} as ${name}`).join(', ')} from ${table}
            order by ${last} desc limit 1`,
        `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from stranger`,
        'drop table stranger',
      ];
    }),
  );
  for (const { table } of TABLES)
    expect([table, named(findings, table)]).toEqual([table, expect.stringMatching(/no command made it|holds/)]);
});
