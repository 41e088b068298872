import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import {
  PERSON_COLUMNS,
  type Person,
  type PersonColumns,
  peopleOf,
  personOf,
  prefixed,
} from '../funding/operator-reads.ts';
import type { WatcherState } from '../funding/watched.ts';
import { DEPOSITS_TABLE, type Deposit } from './rows.ts';

export type DepositItem = OperatorResultOf<'listDepositQueue'>['items'][number];
export type DepositRow = Deposit & PersonColumns & { readonly request: number | null };
type Filter = OperatorQueryOf<'listDepositQueue'>;

/** Due time, then number: what is due first comes first, and pages go on from there. */
export const QUEUE_CURSOR_PARTS = 2;
const RELATED_MAX = 20;

const CONDITIONS = {
  waiting: `d.state in ('pending', 'reviewing', 'returning')`,
  confirming: `d.state = 'confirming'`,
  held: 'exists (select 1 from deposit_holds h where h.deposit = d.id and h.closed_at is null)',
  frozen: '(d.frozen > 0 or d.owed > 0)',
  all: 'true',
} as const;

/** Who reads the case is told of the request that a second person decides. */
const REQUEST = `select r.id from operator_requests r
  where r.state = 'waiting' and r.user_id = d.user_id and r.subject = 'deposit ' || d.id`;

const SELECT = `select ${prefixed(selectList(DEPOSITS_TABLE), 'd')}, ${PERSON_COLUMNS}, (${REQUEST} limit 1) as request
  from deposits d join users u on u.id = d.user_id`;

/** One page of a queue. Waiting ones by deadline, others newest first. */
export async function depositQueue(
  pool: Pool,
  filter: Filter,
  page: PageRequest,
  now: number,
): Promise<OperatorResultOf<'listDepositQueue'>> {
  const queue =
    filter.queue ??
    (filter.state === undefined && filter.userId === undefined && filter.q === undefined ? 'waiting' : 'all');
  const isWaiting = queue === 'waiting';
  const [due = 0, id = isWaiting ? 0 : Number.MAX_SAFE_INTEGER] = page.after ?? [];
  const { rows } = await pool.query<DepositRow>(
    `${SELECT} where ${CONDITIONS[queue]}
       and ${isWaiting ? `(coalesce((extract(epoch from d.due_at) * 1000)::bigint, 0), d.id) > ($1, $2)` : '$1::bigint is not null and d.id < $2'}
       and ($3::text is null or d.state = $3) and ($4::bigint is null or d.user_id = $4)
       and ($5::text is null or d.id::text = $5 or d.tx_hash = $5 or lower(d.address) = lower($5) or lower(d.sender) = lower($5))
     order by ${isWaiting ? 'coalesce((extract(epoch from d.due_at) * 1000)::bigint, 0), d.id' : 'd.id desc'} limit $6`,
    [due, id, filter.state ?? null, filter.userId ?? null, filter.q ?? null, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (row) => depositItem(row, now),
    (row) => [isWaiting ? (row.due_at ?? 0) : 0, row.id],
  );
}

export async function depositRow(pool: Pool, id: number): Promise<DepositRow | undefined> {
  const { rows } = await pool.query<DepositRow>(`${SELECT} where d.id = $1`, [id]);
  return rows[0];
}

/** The person's other deposits, newest first. */
export async function earlierDeposits(pool: Pool, row: DepositRow, now: number): Promise<DepositItem[]> {
  const { rows } = await pool.query<DepositRow>(
    `${SELECT} where d.user_id = $1 and d.id <> $2 order by d.id desc limit ${RELATED_MAX}`,
    [row.user_id, row.id],
  );
  return rows.map((row) => depositItem(row, now));
}

type CaseFinding = NonNullable<OperatorResultOf<'getDepositCase'>['finding']>;
export type FindingRow = Omit<CaseFinding, 'senderName' | 'senderAccount'> & { readonly sender: string | null };

/** What a reviewer found: what waits for a second person, or else what was decided by. */
export async function findingOf(pool: Pool, id: number): Promise<FindingRow | undefined> {
  const { rows } = await pool.query<FindingRow>(
    `select id as request, body ->> 'arrived' as amount, coalesce(body ->> 'hash', '') as evidence,
            (body ->> 'output')::int as output, body ->> 'basis' as basis, body ->> 'valueDate' as "valueDate",
            body ->> 'payer' as payer, body ->> 'sender' as sender
       from operator_requests
      where state = 'waiting' and type = 'deposits.review' and (body ->> 'id')::bigint = $1 and body ->> 'arrived' is not null
      union all
     select null, trim_scale(amount)::text, evidence, output, basis, value_date, payer, sender
       from deposit_findings where deposit = $1
      limit 1`,
    [id],
  );
  return rows[0];
}

/** What a step back sets free: the payment back if it was entered, all of its entries otherwise. */
export async function mistakenEntries(pool: Pool, { id, state }: Pick<Deposit, 'id' | 'state'>): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select key from evidence where subject = $1 and subject_kind = 'deposit' and released_by is null
        and ($2 or bound_by = (select max(bound_by) from evidence where subject = $1 and released_by is null))
      order by key limit ${RELATED_MAX}`,
    [id, state !== 'returned'],
  );
  return rows.map(({ key }) => key);
}

/** How the watcher of a network is, as the core was told. */
export async function watcherOfNetwork(pool: Pool, network: string | null): Promise<WatcherState> {
  const { rows } = await pool.query<{ state: WatcherState }>('select state from watched_networks where network = $1', [
    network,
  ]);
  return rows[0]?.state ?? 'none';
}

/** Other people whose deposits came from the same sender. */
export async function sameSender(pool: Pool, row: DepositRow): Promise<Person[]> {
  if (row.sender === null) return [];
  const { rows } = await pool.query<{ user_id: number }>(
    `select distinct user_id from deposits where sender = $1 and user_id <> $2 limit ${RELATED_MAX}`,
    [row.sender, row.user_id],
  );
  return peopleOf(
    pool,
    rows.map(({ user_id }) => user_id),
  );
}

/** Other deposits under the same hash: reports by others, or outputs of one transaction. */
export async function sameHash(pool: Pool, row: DepositRow): Promise<OperatorResultOf<'getDepositCase'>['sameHash']> {
  if (row.tx_hash === null || row.network === null) return [];
  const { rows } = await pool.query<PersonColumns & { id: number; state: Deposit['state'] }>(
    `select d.id, d.state, d.user_id, ${PERSON_COLUMNS} from deposit_hashes h join deposits d on d.id = h.deposit
       join users u on u.id = d.user_id
      where h.network = $1 and h.tx_hash = $2 and d.id <> $3 order by d.id limit ${RELATED_MAX}`,
    [row.network, row.tx_hash, row.id],
  );
  return rows.map((row) => ({ id: row.id, user: personOf(row), state: row.state }));
}

export function depositItem(row: DepositRow, now: number): DepositItem {
  return {
    id: row.id,
    user: personOf(row),
    method: row.method,
    symbol: row.asset,
    network: row.network as DepositItem['network'],
    valueUsdt: row.value_usdt,
    createdAt: isoTime(row.placed_at),
    dueAt: row.due_at === null ? null : isoTime(row.due_at),
    isOverdue: row.due_at !== null && row.due_at < now,
    state: row.state,
    claimed: row.claimed,
    currency: row.currency,
    arrived: row.arrived,
    txHash: row.tx_hash,
    hasProof: row.proof !== null,
    simulated: row.simulated,
    frozen: row.frozen,
    owed: row.owed,
    request: row.request,
  };
}

/** How many wait for a person, since when, and until when. */
export async function depositsWaiting(pool: Pool) {
  const { rows } = await pool.query<{
    waiting: number;
    cases: number;
    oldest: number | null;
    due: number | null;
  }>(
    `select count(*)::int as waiting, (extract(epoch from min(placed_at)) * 1000)::bigint as oldest,
            (extract(epoch from min(due_at)) * 1000)::bigint as due,
            (select count(*)::int from deposits d
              where (${CONDITIONS.waiting} or ${CONDITIONS.held}) and not exists (${REQUEST})) as cases
       from deposits where state in ('pending', 'reviewing', 'returning')`,
  );
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, cases: row?.cases ?? 0, oldestAt: row?.oldest ?? null, dueAt: row?.due ?? null };
}
