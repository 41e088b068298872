import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from './postgres.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** Any number that no other advisory lock of ours uses. */
const MIGRATION_LOCK = 71_530_001;

export const MIGRATIONS_TABLE = `create table if not exists migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

export type MigrateResult =
  | { readonly ok: true; readonly applied: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Brings the database to this release: forward only, every pending file in one transaction under a
 * lock, so that a failed upgrade leaves the database as it was and two processes that start
 * together do not both migrate. Refuses a database that a newer release has written, and files that
 * were changed after they had been applied. `refusal` reads the upgraded database before that is
 * kept: what it names leaves everything as it was.
 */
export async function migrate(
  url: string,
  folder = MIGRATIONS_FOLDER,
  refusal: (db: Pick<Client, 'query'>) => Promise<string | undefined> = async () => undefined,
): Promise<MigrateResult> {
  const files = await readMigrations(folder);
  const client = createClient(url, 'glasshouse migrate');
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const { rows } = await client.query<AppliedMigration>('select name, checksum from migrations order by name');
    const problem = findProblem(files, rows);
    if (problem !== undefined) return { ok: false, problem };

    const pending = files.slice(rows.length);
    for (const migration of pending) {
      try {
        await client.query(migration.sql);
      } catch (error) {
        throw new Error(`Migration ${migration.name} failed: ${String(error)}`, { cause: error });
      }
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
    }
    const refused = await refusal(client);
    if (refused !== undefined) return { ok: false, problem: refused };
    await client.query('commit');
    return { ok: true, applied: pending.map((migration) => migration.name) };
  } finally {
    // Without a commit, closing the connection rolls everything back.
    await client.end();
  }
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** In order of their numbers, which must be unique: `0001-core.sql`, `0002-identity.sql`. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new Error(`Migration ${name} should be called NNNN-name.sql`);
    if (names[index - 1]?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Migration ${name} has the number of another`);
  }
  return await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function findProblem(files: readonly Migration[], applied: readonly AppliedMigration[]): string | undefined {
  for (const [index, done] of applied.entries()) {
    const file = files[index];
    if (file === undefined || file.name !== done.name) {
      return `The database holds migration ${done.name}, which this release does not know. Start the release that wrote it, or a newer one.`;
    }
    if (file.checksum !== done.checksum) {
      return `Migration ${done.name} was changed after this database had applied it. Restore the file; a change needs a new migration.`;
    }
  }
  return undefined;
}
