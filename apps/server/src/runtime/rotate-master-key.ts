import { addMasterKey, dropOldMasterKeys, type MasterKey, openMasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import { reseal, sealedUnderOlder } from '../platform/reseal.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

interface Rotation {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

export interface RotationOptions {
  readonly dataDir: string;
  /** `MASTER_KEY`, where the keys are in the environment. */
  readonly fromEnvironment: string | undefined;
  /** Empty: a new key, and everything under it. */
  readonly action: string;
}

/**
 * Adds a key and seals everything under it, while the server runs. `resume` goes on with what an
 * interrupted run has left; `drop-old` forgets the old keys once nothing needs them.
 */
export async function rotateMasterKey(pool: Pool, options: RotationOptions): Promise<Rotation> {
  const { dataDir, fromEnvironment, action } = options;
  const current = (): MasterKey => openMasterKey(dataDir, fromEnvironment);
  switch (action) {
    case '':
      if (fromEnvironment !== undefined) {
        const line = 'MASTER_KEY is set: put a new key in front of it, restart the server, then run "resume".';
        return { ok: false, lines: [line] };
      }
      return resealAll(pool, addMasterKey(dataDir));
    case 'resume':
      return resealAll(pool, current());
    case 'drop-old':
      if (fromEnvironment !== undefined) {
        return { ok: false, lines: ['MASTER_KEY is set: take the old keys out of it and restart the server.'] };
      }
      return dropOld(pool, dataDir, current());
    default:
      return { ok: false, lines: [`"${action}" is none of: resume, drop-old`] };
  }
}

async function resealAll(pool: Pool, master: MasterKey): Promise<Rotation> {
  const lines: string[] = [];
  let unreadable = 0;
  for (const column of SEALED_COLUMNS) {
    const done = await reseal(pool, master, column);
    unreadable += done.unreadable;
    const left = done.unreadable === 0 ? '' : `, ${done.unreadable} unreadable`;
    lines.push(`${done.resealed.toString().padStart(12)} ${done.table}${left}`);
  }
  lines.push(`everything readable is sealed under key ${master.keyId}`);
  return { ok: unreadable === 0, lines };
}

async function dropOld(pool: Pool, dataDir: string, master: MasterKey): Promise<Rotation> {
  const servers = await pool.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name = 'glasshouse-gateway' limit 1`,
  );
  if (servers.rowCount !== 0)
    return { ok: false, lines: ['Stop the server first: it may still seal under the old key.'] };
  for (const column of SEALED_COLUMNS) {
    const left = await sealedUnderOlder(pool, master, column);
    if (left !== 0)
      return { ok: false, lines: [`${left} values in ${column.table} are under an older key: run "resume".`] };
  }
  dropOldMasterKeys(dataDir);
  return { ok: true, lines: [`only key ${master.keyId} is left; older backups cannot be read with it`] };
}
