import { type DeliveryDeps, noticeTeller } from '../people/notifications/delivery.ts';
import { type PushSenderDeps, sendPushes } from '../people/notifications/push-sender.ts';
import { startJob } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';

const TELL_EVERY_MS = 5_000;

export type NoticesDeps = DeliveryDeps & PushSenderDeps & { readonly log: Pick<Log, 'warn'> };

/** Tells people of what is new by mail and push, as they chose; the way to stop it. */
export function startNotices(deps: NoticesDeps): () => Promise<void> {
  const tell = noticeTeller(deps);
  return startJob({
    everyMs: TELL_EVERY_MS,
    work: async (isStopping) => {
      await tell(isStopping);
      await sendPushes(deps, isStopping);
    },
    onFailure: (error) => deps.log.warn({ err: error }, 'notifications could not be sent; the next run tries again'),
  });
}
