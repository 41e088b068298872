import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Pool } from '../../platform/postgres.ts';
import { foundUser, USER_COLUMNS, type UserRow } from './search.ts';

export type Profile = OperatorResultOf<'getUser'>;
interface ProfileRow extends UserRow {
  readonly status_reason: string | null;
  readonly invite_code: string;
  readonly invited_by: number | null;
  readonly upgraded_at: number | null;
  readonly invited: number;
  readonly sessions: number;
  readonly last_seen_at: number | null;
  readonly levels: { readonly book: 'demo' | 'real'; readonly level: number }[] | null;
  readonly notes: number;
  readonly basic: Profile['identity']['basic'];
  readonly full: Profile['identity']['full'];
}

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Everything about the account of a person; undefined when there is none. */
export async function profileOf(
  pool: Pool,
  query: { readonly userId: number; readonly now: number },
): Promise<Profile | undefined> {
  const { rows } = await pool.query<ProfileRow>(
    `select ${USER_COLUMNS}, status_reason, invite_code, invited_by, upgraded_at,
            (select count(*) from users i where i.invited_by = u.id) as invited,
            (select count(*) from sessions s where s.user_id = u.id and revoked_at is null and expires_at > $2) as sessions,
            (select max(last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
            (select jsonb_agg(jsonb_build_object('book', book, 'level', level) order by book)
               from user_levels l where l.user_id = u.id) as levels,
            (select count(*) from user_notes n where n.user_id = u.id) as notes,
            coalesce((select basic_state from kyc_states k where k.user_id = u.id), 'none') as basic,
            coalesce((select full_state from kyc_states k where k.user_id = u.id), 'none') as full
       from users u where id = $1`,
    [query.userId, new Date(query.now)],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    user: foundUser(row),
    statusReason: row.status_reason,
    inviteCode: row.invite_code,
    invitedBy: row.invited_by,
    invited: row.invited,
    upgradedAt: isoOrNull(row.upgraded_at),
    lastSeenAt: isoOrNull(row.last_seen_at),
    sessions: row.sessions,
    identity: { basic: row.basic, full: row.full },
    levels: row.levels ?? [],
    notes: row.notes,
  };
}

export async function isUser(pool: Pool, userId: number): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from users where id = $1', [userId]);
  return rowCount === 1;
}
