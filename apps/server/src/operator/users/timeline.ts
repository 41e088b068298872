import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { deviceName } from '../../people/auth/device-name.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';

export type UserEvents = OperatorResultOf<'listUserEvents'>;
export type UserEvent = UserEvents['items'][number];
export type UserEventKind = UserEvent['kind'];

/** Time, source and number: a place among everything that happened. */
export const EVENTS_CURSOR_PARTS = 3;

/**
 * Where events come from. Each is a query over one person's rows with the columns below, newest
 * first; `rank` tells events of the same moment apart. `$1` is the person; `at` and `id` are
 * bounded, so that a page deep in the past costs as much as the first.
 */
export interface EventSource {
  readonly rank: number;
  readonly kinds: readonly UserEventKind[];
  /** Its columns from `kind` on, in the order of `EventRow`, and where they come from. */
  readonly sql: string;
  /** SQL of its time, and of its number. */
  readonly at: string;
  readonly id: string;
  /** Its number is that of the log entry that made it, which follows time. */
  readonly byLog: boolean;
  /** An index serves it for each book apart. */
  readonly byBook: boolean;
}

const plain = { byLog: false, byBook: false } as const;
const order = { kinds: ['order'], byLog: true, byBook: true } as const;

export const EVENT_SOURCES: readonly EventSource[] = [
  {
    ...plain,
    rank: 1,
    kinds: ['registered'],
    at: 'created_at',
    id: 'id',
    sql: `'registered' as kind, kind as type, null as state, null as book, coalesce(username, email, '') as subject,
          null as amount, null as text, null::bigint as operator, null::bigint as seq from users where id = $1`,
  },
  {
    ...plain,
    rank: 2,
    kinds: ['registered'],
    at: 'upgraded_at',
    id: 'id',
    sql: `'registered' as kind, 'upgraded' as type, null as state, null as book, coalesce(username, email, '') as subject,
          null as amount, null as text, null::bigint as operator, null::bigint as seq
          from users where id = $1 and upgraded_at is not null`,
  },
  {
    ...plain,
    rank: 3,
    kinds: ['signedIn'],
    at: 'created_at',
    id: 'id',
    sql: `'signedIn' as kind, 'session' as type, case when revoked_at is null then 'open' else 'ended' end as state,
          null as book, ip || ' ' || user_agent as subject, null as amount, null as text, null::bigint as operator,
          null::bigint as seq from sessions where user_id = $1`,
  },
  {
    ...order,
    rank: 4,
    at: 'placed_at',
    id: 'id',
    sql: `'order' as kind, 'options' as type, coalesce(outcome, state) as state, book, code || ' ' || direction as subject,
          trim_scale(stake) || ' ' || asset as amount, null as text, null::bigint as operator, id as seq
          from option_orders where user_id = $1`,
  },
  {
    ...order,
    rank: 5,
    at: 'placed_at',
    id: 'id',
    sql: `'order' as kind, 'contracts' as type, state, book, code || ' ' || side || ' ×' || leverage as subject,
          trim_scale(lots)::text as amount, null as text, null::bigint as operator, id as seq
          from contract_orders where user_id = $1`,
  },
  {
    ...order,
    rank: 6,
    at: 'placed_at',
    id: 'id',
    sql: `'order' as kind, 'spot' as type, state, book, code || ' ' || side as subject,
          coalesce(trim_scale(quantity) || ' ' || base, trim_scale(amount) || ' ' || quote) as amount, null as text,
          null::bigint as operator, id as seq from spot_orders where user_id = $1`,
  },
  {
    ...order,
    // Numbered when it was asked for, made when its price came.
    byLog: false,
    rank: 7,
    at: 'at',
    id: 'id',
    sql: `'order' as kind, 'convert' as type, 'filled' as state, book, from_asset || ' → ' || to_asset as subject,
          trim_scale(amount) || ' ' || from_asset as amount, null as text, null::bigint as operator, id as seq
          from convert_fills where user_id = $1`,
  },
  {
    rank: 8,
    kinds: ['standing', 'note', 'identity', 'deposit', 'withdrawal', 'action'],
    byLog: true,
    byBook: false,
    at: 'at',
    id: 'seq',
    sql: `case when type = 'standing.set' then 'standing' when type = 'user.note' then 'note'
               when starts_with(type, 'kyc.') then 'identity' when starts_with(type, 'deposit.') then 'deposit'
               when starts_with(type, 'withdrawal.') then 'withdrawal' else 'action' end as kind,
          type, after ->> 'status' as state, null as book, subject, null as amount,
          case when type = 'user.note' then after ->> 'digest' else reason end as text, operator, seq
          from operator_actions where user_id = $1 and user_id <> 0 and type <> 'request.decide'`,
  },
  {
    rank: 9,
    kinds: ['action'],
    byLog: true,
    byBook: false,
    at: 'at',
    id: 'seq',
    sql: `'action' as kind, type, after ->> 'state' as state, null as book, subject, null as amount, reason as text,
          operator, seq from operator_actions where user_id = $1 and user_id <> 0 and type = 'request.decide'`,
  },
  {
    rank: 10,
    kinds: ['view'],
    byLog: true,
    byBook: false,
    at: 'at',
    id: 'seq',
    sql: `'view' as kind, kind as type, null as state, null as book, subject, null as amount, null as text, operator, seq
          from operator_views where user_id = $1`,
  },
  {
    rank: 11,
    kinds: ['deposit'],
    byLog: true,
    byBook: false,
    at: 'placed_at',
    id: 'id',
    sql: `'deposit' as kind, method as type, state, book, coalesce(network, 'bank') as subject,
          coalesce(trim_scale(coalesce(credited, arrived)) || ' ' || asset,
                   trim_scale(claimed) || ' ' || coalesce(currency, asset)) as amount, reason as text,
          null::bigint as operator, id as seq from deposits where user_id = $1`,
  },
  {
    rank: 12,
    kinds: ['withdrawal'],
    byLog: true,
    byBook: false,
    at: 'placed_at',
    id: 'id',
    sql: `'withdrawal' as kind, method as type, state, book, coalesce(network, 'bank') as subject,
          trim_scale(amount) || ' ' || asset as amount, reason as text, null::bigint as operator, id as seq
          from withdrawals where user_id = $1`,
  },
  {
    rank: 13,
    kinds: ['identity'],
    byLog: true,
    byBook: false,
    at: 'submitted_at',
    id: 'id',
    sql: `'identity' as kind, level as type, state, 'real' as book, 'identity check' as subject, null as amount,
          reason as text, null::bigint as operator, id as seq from kyc_cases where user_id = $1`,
  },
];

interface EventRow {
  readonly at: number;
  readonly rank: number;
  readonly id: number;
  readonly kind: UserEventKind;
  readonly type: string;
  readonly state: string | null;
  readonly book: UserEvent['book'];
  readonly subject: string;
  readonly amount: string | null;
  readonly text: string | null;
  readonly operator: string | null;
  readonly seq: number | null;
}

/** `$2…$4` are time, rank and number of the cursor, `$5` the start of the range, `$6` the kind. */
function partOf(source: EventSource, limit: number): string[] {
  const { rank, at, id, sql, byLog, byBook } = source;
  const bound = byLog
    ? `and ${id} < (select seq from bound) and ($5::timestamptz is null or ${id} >= (select first from bound))`
    : '';
  const filter = `and (${at}, ${rank}, ${id}) < ($2::timestamptz, $3::integer, $4::bigint)
       and ($5::timestamptz is null or ${at} >= $5) ${bound}`;
  const newest = byLog ? 'id desc' : 'at desc, id desc';
  const books = byBook ? ['demo', 'real'] : [undefined];
  return books.map(
    (book) => `(select * from (select ${at} as at, ${rank} as rank, ${id} as id, ${sql} ${filter}
       ${book === undefined ? '' : `and book = '${book}'`}) one where $6::text is null or kind = $6
       order by ${newest} limit ${limit + 1})`,
  );
}

/** Everything about a person in order of time, newest first. */
export async function eventsOf(
  pool: Pool,
  filter: { readonly userId: number; readonly kind?: UserEventKind | undefined },
  page: PageRequest,
  sources: readonly EventSource[] = EVENT_SOURCES,
): Promise<UserEvents> {
  const end = page.to?.getTime() ?? Date.UTC(9999, 0);
  const [at, rank, id] = page.after ?? [end, 0, 0];
  const selected = sources.filter(({ kinds }) => filter.kind === undefined || kinds.includes(filter.kind));
  const parts = selected.flatMap((source) => partOf(source, page.limit));
  const { rows } = await pool.query<EventRow>(
    `with bound as materialized (
       select first_seq_at($2::timestamptz + interval '1 millisecond') as seq, first_seq_at($5::timestamptz) as first)
     select e.at, e.rank, e.id, e.kind, e.type, e.state, e.book, e.subject, e.amount, e.text, o.name as operator, e.seq
       from (${parts.join('\n union all ')}) e left join operators o on o.id = e.operator
      order by e.at desc, e.rank desc, e.id desc limit ${page.limit + 1}`,
    [filter.userId, new Date(at ?? end), rank, id, page.from, filter.kind ?? null],
  );
  return pageOf(rows, page.limit, eventView, (row) => [row.at, row.rank, row.id]);
}

const eventView = (row: EventRow): UserEvent => ({
  id: `${row.rank}.${row.id}`,
  at: new Date(row.at).toISOString(),
  kind: row.kind,
  type: row.type,
  state: row.state,
  book: row.book,
  subject: row.kind === 'signedIn' ? sessionSubject(row.subject) : row.subject,
  amount: row.amount,
  text: row.text,
  operator: row.operator,
  seq: row.seq,
});

/** Address, then the browser as people call it. */
function sessionSubject(text: string): string {
  const [ip = '', ...agent] = text.split(' ');
  return `${ip} · ${deviceName(agent.join(' '))}`;
}
