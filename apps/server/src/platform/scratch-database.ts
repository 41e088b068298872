import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_ROLE } from './cluster.ts';
import { runningEmbeddedUrl } from './embedded.ts';
import { folderHolder } from './folder-lock.ts';
import { migrate, readMigrations } from './migrate.ts';
import { type Client, createClient } from './postgres.ts';
import { SCRATCH_FOLDER } from './scratch-keeper.ts';

/**
 * Databases for tests and simulations: fresh, migrated, gone afterwards. They live in one
 * throw-away cluster per user of the machine, which the first caller starts and a keeper process
 * ends when nobody has used it for a while (see `scratch-keeper.ts`). Its fsync is off.
 */
export interface ScratchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const TEMPLATE_LOCK = 71_530_002;

/** `migrated: false` gives an empty database, for tests of migrations and of restoring. */
export async function openScratchDatabase(options: { readonly migrated?: boolean } = {}): Promise<ScratchDatabase> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const lease = await connectToScratch(deadline);
    try {
      const template = options.migrated === false ? 'template0' : await ensureTemplate(lease);
      const name = `scratch_${process.pid}_${randomBytes(6).toString('hex')}`;
      await lease.query(`create database ${name} template ${template} strategy file_copy`);
      return {
        url: await urlOf(name),
        drop: async () => {
          await lease.query(`drop database if exists ${name} with (force)`);
          await lease.end();
        },
      };
    } catch (error) {
      await lease.end().catch(() => undefined);
      // The keeper may have ended the cluster between our connection and its first use; then a new
      // one is started.
      if (deadline < Date.now() || runningEmbeddedUrl(SCRATCH_FOLDER, ADMIN_ROLE) !== undefined) throw error;
    }
  }
}

/**
 * An open connection keeps the keeper from ending the cluster: each scratch database holds one for
 * as long as it lives.
 */
async function connectToScratch(deadline: number): Promise<Client> {
  for (;;) {
    const url = runningEmbeddedUrl(SCRATCH_FOLDER, ADMIN_ROLE);
    if (url !== undefined) {
      const client = createClient(url, 'scratch lease');
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (deadline < Date.now()) throw error;
      }
    } else if (folderHolder(SCRATCH_FOLDER) === undefined) {
      startKeeper();
    }
    if (deadline < Date.now()) throw new Error(`The database for tests did not start; see ${SCRATCH_FOLDER}`);
    await sleep(100);
  }
}

function startKeeper(): void {
  const script = join(import.meta.dirname, 'scratch-keeper.ts');
  // Not a child of the test run: it serves later runs too, and ends by itself.
  spawn(process.execPath, [script], { detached: true, stdio: 'ignore', cwd: '/' }).unref();
}

async function urlOf(database: string): Promise<string> {
  const url = runningEmbeddedUrl(SCRATCH_FOLDER, ADMIN_ROLE);
  if (url === undefined) throw new Error('The database for tests has gone away');
  return url.replace('/glasshouse?', `/${database}?`);
}

/**
 * A migrated database to copy from, one per set of migrations. It is filled under another name, so
 * a half-migrated one is never copied.
 */
async function ensureTemplate(lease: Client): Promise<string> {
  const migrations = await readMigrations();
  const digest = createHash('sha256')
    .update(migrations.map((migration) => migration.checksum).join())
    .digest('hex');
  const template = `template_${digest.slice(0, 24)}`;
  await lease.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await lease.query('select from pg_database where datname = $1', [template]);
    if (rowCount !== 0) return template;
    const draft = `${template}_draft`;
    await lease.query(`drop database if exists ${draft} with (force)`);
    await lease.query(`create database ${draft} template template0 strategy file_copy`);
    const result = await migrate(await urlOf(draft));
    if (!result.ok) throw new Error(result.problem);
    await lease.query(`alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await lease.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}
