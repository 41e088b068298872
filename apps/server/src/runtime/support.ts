import type { CoreBus } from '../kernel/core/bus.ts';
import { createLooks } from '../operator/looks.ts';
import type { Clock } from '../platform/clock.ts';
import { startJob } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';
import type { MailSender } from '../platform/mail.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Sockets } from '../realtime/fanout/supervisor.ts';
import { Hub } from '../support/hub.ts';
import type { SupportVault } from '../support/images.ts';
import { tellAway } from '../support/mails.ts';
import { supportOperatorCalls } from '../support/operator-routes.ts';
import { tidySupport } from '../support/retention.ts';
import { supportCalls } from '../support/routes.ts';

const TELL_EVERY_MS = 10_000;
const TIDY_EVERY_MS = 3_600_000;

export interface SupportDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly vault: SupportVault;
  readonly clock: Clock;
  /** Undefined in tests that watch no sockets. */
  readonly sockets?: Pick<Sockets, 'publishUserEvents' | 'revoke'>;
}

export interface Support {
  readonly hub: Hub;
  readonly calls: ReturnType<typeof supportCalls>;
  readonly operatorCalls: ReturnType<typeof supportOperatorCalls>;
}

/** Support with the sockets of customers. */
export function openSupport({ pool, bus, vault, clock, sockets }: SupportDeps): Support {
  const { now } = clock;
  const hub = new Hub({
    pool,
    now,
    publish: (userId, data) =>
      sockets?.publishUserEvents([{ userId, book: 'real', kind: 'support', data, seq: 0, at: now() }]),
    revoke: (userId) => sockets?.revoke({ userIds: [userId] }),
  });
  return {
    hub,
    calls: supportCalls({ pool, hub, vault, now }),
    operatorCalls: supportOperatorCalls({ pool, hub, vault, now, looks: createLooks({ bus, now }) }),
  };
}

/** Mails to who is away, and what is over; the way to stop both. */
export function startSupport(deps: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly mail: Pick<MailSender, 'wake'>;
  readonly site: string;
  readonly log: Pick<Log, 'warn'>;
}): () => Promise<void> {
  const { now } = deps.clock;
  const stops = [
    startJob({
      everyMs: TELL_EVERY_MS,
      work: () => tellAway({ ...deps, now }),
      onFailure: (error) => deps.log.warn({ err: error }, 'nobody was told of answers; the next run tries again'),
    }),
    startJob({
      everyMs: TIDY_EVERY_MS,
      work: (isStopping) => tidySupport({ ...deps, now }, isStopping),
      onFailure: (error) => deps.log.warn({ err: error }, 'old conversations stay; the next run tries again'),
    }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
