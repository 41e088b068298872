import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';

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
  return pageOf(rows, page.limit, auditLine, (row) => [row.seq, row.operator]);
}

const auditLine = (row: ActionLine): AuditLine => ({
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
