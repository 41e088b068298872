import { NOTICE_GROUPS, type NoticeGroup } from '@glasshouse/api/constants';
import type { Pool } from '../../platform/postgres.ts';

/** Told by a mail of their own, whatever is chosen: money that comes and goes, and who one is. */
const MAILED_ANYWAY: ReadonlySet<string> = new Set<NoticeGroup>(['kyc', 'deposit', 'withdrawal']);

/** The group of a kind is the first part of its name: `referral.joined`. */
export const groupOf = (type: string): string => type.split('.')[0] ?? type;

export const isMailedAnyway = (group: string): boolean => MAILED_ANYWAY.has(group);

export interface Choice {
  readonly mail: boolean;
  readonly push: boolean;
}

/** A browser that somebody subscribed wants everything; mails are asked for. */
const STANDARD: Choice = { mail: false, push: true };
/** Somebody who asked support and left waits for the answer. */
const standardOf = (group: string): Choice => (group === 'support' ? { mail: true, push: true } : STANDARD);

/** What people of a list chose for a group; whoever chose nothing is left out. */
export async function choicesFor(
  pool: Pick<Pool, 'query'>,
  query: { readonly users: readonly number[]; readonly group: string },
): Promise<(userId: number) => Choice> {
  const { rows } = await pool.query<Choice & { readonly user_id: number }>(
    'select user_id, mail, push from notice_choices where kind = $1 and user_id = any($2)',
    [query.group, query.users],
  );
  const chosen = new Map(rows.map((row) => [row.user_id, row]));
  return (userId) => chosen.get(userId) ?? standardOf(query.group);
}

/** Every group with what the person chose. */
export async function choicesOf(
  pool: Pool,
  userId: number,
): Promise<({ readonly kind: NoticeGroup; readonly mailedAnyway: boolean } & Choice)[]> {
  const { rows } = await pool.query<Choice & { readonly kind: string }>(
    'select kind, mail, push from notice_choices where user_id = $1',
    [userId],
  );
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  return NOTICE_GROUPS.map((kind) => {
    const { mail, push } = chosen.get(kind) ?? standardOf(kind);
    return { kind, mail: mail || isMailedAnyway(kind), push, mailedAnyway: isMailedAnyway(kind) };
  });
}

export async function choose(pool: Pool, userId: number, kind: NoticeGroup, { mail, push }: Choice): Promise<void> {
  await pool.query(
    `insert into notice_choices (user_id, kind, mail, push) values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update set mail = excluded.mail, push = excluded.push`,
    [userId, kind, mail, push],
  );
}
