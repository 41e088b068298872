import { code } from '@glasshouse/api/codes';
import { type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { arePushKeys } from '../../platform/push/encrypt.ts';
import { type IsPushService, isPushService } from '../../platform/push/services.ts';
import { choicesOf, choose } from './choices.ts';
import { markRead, NOTIFICATIONS_CURSOR_PARTS, notificationsOf } from './queries.ts';
import { subscribe, subscriptionsOf, unsubscribe } from './subscriptions.ts';

export interface NotificationCallsDeps {
  readonly pool: Pool;
  readonly nameOf: (code: string) => string;
  readonly now: () => number;
  /** What browsers subscribe with. */
  readonly pushKey: string;
  /** Which addresses are push services; for tests. */
  readonly isService?: IsPushService;
}

export function notificationCalls({ pool, nameOf, now, pushKey, isService = isPushService }: NotificationCallsDeps) {
  return {
    async listNotifications({ query }, context) {
      const page = readPage(query, NOTIFICATIONS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { userId } = callerOf(context);
      const reader = { userId, language: context.language, nameOf, unread: query.unread ?? false };
      return done(await notificationsOf(pool, reader, page));
    },
    async markNotificationsRead({ body }, context) {
      const { userId } = callerOf(context);
      return done({ read: await markRead(pool, { userId, ids: body.ids, now: now() }) });
    },
    async getNotices(_input, context) {
      const { userId } = callerOf(context);
      const [kinds, browsers, { rows }] = await Promise.all([
        choicesOf(pool, userId),
        subscriptionsOf(pool, userId),
        pool.query<{ email: string | null }>('select email from users where id = $1', [userId]),
      ]);
      return done({ kinds, hasEmail: (rows[0]?.email ?? null) !== null, pushKey, browsers });
    },
    async setNotice({ body }, context) {
      await choose(pool, callerOf(context).userId, body.kind, body);
      return done(null);
    },
    async subscribePush({ body }, context) {
      const { userId } = callerOf(context);
      const { endpoint, p256dh = '', auth = '' } = body;
      if (p256dh === '' && auth === '') {
        await unsubscribe(pool, userId, endpoint);
        return done(null);
      }
      if (!isService(endpoint)) return refuse(code.pushServiceUnknown, 'endpoint');
      if (!arePushKeys({ p256dh, auth })) return refuse(code.wrongFormat, 'p256dh');
      const userAgent = context.userAgent.slice(0, 300);
      await subscribe(pool, { userId, endpoint, p256dh, auth, userAgent, now: now() });
      return done(null);
    },
  } satisfies CallHandlers;
}
