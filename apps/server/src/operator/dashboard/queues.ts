import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Pool } from '../../platform/postgres.ts';

type Queue = OperatorResultOf<'getDashboard'>['queues'][number];

/** What waits for a person, as its table has it. */
export interface QueueSource {
  readonly queue: Queue['queue'];
  /** `from … where …`: what waits. */
  readonly from: string;
  /** SQL of since when, and of the deadline; null without one. */
  readonly since: string;
  readonly due: string | null;
}

const REQUESTS_QUEUE: QueueSource = {
  queue: 'requests',
  from: `operator_requests where state = 'waiting'`,
  since: 'asked_at',
  due: 'expires_at',
};

export const QUEUE_SOURCES: readonly QueueSource[] = [
  { queue: 'kyc', from: `kyc_cases where state = 'pending'`, since: 'submitted_at', due: 'review_by' },
  { queue: 'deposits', from: `deposits where state in ('pending', 'reviewing')`, since: 'placed_at', due: 'due_at' },
  { queue: 'withdrawals', from: `withdrawals where state = 'pending'`, since: 'placed_at', due: 'due_at' },
  { queue: 'payouts', from: `withdrawals where state = 'approved'`, since: 'approved_at', due: null },
  { queue: 'loans', from: `loans where state = 'pending'`, since: 'placed_at', due: 'review_by' },
  REQUESTS_QUEUE,
];

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export async function queuesOf(pool: Pool, sources: readonly QueueSource[], now: number): Promise<Queue[]> {
  return Promise.all(
    sources.map(async ({ queue, from, since, due }) => {
      const { rows } = await pool.query<{
        waiting: number;
        oldest: number | null;
        due: number | null;
        overdue: number;
      }>(
        `select count(*) as waiting, min(${since}) as oldest, ${due === null ? 'null::timestamptz' : `min(${due})`} as due,
                ${due === null ? '0::bigint' : `count(*) filter (where ${due} < $1)`} as overdue
           from ${from} and $1::timestamptz is not null`,
        [new Date(now)],
      );
      const row = rows[0]!;
      return {
        queue,
        waiting: row.waiting,
        oldestAt: isoOrNull(row.oldest),
        dueAt: isoOrNull(row.due),
        overdue: row.overdue,
      };
    }),
  );
}
