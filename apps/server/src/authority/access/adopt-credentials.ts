import { IDS_PER_COMMAND } from '../../kernel/core/internal-commands.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { StartingCore } from './adopt-sessions.ts';
import { digestsOf, noncesOf, PROTECTED, readProtected } from './protected.ts';
import type { Recorded } from './rows.ts';
import { accessOf } from './slice.ts';

/**
 * Digests of what protects accounts when a release with this rule starts for the first time: the
 * log vouches for it from then on, and says nothing of who wrote it before.
 */
export async function adoptCredentials(core: StartingCore, pool: Pool): Promise<number> {
  if (accessOf(core.state).vouched.has('credentials')) return 0;
  // A start that was interrupted begins anew.
  const run = core.state.sequence;
  let part = 0;
  let adopted = 0;
  const submit = async (records: readonly Recorded[], last: boolean): Promise<void> => {
    part += 1;
    const { code } = await core.submitInternal({
      id: `credentials.adopt:${run}:${part}`,
      userId: 0,
      book: 'real',
      type: 'credentials.adopt',
      body: { records, last },
    });
    if (code !== 200) throw new Error(`the credentials of before could not be taken over: ${code}`);
    adopted += records.length;
  };
  for (const spec of PROTECTED) {
    let after: readonly [number, number] = [0, 0];
    for (;;) {
      const rows = await readProtected(pool, spec, { after, limit: IDS_PER_COMMAND });
      const last = rows.at(-1);
      if (last === undefined) break;
      after = [last.owner, last.key];
      // A guest has nothing to sign in with: it needs no record as long as it stays one.
      const owned = rows.filter(({ values }) => values.kind !== 'guest' || values.status !== 'active');
      const nonces = await noncesOf(
        pool,
        spec.ownerKind,
        owned.map(({ owner }) => owner),
        true,
      );
      const records = owned.map((row) => ({
        tbl: spec.table,
        row_key: String(row.key),
        owner_kind: spec.ownerKind,
        owner: row.owner,
        digests: digestsOf(nonces.get(row.owner) as string, spec.table, row),
      }));
      if (0 < records.length) await submit(records, false);
      if (rows.length < IDS_PER_COMMAND) break;
    }
  }
  await submit([], true);
  return adopted;
}
