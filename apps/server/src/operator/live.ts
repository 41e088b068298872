import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Clock } from '../platform/clock.ts';
import type { Pool } from '../platform/postgres.ts';
import { claimsAt } from './claims.ts';
import { countQueues, maySee, type QueueCounts } from './queues.ts';

export type Waiting = OperatorResultOf<'getQueues'>;

/** Everything that waits and who works on it, whoever may see it. */
export async function readWaiting(deps: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly counts: QueueCounts;
  readonly chats: () => Promise<Waiting['chats']>;
}): Promise<Waiting> {
  const [queues, claims, chats] = await Promise.all([
    countQueues(deps.counts),
    claimsAt(deps.pool, deps.clock.now()),
    deps.chats(),
  ]);
  return { queues, claims: claims.map((claim) => ({ ...claim, until: new Date(claim.until).toISOString() })), chats };
}

/** The part of it that the roles may see. */
export const visibleTo = ({ queues, claims, chats }: Waiting, roles: readonly string[]): Waiting => ({
  queues: queues.filter(({ queue }) => maySee(roles, queue)),
  claims: claims.filter(({ queue }) => maySee(roles, queue)),
  chats: maySee(roles, 'support') ? chats : [],
});
