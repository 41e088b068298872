import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupHeader, type BackupTable, MAGIC } from './backup-format.ts';
import { type Client, createClient } from './postgres.ts';

export type BackupResult =
  | { readonly ok: true; readonly tables: readonly BackupTable[]; readonly bytes: number }
  | { readonly ok: false; readonly problem: string };

/**
 * Writes the whole database as it is at one moment into one file, while the server runs. The file
 * gets its name only once it is complete and on disk, readable by its owner alone (it holds
 * password hashes and mail).
 */
export async function backup(url: string, file: string): Promise<BackupResult> {
  if (existsSync(file)) return { ok: false, problem: `${file} exists already; a backup is never overwritten.` };
  const client = createClient(url, 'glasshouse backup');
  await client.connect();
  const partial = `${file}.partial`;
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const header = await describe(client);
    if (header === undefined)
      return { ok: false, problem: 'The database holds no Glasshouse tables, so there is nothing to back up.' };
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    await pipeline(Readable.from(content(client, header)), createZstdCompress(), target);
    await client.query('commit');
    await rename(partial, file);
    await syncFolderOf(file);
    return { ok: true, tables: header.tables, bytes: (await stat(file)).size };
  } finally {
    await rm(partial, { force: true });
    await client.end();
  }
}

async function* content(client: Client, header: BackupHeader): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (part: Buffer): Buffer => {
    hash.update(part);
    return part;
  };
  yield hashed(Buffer.from(`${MAGIC}\n${JSON.stringify(header)}\n`));
  for (const table of header.tables) {
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const rows = client.query(copyTo(`copy ${client.escapeIdentifier(table.name)} (${columns}) to stdout`));
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      yield hashed(Buffer.from(`${chunk.length}\n`));
      yield hashed(chunk);
    }
    yield hashed(Buffer.from('0\n'));
  }
  yield Buffer.from(`END ${hash.digest('hex')}\n`);
}

/** Undefined when this is not a database of ours. */
async function describe(client: Client): Promise<BackupHeader | undefined> {
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === 'migrations')) return undefined;
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  );
  const counted: BackupTable[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*)::text as rows from ${client.escapeIdentifier(name)}`,
    );
    counted.push({ name, columns, rows: rows[0]!.rows });
  }
  const { rows: names } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: BackupHeader['sequences'][number][] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(name)}`,
    );
    sequences.push({ name, ...rows[0]! });
  }
  return { createdAt: new Date().toISOString(), migrations, tables: counted, sequences };
}

/** Tables of ours with their stored columns, parents before the children that refer to them. */
export async function listTables(
  client: Client,
): Promise<readonly { readonly name: string; readonly columns: readonly string[] }[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  );
  const { rows: links } = await client.query<{ child: string; parent: string }>(
    `select r.relname::text as child, p.relname::text as parent
     from pg_constraint f join pg_class r on r.oid = f.conrelid join pg_class p on p.oid = f.confrelid
     where f.contype = 'f' and f.conrelid <> f.confrelid`,
  );
  const ordered: { name: string; columns: string[] }[] = [];
  let left = tables;
  while (0 < left.length) {
    const waiting = new Set(left.map(({ name }) => name));
    const free = left.filter(({ name }) => !links.some(({ child, parent }) => child === name && waiting.has(parent)));
    if (free.length === 0) throw new Error(`Foreign keys form a circle: ${[...waiting].join(', ')}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

async function syncFolderOf(file: string): Promise<void> {
  const folder = await open(dirname(resolve(file)));
  await folder.sync();
  await folder.close();
}
