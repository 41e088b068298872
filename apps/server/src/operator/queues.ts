import { rolesAllow } from '@glasshouse/api/operator/permissions';
import { QUEUE_PERMISSIONS, QUEUES, type Queue } from '@glasshouse/api/operator/queues';
import type { Pool } from '../platform/postgres.ts';

/** Epoch ms, null where nothing waits. */
export interface QueueState {
  readonly waiting: number;
  /** Rows of the merged queue; left out where every waiting item is one. */
  readonly cases?: number;
  readonly oldestAt: number | null;
  readonly dueAt: number | null;
}

/** Counts what waits in each queue; a module hands in its own. */
export type QueueCounts = { readonly [Name in Queue]?: () => Promise<QueueState> };

export async function requestsWaiting(pool: Pool): Promise<QueueState> {
  const { rows } = await pool.query<{ waiting: number; oldest: number | null; due: number | null }>(
    `select count(*)::int as waiting, min(asked_at) as oldest, min(expires_at) as due
       from operator_requests where state = 'waiting'`,
  );
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null, dueAt: row?.due ?? null };
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export interface QueueLine {
  readonly queue: Queue;
  readonly waiting: number;
  readonly cases: number;
  readonly oldestAt: string | null;
  readonly dueAt: string | null;
}

/** Every queue that a module counts, whoever may see it. */
export async function countQueues(counts: QueueCounts): Promise<QueueLine[]> {
  const counted = QUEUES.flatMap((queue) => {
    const count = counts[queue];
    return count === undefined ? [] : [{ queue, count }];
  });
  return Promise.all(
    counted.map(async ({ queue, count }) => {
      const { waiting, cases = waiting, oldestAt, dueAt } = await count();
      return { queue, waiting, cases, oldestAt: iso(oldestAt), dueAt: iso(dueAt) };
    }),
  );
}

export const maySee = (roles: readonly string[], queue: Queue): boolean =>
  rolesAllow(roles, QUEUE_PERMISSIONS[queue].read);
export const mayWork = (roles: readonly string[], queue: Queue): boolean =>
  rolesAllow(roles, QUEUE_PERMISSIONS[queue].work);
