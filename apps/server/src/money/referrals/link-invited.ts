import type { CoreBus } from '../../kernel/core/bus.ts';
import { startJob } from '../../platform/job.ts';
import type { Log } from '../../platform/log.ts';
import type { Pool } from '../../platform/postgres.ts';

const EVERY_MS = 60_000;
/** Who was refused for as long stays without an invitation. */
const RECENT_MS = 86_400_000;
const RUN_MAX = 200;

export interface LinkInvitedDeps {
  readonly pool: Pool;
  readonly bus: Pick<CoreBus, 'submit'>;
  readonly now: () => number;
}

/**
 * Puts into the log who invited whom, where the sign-up could not: the core was away. The id is the
 * same, so nobody is put there twice.
 */
export async function linkInvited({ pool, bus, now }: LinkInvitedDeps): Promise<number> {
  const { rows } = await pool.query<{ friend: number; inviter: number }>(
    `select u.id as friend, u.invited_by as inviter from users u
      where u.invited_by is not null and (u.created_at >= $1 or u.upgraded_at >= $1)
        and not exists (select 1 from referral_links l where l.friend = u.id)
      order by u.created_at desc limit ${RUN_MAX}`,
    [new Date(now() - RECENT_MS)],
  );
  const answers = await Promise.all(
    rows.map(({ friend, inviter }) =>
      bus.submit({
        id: `referrals.link:${friend}`,
        userId: inviter,
        book: 'real',
        type: 'referrals.link',
        body: { friend },
      }),
    ),
  );
  return answers.filter(({ code }) => code === 200).length;
}

/** The way to stop it. */
export const startLinkInvited = ({ log, ...deps }: LinkInvitedDeps & { readonly log: Pick<Log, 'warn'> }) =>
  startJob({
    work: () => linkInvited(deps),
    everyMs: EVERY_MS,
    onFailure: (error) => log.warn({ err: error }, 'who invited whom could not be looked up; the next run tries again'),
  });
