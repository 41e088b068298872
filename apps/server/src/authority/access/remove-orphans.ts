import type { Pool } from '../../platform/postgres.ts';
import type { StartingCore } from './adopt-sessions.ts';
import type { CheckBody } from './credentials.ts';
import { PROTECTED, type ProtectedTable, readProtected } from './protected.ts';
import { accessOf, stateOf } from './slice.ts';

/** Tables of second factors. */
const FACTORS = PROTECTED.filter(({ table }) => /_(?:totp|passkeys|recovery_codes)$/.test(table));
/** Rows read at a time. */
const PAGE = 5_000;
/** Rows removed by one start; the next one goes on. */
const REMOVED_MAX = 1_000;

/**
 * Removes apps, passkeys and recovery codes that the log has no record of, or whose removal it has:
 * a crash between the two writes leaves them, and their owner was refused with 11570 from then on.
 * A row that somebody wrote into the database goes as well, and stands as an alarm in the log. What
 * the log has and the database lacks stays refused: whoever deletes an app must not be rid of it.
 * Called at the start, before anything can be written.
 */
export async function removeOrphans(core: StartingCore, pool: Pool): Promise<readonly string[]> {
  if (!accessOf(core.state).vouched.has('credentials')) return [];
  const removed: string[] = [];
  for (const spec of FACTORS) {
    let after: readonly [number, number] = [0, 0];
    while (removed.length < REMOVED_MAX) {
      const rows = await readProtected(pool, spec, { after, limit: PAGE });
      for (const { owner, key } of rows) {
        after = [owner, key];
        const known = stateOf(core.state, {
          tbl: spec.table,
          row_key: String(key),
          owner_kind: spec.ownerKind,
          owner,
        });
        if (known !== undefined || REMOVED_MAX <= removed.length) continue;
        // Told first: a row that goes without a trace would hide who wrote it.
        await raiseAlarm(core, spec, { owner, key });
        await pool.query(`delete from ${spec.table} where ${spec.owner} = $1 and ${spec.key} = $2`, [owner, key]);
        removed.push(`${spec.table} ${key} of ${spec.ownerKind} ${owner}`);
      }
      if (rows.length < PAGE) break;
    }
  }
  return removed;
}

async function raiseAlarm(
  core: StartingCore,
  { table, ownerKind }: ProtectedTable,
  { owner, key }: { readonly owner: number; readonly key: number },
): Promise<void> {
  const body: CheckBody = {
    owner_kind: ownerKind,
    owner,
    purpose: 'removed at the start',
    last: true,
    tables: [],
    rows: [],
    except: [],
    differs: [`${table} ${key}`],
  };
  const { code } = await core.submitInternal({
    id: `credential.check:start:${core.state.sequence}:${table}:${key}`,
    userId: ownerKind === 'user' ? owner : 0,
    book: 'real',
    type: 'credential.check',
    body,
  });
  if (code !== 200) throw new Error(`the alarm about ${table} ${key} could not be raised: ${code}`);
}
