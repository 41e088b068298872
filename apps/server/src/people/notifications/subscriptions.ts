import type { Pool } from '../../platform/postgres.ts';
import type { PushKeys } from '../../platform/push/encrypt.ts';

/** Browsers of one person; the oldest goes for a new one. */
const SUBSCRIPTIONS_MAX = 20;

export interface NewSubscription extends PushKeys {
  readonly userId: number;
  readonly endpoint: string;
  readonly userAgent: string;
  readonly now: number;
}

/** A browser belongs to who subscribed it last. */
export async function subscribe(pool: Pool, subscription: NewSubscription): Promise<void> {
  await pool.query(
    `insert into push_subscriptions (user_id, endpoint, p256dh, auth, user_agent, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
       user_agent = excluded.user_agent, created_at = excluded.created_at`,
    [
      subscription.userId,
      subscription.endpoint,
      subscription.p256dh,
      subscription.auth,
      subscription.userAgent,
      new Date(subscription.now),
    ],
  );
  await pool.query(
    `delete from push_subscriptions where user_id = $1 and id not in
       (select id from push_subscriptions where user_id = $1 order by created_at desc, id desc limit ${SUBSCRIPTIONS_MAX})`,
    [subscription.userId],
  );
}

export async function unsubscribe(pool: Pool, userId: number, endpoint: string): Promise<void> {
  await pool.query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [userId, endpoint]);
}

/** Addresses of the person's browsers, so that a page knows whether it is one of them. */
export async function subscriptionsOf(pool: Pool, userId: number): Promise<string[]> {
  const { rows } = await pool.query<{ endpoint: string }>(
    'select endpoint from push_subscriptions where user_id = $1 order by id',
    [userId],
  );
  return rows.map(({ endpoint }) => endpoint);
}
