/**
 * `docs/security.md` says of every table whether the log holds it, whether it is derived, or why it
 * stands outside: compared with the schema, so that a new table or column cannot be forgotten.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROTECTED } from '../authority/access/protected.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from './modules.ts';

const database = withTestDatabase();
const text = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8');
const section = text.split('\n## Tables and the log\n')[1]?.split('\n## ')[0] ?? '';
const namesIn = (line: string): string[] => [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name as string);

interface Line {
  readonly table: string;
  readonly against: string;
  readonly columns: readonly string[];
}
const lines: readonly Line[] = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, table = '', against = '', , columns = ''] = line.split('|');
    return { table: namesIn(table)[0] ?? '', against: against.trim(), columns: namesIn(columns) };
  });
/** Of the paragraph before the table. */
const ofTheLog = namesIn(section.split('replay: ')[1]?.split('\nBeside')[0] ?? '');

async function schema(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
const specs = new Map<string, readonly string[]>(
  MODULES.flatMap(({ tables }) => tables.map((spec) => [spec.table, Object.keys(spec.columns)] as const)),
);

test('every table has one line, and every line a table', async () => {
  const listed = [...ofTheLog, ...lines.map(({ table }) => table)];
  expect(listed.toSorted()).toEqual([...(await schema()).keys()].toSorted());
});

test('tables of the core are those that the core owns', () => {
  expect(ofTheLog.toSorted()).toEqual([...specs.keys()].toSorted());
});

test('every column is on the line of its table, or compared with the replay', async () => {
  const tables = await schema();
  const beside = namesIn(section.split('\nBeside')[1]?.split('\n')[0] ?? '');
  const missing = ofTheLog.flatMap((table) =>
    (tables.get(table) ?? [])
      .filter((column) => specs.get(table)?.includes(column) !== true && !beside.includes(column))
      .map((column) => `${table}.${column}`),
  );
  expect(missing).toEqual([]);
  const wrong = lines.filter(
    ({ table, columns }) => String(columns.toSorted()) !== String(tables.get(table)?.toSorted()),
  );
  expect(wrong.map(({ table }) => table)).toEqual([]);
});

test('what lets people in is held against digests', () => {
  const digests = lines.filter(({ against }) => against === 'digests').map(({ table }) => table);
  expect(PROTECTED.map(({ table }) => table).filter((table) => !digests.includes(table))).toEqual([]);
});
