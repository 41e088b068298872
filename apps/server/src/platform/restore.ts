import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import { listTables } from './backup.ts';
import { type BackupHeader, BackupReader, type BackupTable, DamagedBackup, MAGIC } from './backup-format.ts';
import { MIGRATIONS_TABLE, readMigrations } from './migrate.ts';
import { type Client, createClient } from './postgres.ts';

export type RestoreResult =
  | { readonly ok: true; readonly tables: readonly BackupTable[]; readonly createdAt: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Puts a backup into an empty database: the schema as it was when the backup was made (the next
 * start upgrades it), every row, every counter. All in one transaction that commits only after the
 * checksum has been compared; a refusal leaves the database empty.
 */
export async function restore(url: string, file: string): Promise<RestoreResult> {
  const client = createClient(url, 'glasshouse restore');
  await client.connect();
  const source = createReadStream(file);
  const plain = source.pipe(createZstdDecompress());
  source.on('error', (error) => plain.destroy(error));
  // Whoever reads from it sees the error; this keeps one that comes earlier from ending the
  // process.
  plain.on('error', () => undefined);
  try {
    await client.query('begin');
    if (0 < (await listTables(client)).length) {
      return {
        ok: false,
        problem: 'The database is not empty. Restore into a new one: another DATA_DIR, or a newly created database.',
      };
    }
    const reader = new BackupReader(plain as AsyncIterable<Buffer>);
    const header = await readHeader(reader);
    const problem = await createSchema(client, header);
    if (problem !== undefined) return { ok: false, problem };
    for (const table of header.tables) await fill(client, table, reader);
    await reader.end();
    await compareCounts(client, header);
    await alterTriggers(client, 'enable');
    for (const { name, value, called } of header.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [client.escapeIdentifier(name), value, called]);
    }
    await client.query('commit');
    return { ok: true, tables: header.tables, createdAt: header.createdAt };
  } catch (error) {
    if (isDamage(error)) return { ok: false, problem: `${file} is damaged: ${error.message}. Nothing was restored.` };
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ok: false, problem: `There is no file ${file}.` };
    throw error;
  } finally {
    source.destroy();
    plain.destroy();
    // Without a commit, closing the connection rolls everything back.
    await client.end();
  }
}

async function readHeader(reader: BackupReader): Promise<BackupHeader> {
  if ((await reader.line()) !== MAGIC) throw new DamagedBackup('it is not a backup of Glasshouse');
  try {
    return JSON.parse(await reader.line()) as BackupHeader;
  } catch {
    throw new DamagedBackup('its header cannot be read');
  }
}

/**
 * Runs the migrations that the backup had, without the rows that they bring: those come from the
 * backup.
 */
async function createSchema(client: Client, header: BackupHeader): Promise<string | undefined> {
  const files = await readMigrations();
  await client.query(MIGRATIONS_TABLE);
  for (const [index, { name, checksum }] of header.migrations.entries()) {
    const migration = files[index];
    if (migration?.name !== name || migration.checksum !== checksum) {
      return `The backup was made by a release with another migration ${name}. Restore it with that release, or a newer one.`;
    }
    await client.query(migration.sql);
  }
  // Triggers that guard what is append-only would refuse to empty the tables, and none may change a
  // row on its way in.
  await alterTriggers(client, 'disable');
  const names = (await listTables(client)).map(({ name }) => client.escapeIdentifier(name));
  await client.query(`truncate ${names.join(', ')}`);
  return undefined;
}

async function alterTriggers(client: Client, change: 'enable' | 'disable'): Promise<void> {
  for (const { name } of await listTables(client)) {
    await client.query(`alter table ${client.escapeIdentifier(name)} ${change} trigger user`);
  }
}

async function fill(client: Client, table: BackupTable, reader: BackupReader): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const sink = client.query(copyFrom(`copy ${client.escapeIdentifier(table.name)} (${columns}) from stdin`));
  const done = finished(sink);
  done.catch(() => undefined);
  try {
    for (let frame = await reader.frame(); frame !== undefined; frame = await reader.frame()) {
      if (!sink.write(frame)) await Promise.race([new Promise((resolve) => sink.once('drain', resolve)), done]);
    }
    sink.end();
    await done;
  } catch (error) {
    sink.destroy();
    throw isRefusedByPostgres(error) ? new DamagedBackup(`table ${table.name}: ${(error as Error).message}`) : error;
  }
}

async function compareCounts(client: Client, header: BackupHeader): Promise<void> {
  for (const { name, rows: expected } of header.tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*)::text as rows from ${client.escapeIdentifier(name)}`,
    );
    if (rows[0]?.rows !== expected)
      throw new DamagedBackup(`table ${name} has ${rows[0]?.rows} rows instead of ${expected}`);
  }
}

function isDamage(error: unknown): error is Error {
  const code = (error as NodeJS.ErrnoException).code;
  return error instanceof DamagedBackup || (typeof code === 'string' && /^(Z_|ZSTD_|ERR_ZSTD|ERR_ZLIB)/.test(code));
}

/** SQLSTATE classes 22 (data) and 23 (constraints): the rows are not what the schema accepts. */
function isRefusedByPostgres(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}
