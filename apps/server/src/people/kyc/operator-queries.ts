import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { CASE_COLUMNS } from './queries.ts';
import { ASSESSMENTS_TABLE, type KycAssessment, type KycCase, type KycLevel } from './rows.ts';

export { caseById } from './queries.ts';

type QueuePage = OperatorResultOf<'listKycQueue'>;
type QueueItem = QueuePage['items'][number];
type CaseView = OperatorResultOf<'getKycCase'>;

/** Waiting ones: due and number; decided ones: the log entry that decided. */
export const QUEUE_CURSOR_PARTS = 2;
const HISTORY_MAX = 50;

const iso = (at: number | null): string | null => (at === null ? null : isoTime(at));

/** Cases as queue items, with the newest word of a provider. */
export async function withAssessments(pool: Pool, cases: readonly KycCase[]): Promise<QueueItem[]> {
  const { rows } = await pool.query<KycAssessment>(
    `select distinct on (case_id) ${selectList(ASSESSMENTS_TABLE)} from kyc_assessments
      where case_id = any($1) order by case_id, seq desc`,
    [cases.map(({ id }) => id)],
  );
  const assessments = new Map(rows.map((row) => [row.case_id, row]));
  return cases.map((kase) => {
    const found = assessments.get(kase.id);
    return {
      id: kase.id,
      userId: kase.user_id,
      level: kase.level,
      state: kase.state,
      attempt: kase.attempt,
      submittedAt: isoTime(kase.submitted_at),
      reviewBy: isoTime(kase.review_by),
      reviewedAt: iso(kase.reviewed_at),
      reviewer: kase.reviewer,
      reason: kase.reason,
      assessment:
        found === undefined
          ? null
          : {
              provider: found.provider,
              outcome: found.outcome,
              reason: found.reason,
              refused: [...found.refused],
              at: isoTime(found.at),
            },
    };
  });
}

/** What waits: due first. What is decided: newest first. */
export async function casesPage(
  pool: Pool,
  filter: {
    readonly state: KycCase['state'] | 'all';
    readonly level: KycLevel | undefined;
    readonly userId: number | undefined;
  },
  page: PageRequest,
): Promise<QueuePage> {
  const isWaiting = filter.state === 'pending';
  const place = isWaiting ? '(extract(epoch from review_by) * 1000)::bigint' : 'id';
  const [order, beyond] = isWaiting ? ['asc', '>'] : ['desc', '<'];
  const [first, second] = page.after ?? (isWaiting ? [0, 0] : [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  const { rows } = await pool.query<KycCase>(
    `select ${CASE_COLUMNS} from kyc_cases
      where ($1 = 'all' or state = $1) and ($2::text is null or level = $2) and ($3::bigint is null or user_id = $3)
        and (${place}, id) ${beyond} ($4, $5)
      order by ${isWaiting ? 'review_by' : 'id'} ${order}, id ${order} limit $6`,
    [filter.state, filter.level ?? null, filter.userId ?? null, first, second, page.limit + 1],
  );
  const items = new Map((await withAssessments(pool, rows)).map((item) => [item.id, item]));
  return pageOf(
    rows,
    page.limit,
    (row) => items.get(row.id)!,
    (row) => [isWaiting ? row.review_by : row.id, row.id],
  );
}

/** The person's other cases, newest first. */
export async function historyOf(pool: Pool, kase: KycCase): Promise<CaseView['earlier']> {
  const { rows } = await pool.query<KycCase>(
    `select ${CASE_COLUMNS} from kyc_cases where user_id = $1 and id <> $2 order by id desc limit ${HISTORY_MAX}`,
    [kase.user_id, kase.id],
  );
  return rows.map(({ id, level, state, submitted_at, reason }) => ({
    id,
    level,
    state,
    submittedAt: isoTime(submitted_at),
    reason,
  }));
}

/** Who looked at the person's identity and documents, newest first. */
export async function viewsOf(pool: Pool, userId: number): Promise<CaseView['views']> {
  const { rows } = await pool.query<{ operator: number; name: string; subject: string; at: number }>(
    `select v.operator, o.name, v.subject, v.at from operator_views v join operators o on o.id = v.operator
      where v.user_id = $1 and v.kind in ('identity', 'documents') order by v.seq desc limit ${HISTORY_MAX}`,
    [userId],
  );
  return rows.map(({ operator, name, subject, at }) => ({
    operator: { id: operator, name },
    subject,
    at: isoTime(at),
  }));
}

/** For the counts of the queues. */
export async function casesWaiting(pool: Pool) {
  const { rows } = await pool.query<{ waiting: number; oldest: number | null; due: number | null }>(
    `select count(*)::int as waiting, min(submitted_at) as oldest, min(review_by) as due
       from kyc_cases where state = 'pending'`,
  );
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null, dueAt: row?.due ?? null };
}
