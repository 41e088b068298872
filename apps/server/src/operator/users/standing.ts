import type { SessionStore } from '../../people/auth/sessions.ts';
import type { Pool } from '../../platform/postgres.ts';

/**
 * The core decides over a person's standing. Search and lists read `users`, which follows it: after
 * each change, and at the start for what a crash left behind.
 */
export async function mirrorStandings(
  pool: Pool,
  sessions: Pick<SessionStore, 'refresh' | 'revokeAll'>,
): Promise<number> {
  const { rows } = await pool.query<{ id: number; status: string }>(
    `update users u set status = s.status, status_reason = s.reason
       from user_standings s
      where s.user_id = u.id and (u.status, u.status_reason) is distinct from (s.status, s.reason)
      returning u.id, u.status`,
  );
  for (const { id, status } of rows) {
    if (status === 'disabled') await sessions.revokeAll(id);
    await sessions.refresh(id);
  }
  return rows.length;
}
