import { rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';
import { createClient } from './postgres.ts';

/** One per user, so that nobody runs into files of somebody else. */
export const SCRATCH_FOLDER = join(tmpdir(), `glasshouse-scratch-${userInfo().uid}`);

const CONNECTIONS_MAX = 300;
/**
 * Long enough to bridge the pauses between two test runs of one person, so that the second starts
 * at once.
 */
const IDLE_CHECKS_MAX = 30;
const CHECK_MS = 1000;

/**
 * Runs the throw-away cluster until no client has been connected for half a minute, then deletes
 * it.
 */
async function keep(): Promise<void> {
  const lock = lockFolder(SCRATCH_FOLDER);
  if (!lock.ok) return;
  const started = await startFresh();
  for (let idle = 0; idle < IDLE_CHECKS_MAX; idle += 1) {
    await sleep(CHECK_MS);
    if (await isUsed(started.adminUrl)) idle = 0;
  }
  await started.stop();
  lock.release();
  rmSync(SCRATCH_FOLDER, { recursive: true, force: true });
}

async function startFresh() {
  const options = { dataDir: SCRATCH_FOLDER, durable: false, maxConnections: CONNECTIONS_MAX };
  const result = await startEmbedded({ ...options, onGivenUp: () => process.exit(1) });
  if (!result.ok) throw new Error(result.problem);
  await dropLeftovers(result.database.adminUrl);
  return result.database;
}

/** Left over from runs that were killed together with an earlier keeper. */
async function dropLeftovers(url: string): Promise<void> {
  const client = createClient(url, 'scratch keeper');
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'scratch\\_%'`,
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

async function isUsed(url: string): Promise<boolean> {
  const client = createClient(url, 'scratch keeper');
  try {
    await client.connect();
    const { rows } = await client.query<{ clients: number }>(
      `select count(*)::int as clients from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0] !== undefined && 0 < rows[0].clients;
  } catch {
    // It is being restarted by its supervisor; whoever used it will try again.
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

if (process.argv[1] === import.meta.filename) await keep();
