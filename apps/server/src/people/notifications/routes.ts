import { type CallHandlers, callerOf, done } from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { markRead, NOTIFICATIONS_CURSOR_PARTS, notificationsOf } from './queries.ts';

export interface NotificationCallsDeps {
  readonly pool: Pool;
  readonly nameOf: (code: string) => string;
  readonly now: () => number;
}

export function notificationCalls({ pool, nameOf, now }: NotificationCallsDeps): CallHandlers {
  return {
    async listNotifications({ query }, context) {
      const page = readPage(query, NOTIFICATIONS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { userId } = callerOf(context);
      const of = { userId, language: context.language, nameOf, unread: query.unread ?? false };
      return done(await notificationsOf(pool, of, page));
    },
    async markNotificationsRead({ body }, context) {
      const { userId } = callerOf(context);
      return done({ read: await markRead(pool, { userId, ids: body.ids, now: now() }) });
    },
  };
}
