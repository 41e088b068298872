import { IDS_PER_COMMAND } from '../../kernel/core/internal-commands.ts';
import type { CommandAnswer, CommandInput, CoreState } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { sessionDigestSql } from '../../platform/session-scope.ts';
import type { OpenedSession } from './handlers.ts';
import type { SessionKind } from './rows.ts';
import { accessOf } from './slice.ts';

/** What the start needs of the sequencer. */
export interface StartingCore {
  readonly state: CoreState;
  submitInternal(input: CommandInput): Promise<CommandAnswer>;
}

/** A session of before is known for as long as a new one. */
export const SESSION_KNOWN_MS = 180 * 86_400_000;

/**
 * Takes over the sessions that are open when a release with this rule starts for the first time:
 * the log vouches for them from then on, and says nothing of before. Afterwards the core refuses
 * commands without a session that it knows.
 */
export async function adoptSessions(core: StartingCore, pool: Pool, now: number): Promise<number> {
  if (accessOf(core.state).vouched.has('sessions')) return 0;
  let adopted = 0;
  let after = 0;
  for (let part = 0; ; part += 1) {
    const { rows } = await pool.query<{ id: number; digest: string; kind: SessionKind; owner: number }>(
      `select s.id, ${sessionDigestSql('s.token_hash')} as digest, u.kind, s.user_id as owner
         from sessions s join users u on u.id = s.user_id
        where s.revoked_at is null and s.expires_at > $1 and s.id > $2 order by s.id limit ${IDS_PER_COMMAND}`,
      [new Date(now), after],
    );
    after = rows.at(-1)?.id ?? after;
    const sessions: OpenedSession[] = rows.map(({ digest, kind, owner }) => ({
      digest,
      kind,
      owner,
      until: now + SESSION_KNOWN_MS,
    }));
    // Operators sign in anew: theirs last half a day at most.
    const last = rows.length < IDS_PER_COMMAND;
    await adopt(core, { part, sessions, last });
    adopted += sessions.length;
    if (last) return adopted;
  }
}

async function adopt(
  core: StartingCore,
  {
    part,
    sessions,
    last,
  }: { readonly part: number; readonly sessions: readonly OpenedSession[]; readonly last: boolean },
): Promise<void> {
  // A start that was interrupted begins anew, with other sessions perhaps.
  const id = `sessions.adopt:${core.state.sequence}:${part}`;
  const { code } = await core.submitInternal({
    id,
    userId: 0,
    book: 'real',
    type: 'sessions.adopt',
    body: { sessions, last },
  });
  if (code !== 200) throw new Error(`the sessions of before could not be taken over: ${code}`);
}
