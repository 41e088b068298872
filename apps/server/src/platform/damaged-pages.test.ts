import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type DamagedPage, DamageWatch, damagedFiles, damageLines } from './damaged-pages.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { createPool } from './postgres.ts';

const PAGE_BYTES = 8_192;
const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-damage-'));
chmodSync(dataDir, 0o755);
let running: EmbeddedDatabase | undefined;
afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const result = await startEmbedded({ dataDir });
  if (!result.ok) throw new Error(result.problem);
  running = result.database;
  return running;
}

/** Writes into the middle of a page, as a disk does that fails. */
function damage(file: string, page: number): void {
  const handle = openSync(join(dataDir, 'postgres', 'cluster', file), 'r+');
  writeSync(handle, 'not what was written', page * PAGE_BYTES + 4_000);
  closeSync(handle);
}

test.each([
  ['invalid page in block 12 of relation base/5/16412', [{ file: 'base/5/16412', node: 16_412, block: 12 }]],
  ['invalid page in block 0 of relation "base/5/16412"', [{ file: 'base/5/16412', node: 16_412, block: 0 }]],
  ['2 invalid pages among blocks 3..9 of relation "base/5/7"', [{ file: 'base/5/7', node: 7, block: 3 }]],
  ['could not read blocks 0..0 in file "base/5/7": read only 0 of 8192 bytes', []],
])('"%s"', (message, files) => {
  expect(damagedFiles(message)).toEqual(files);
});

test('a damaged page of a table and one of an index are named once, with what helps', async () => {
  const first = await start();
  const before = createPool(first.url, { max: 1 });
  for (const name of ['coins', 'names'])
    await before.query(
      `create table ${name} as select n as id, repeat(md5(n::text), 4) as name from generate_series(1, 2000) n`,
    );
  await before.query('create index names_name on names (name)');
  const { rows } = await before.query<{ coins: string; names: string }>(
    `select pg_relation_filepath('coins') as coins, pg_relation_filepath('names_name') as names`,
  );
  await before.end();
  await first.stop();
  damage(rows[0]!.coins, 3);
  damage(rows[0]!.names, 2);

  const { url } = await start();
  const pool = createPool(url, { max: 2 });
  const pages: DamagedPage[] = [];
  const watch = new DamageWatch({ pool, dataDir, onDamage: (page) => void pages.push(page) });
  watch.start();
  const otherPool = createPool(url, { max: 1 });
  try {
    const failed = await pool.query('select sum(id) from coins').catch((error: Error) => error);
    await pool.query('select sum(id) from coins').catch(() => undefined);
    for (const scan of ['seqscan', 'bitmapscan', 'sort']) await otherPool.query(`set enable_${scan} = off`);
    await otherPool.query('select name from names order by name').catch(() => undefined);
    await watch.look();
    await expect
      .poll(() => pages.map(({ name, kind }) => [name, kind]).sort())
      .toEqual([
        ['coins', 'table'],
        ['names_name', 'index'],
      ]);
    expect(pages.find(({ kind }) => kind === 'table')).toMatchObject({ block: 3, file: rows[0]!.coins });
    expect(pages.find(({ kind }) => kind === 'index')?.remedy).toContain('reindex index names_name');
    expect(watch.problems()).toHaveLength(2);
    expect(await damageLines(pool, failed as Error)).toEqual([
      expect.stringMatching(/^table coins, block 3 of base\/\d+\/\d+, is damaged: .*restore the newest backup/),
      expect.stringMatching(/^NOT CHECKED/),
    ]);
  } finally {
    watch.stop();
    await Promise.all([pool.end(), otherPool.end()]);
  }
});
