import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { paymentsNamed } from '../named-payments.ts';

type Audit = OperatorResultOf<'listAudit'>;
export type AuditLine = Audit['items'][number];
type AuditViews = OperatorResultOf<'listAuditViews'>;

/** Log sequence, and the operator: an approval has a line of each of the two. */
export const AUDIT_CURSOR_PARTS = 2;

export interface AuditFilter {
  readonly operator?: number | undefined;
  /** A type, or the part before its dot. */
  readonly type?: string | undefined;
  readonly user?: number | undefined;
}

interface ActionLine {
  readonly seq: number;
  readonly operator: number;
  readonly name: string;
  readonly type: string;
  readonly user_id: number;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string;
  readonly device: string;
  readonly address: string;
  readonly request: number | null;
  readonly at: number;
  readonly hash: Buffer;
}

/** Actions of operators, newest first. */
export async function auditOf(pool: Pool, filter: AuditFilter, page: PageRequest): Promise<Audit> {
  const [seq, operator] = page.after ?? [Number.MAX_SAFE_INTEGER, 0];
  const { rows } = await pool.query<ActionLine>(
    `select a.*, o.name, l.hash
       from (select * from operator_actions
              where (seq, operator) < ($1::bigint, $2::bigint)
                and ($3::bigint is null or operator = $3)
                and ($4::text is null or type = $4 or starts_with(type, $4 || '.'))
                and ($5::bigint is null or (user_id = $5 and user_id <> 0))
                and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
              order by seq desc, operator desc limit ${page.limit + 1}) a
       join operators o on o.id = a.operator join command_log l on l.seq = a.seq
      order by a.seq desc, a.operator desc`,
    [seq, operator ?? 0, filter.operator ?? null, filter.type ?? null, filter.user ?? null, page.from, page.to],
  );
  const requests = await requestsOf(pool, rows);
  const askedBy = (row: ActionLine): AskedFor | null => requests.get(requestIdOf(row) ?? 0) ?? null;
  const aboutOf = (row: ActionLine): string => askedBy(row)?.subject ?? row.subject;
  const payments = await paymentsNamed(pool, rows.map(aboutOf));
  const line = (row: ActionLine): AuditLine => ({
    ...auditLine(row),
    asked: askedBy(row),
    payment: payments.get(aboutOf(row)) ?? null,
  });
  return pageOf(rows, page.limit, line, (row) => [row.seq, row.operator]);
}

type AskedFor = NonNullable<AuditLine['asked']>;

const REQUEST = /^request ([1-9]\d{0,14})$/;

/** Of the rows that ask, decide or take back; what a request carried out is a row of its own. */
function requestIdOf({ type, subject, request }: ActionLine): number | undefined {
  if (type === 'request.ask') return request ?? undefined;
  const [, id] = (type.startsWith('request.') && REQUEST.exec(subject)) || [];
  return id === undefined ? undefined : Number(id);
}

/** What was asked for: the rows themselves name the request only. */
async function requestsOf(pool: Pool, lines: readonly ActionLine[]): Promise<Map<number, AskedFor>> {
  const ids = lines.flatMap((row) => requestIdOf(row) ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<AskedFor>(
    'select id, type, subject, before, after from operator_requests where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const auditLine = (row: ActionLine): Omit<AuditLine, 'asked' | 'payment'> => ({
  seq: row.seq,
  at: new Date(row.at).toISOString(),
  operator: { id: row.operator, name: row.name },
  type: row.type,
  userId: row.user_id === 0 ? null : row.user_id,
  subject: row.subject,
  before: row.before,
  after: row.after,
  reason: row.reason,
  address: row.address,
  device: row.device,
  request: row.request,
  hash: row.hash.toString('hex'),
});

/** Who looked at what of whom, newest first. */
export async function auditViewsOf(
  pool: Pool,
  filter: Pick<AuditFilter, 'operator' | 'user'>,
  page: PageRequest,
): Promise<AuditViews> {
  const { rows } = await pool.query<{
    seq: number;
    operator: number;
    name: string;
    user_id: number;
    kind: string;
    subject: string;
    at: number;
  }>(
    `select v.*, o.name from operator_views v join operators o on o.id = v.operator
      where v.seq < $1 and ($2::bigint is null or v.operator = $2) and ($3::bigint is null or v.user_id = $3)
        and ($4::timestamptz is null or v.at >= $4) and ($5::timestamptz is null or v.at < $5)
      order by v.seq desc limit ${page.limit + 1}`,
    [page.after?.[0] ?? Number.MAX_SAFE_INTEGER, filter.operator ?? null, filter.user ?? null, page.from, page.to],
  );
  const line = (row: (typeof rows)[number]): AuditViews['items'][number] => ({
    seq: row.seq,
    at: new Date(row.at).toISOString(),
    operator: { id: row.operator, name: row.name },
    userId: row.user_id,
    kind: row.kind,
    subject: row.subject,
  });
  return pageOf(rows, page.limit, line, ({ seq }) => [seq]);
}

/** Found by hopping from type to type along the index. */
export async function auditFilters(pool: Pool): Promise<OperatorResultOf<'getAuditFilters'>> {
  const [operators, types] = await Promise.all([
    pool.query<{ id: number; name: string }>('select id, name from operators order by name limit 1000'),
    pool.query<{ type: string }>(
      `with recursive hop as (
         (select type from operator_actions order by type limit 1)
         union all
         select (select type from operator_actions a where a.type > hop.type order by type limit 1) from hop where hop.type is not null)
       select type from hop where type is not null limit 200`,
    ),
  ]);
  return { operators: operators.rows, types: types.rows.map(({ type }) => type) };
}
