import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { rolesAllow } from '@glasshouse/api/operator/permissions';
import { amountOf } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { maskedAccount } from '../funding/iban.ts';
import { PERSON_COLUMNS, type PersonColumns, personOf, prefixed } from '../funding/operator-reads.ts';
import { readParameters } from '../funding/parameters.ts';
import type { BankAccount } from '../funding/private-details.ts';
import { LIMIT_KEYS, limitsCrossed, payoutLimits } from './limits.ts';
import type { Reads } from './queries.ts';
import { type Approver, WITHDRAWALS_TABLE, type Withdrawal } from './rows.ts';

export type WithdrawalItem = OperatorResultOf<'listWithdrawalQueue'>['items'][number];
export type WithdrawalRow = Withdrawal & PersonColumns & { readonly request: number | null };
type Filter = OperatorQueryOf<'listWithdrawalQueue'>;

export const QUEUE_CURSOR_PARTS = 2;
const RELATED_MAX = 20;
const PAYERS_MAX = 20;
const COUNTED_MAX = 10_000;

const CONDITIONS = {
  waiting: `w.state = 'pending'`,
  payable: `w.state = 'approved' and w.batch is null`,
  sent: `w.state = 'sent'`,
  trouble: `w.trouble is not null and (w.closed_at is null or w.trouble = 'paidTwice')`,
  all: 'true',
} as const;

const REQUEST = `select r.id from operator_requests r where r.state = 'waiting' and r.user_id = w.user_id
    and r.type in ('withdrawals.review', 'withdrawals.failed', 'withdrawals.confirm', 'withdrawals.settle')
    and (r.body ->> 'id')::bigint = w.id`;

const SELECT = `select ${prefixed(selectList(WITHDRAWALS_TABLE), 'w')}, ${PERSON_COLUMNS}, (${REQUEST} limit 1) as request
  from withdrawals w join users u on u.id = w.user_id`;

/** One page of a queue. Waiting ones by deadline, others newest first. */
export async function withdrawalQueue(
  reads: Reads,
  filter: Filter,
  page: PageRequest,
  viewer: Viewer,
): Promise<OperatorResultOf<'listWithdrawalQueue'>> {
  const isPlain = [filter.state, filter.userId, filter.batch, filter.q].every((value) => value === undefined);
  const queue = filter.queue ?? (isPlain ? 'waiting' : 'all');
  const isWaiting = queue === 'waiting';
  const [due = 0, id = isWaiting ? 0 : Number.MAX_SAFE_INTEGER] = page.after ?? [];
  const { rows } = await reads.pool.query<WithdrawalRow>(
    `${SELECT} where ${CONDITIONS[queue]}
       and ${isWaiting ? `(coalesce((extract(epoch from w.due_at) * 1000)::bigint, 0), w.id) > ($1, $2)` : '$1::bigint is not null and w.id < $2'}
       and ($3::text is null or w.state = $3) and ($4::bigint is null or w.user_id = $4)
       and ($5::bigint is null or w.batch = $5)
       and ($6::text is null or w.id::text = $6 or w.tx_hash = $6 or lower(w.address) = lower($6))
     order by ${isWaiting ? 'coalesce((extract(epoch from w.due_at) * 1000)::bigint, 0), w.id' : 'w.id desc'} limit $7`,
    [due, id, filter.state ?? null, filter.userId ?? null, filter.batch ?? null, filter.q ?? null, page.limit + 1],
  );
  const view = await itemView(reads, rows, viewer);
  return pageOf(rows, page.limit, view, (row) => [isWaiting ? (row.due_at ?? 0) : 0, row.id]);
}

export async function withdrawalRow(pool: Pool, id: number): Promise<WithdrawalRow | undefined> {
  const { rows } = await pool.query<WithdrawalRow>(`${SELECT} where w.id = $1`, [id]);
  return rows[0];
}

export async function withdrawalRows(pool: Pool, ids: readonly number[]): Promise<WithdrawalRow[]> {
  const { rows } = await pool.query<WithdrawalRow>(`${SELECT} where w.id = any($1::bigint[]) order by w.id`, [ids]);
  return rows;
}

/** The person's other withdrawals, newest first. */
export async function earlierWithdrawals(reads: Reads, row: WithdrawalRow, viewer: Viewer): Promise<WithdrawalItem[]> {
  const { rows } = await reads.pool.query<WithdrawalRow>(
    `${SELECT} where w.user_id = $1 and w.id <> $2 order by w.id desc limit ${RELATED_MAX}`,
    [row.user_id, row.id],
  );
  return rows.map(await itemView(reads, rows, viewer));
}

/** For whom rows are shown: who may approve alone depends on it. */
export interface Viewer {
  readonly now: number;
  readonly by: Approver;
}

/** What is needed of all rows is read once. */
export async function itemView(reads: Reads, rows: readonly WithdrawalRow[], { now, by }: Viewer) {
  const { pool } = reads;
  const [banks, settings, counted, operators] = await Promise.all([
    reads.details.read<BankAccount>(rows.map(({ details }) => details)),
    readParameters(pool, ...LIMIT_KEYS, 'withdrawal.separate_duties_usdt'),
    rows.some(({ state }) => state === 'pending') ? countedRows(pool) : [],
    activeOperators(pool),
  ]);
  const limits = payoutLimits((key) => settings[key]);
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  const leastSeparate = amountOf(settings['withdrawal.separate_duties_usdt']);
  return (row: WithdrawalRow): WithdrawalItem => {
    const bank = banks.get(row.details ?? '');
    const crossed = row.state === 'pending' ? limitsCrossed(row, { counted, limits, by, at: now }) : [];
    const approvers = row.approvers ?? [];
    const isSeparate = row.value_usdt === null || leastSeparate <= amountOf(row.value_usdt);
    return {
      id: row.id,
      user: personOf(row),
      method: row.method,
      symbol: row.asset,
      network: row.network as WithdrawalItem['network'],
      valueUsdt: row.value_usdt,
      createdAt: isoTime(row.placed_at),
      dueAt: row.due_at === null ? null : isoTime(row.due_at),
      isOverdue: row.due_at !== null && row.due_at < now,
      state: row.state,
      amount: row.amount,
      fee: row.fee,
      received: row.received,
      currency: row.currency ?? row.asset,
      currencyAmount: row.currency_amount ?? row.received,
      address: row.address ?? (bank === undefined ? null : maskedAccount(bank.accountNumber)),
      batch: row.batch,
      file: row.file,
      trouble: row.trouble,
      needsSecondPerson: 0 < crossed.length,
      limits: [...crossed],
      approvedBy: approvers.map(({ operator }) => names.get(operator) ?? String(operator)),
      payers: operators
        .filter(({ roles }) => rolesAllow(roles, 'withdrawals.pay'))
        .filter(({ id }) => !isSeparate || approvers.every(({ operator }) => operator !== id))
        .slice(0, PAYERS_MAX)
        .map(({ name }) => name),
      request: row.request,
    };
  };
}

/** Approved within a week, as the core counts them. */
async function countedRows(pool: Pool): Promise<Withdrawal[]> {
  const { rows } = await pool.query<Withdrawal>(
    `select ${selectList(WITHDRAWALS_TABLE)} from withdrawals where counts_until is not null
      order by id desc limit ${COUNTED_MAX}`,
  );
  return rows;
}

async function activeOperators(pool: Pool): Promise<{ id: number; name: string; roles: readonly string[] }[]> {
  const { rows } = await pool.query<{ id: number; name: string; roles: readonly string[] }>(
    `select id, name, roles from operators where state = 'active' order by name limit 500`,
  );
  return rows;
}

/** How many wait for a person, since when, and until when. */
export async function withdrawalsWaiting(pool: Pool) {
  const { rows } = await pool.query<{
    waiting: number;
    cases: number;
    oldest: number | null;
    due: number | null;
  }>(
    `select count(*)::int as waiting, count(*) filter (where not exists (${REQUEST}))::int as cases,
            (extract(epoch from min(placed_at)) * 1000)::bigint as oldest,
            (extract(epoch from min(due_at)) * 1000)::bigint as due
       from withdrawals w where state = 'pending'`,
  );
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, cases: row?.cases ?? 0, oldestAt: row?.oldest ?? null, dueAt: row?.due ?? null };
}
