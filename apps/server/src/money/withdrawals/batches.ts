import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import type { Networks } from '../../chains/networks.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { PageRequest } from '../../platform/paging.ts';
import { pageOf } from '../../platform/paging.ts';
import { prefixed } from '../funding/operator-reads.ts';
import type { BankAccount } from '../funding/private-details.ts';
import type { Payout } from './exports/payout.ts';
import { type WithdrawalRow, withdrawalRows } from './operator-queries.ts';
import type { Reads } from './queries.ts';
import { BATCHES_TABLE, FILES_TABLE, type PayoutFile, type WithdrawalBatch } from './rows.ts';

export type BatchView = OperatorResultOf<'getPayoutBatch'>['batch'];
type BatchRow = WithdrawalBatch & { readonly operator: string };

export const BATCHES_CURSOR_PARTS = 1;
const FILES_MAX = 100;
const COLUMNS = selectList(BATCHES_TABLE)
  .split(', ')
  .map((column) => column.replace(/^(\(extract\(epoch from )?/, '$1b.'))
  .join(', ');
const SELECT = `select ${COLUMNS}, o.name as operator from withdrawal_batches b join operators o on o.id = b.made_by`;

export async function batchesPage(reads: Reads, page: PageRequest): Promise<OperatorResultOf<'listPayoutBatches'>> {
  const { rows } = await reads.pool.query<BatchRow>(`${SELECT} where b.id < $1 order by b.id desc limit $2`, [
    page.after?.[0] ?? Number.MAX_SAFE_INTEGER,
    page.limit + 1,
  ]);
  const payouts = await withdrawalRows(
    reads.pool,
    rows.flatMap(({ withdrawals }) => withdrawals),
  );
  const known = new Map(payouts.map((payout) => [payout.id, payout]));
  const viewOf = (row: BatchRow): BatchView =>
    batchView(
      row,
      row.withdrawals.flatMap((id) => known.get(id) ?? []),
    );
  return pageOf(rows, page.limit, viewOf, (row) => [row.id]);
}

export interface FoundBatch {
  readonly view: BatchView;
  readonly method: WithdrawalBatch['method'];
  readonly network: string | null;
  readonly madeAt: number;
  /** All that it was made of, also what has left it since. */
  readonly rows: readonly WithdrawalRow[];
}

export async function findBatch(reads: Reads, id: number): Promise<FoundBatch | undefined> {
  const { rows: found } = await reads.pool.query<BatchRow>(`${SELECT} where b.id = $1`, [id]);
  const [row] = found;
  if (row === undefined) return undefined;
  const rows = await withdrawalRows(reads.pool, row.withdrawals);
  const { method, network, made_at: madeAt } = row;
  return { view: batchView(row, rows), method, network, madeAt, rows };
}

/** With everything that somebody needs who pays them. */
export async function payoutsOf(
  reads: Reads,
  networks: Networks,
  rows: readonly WithdrawalRow[],
): Promise<readonly Payout[]> {
  const banks = await reads.details.read<BankAccount>(rows.map(({ details }) => details));
  return rows.map((withdrawal) => ({
    withdrawal,
    network: withdrawal.network === null ? undefined : networks.networkOf(withdrawal.network),
    bank: withdrawal.details === null ? undefined : banks.get(withdrawal.details),
  }));
}

/** Approved, in no file, of somebody who may be paid: what a file may ask for. */
export const isExportable = (row: WithdrawalRow, batch: number): boolean =>
  row.batch === batch && row.state === 'approved' && row.file === null && row.user_status === 'active';

function batchView(row: BatchRow, rows: readonly WithdrawalRow[]): BatchView {
  const totals = new Map<string, Amount>();
  const mine = rows.filter(({ batch }) => batch === row.id);
  for (const payout of mine) {
    if (payout.state === 'failed') continue;
    const unit = payout.currency ?? payout.asset;
    totals.set(unit, add(totals.get(unit) ?? ZERO, amountOf(payout.currency_amount ?? payout.received)));
  }
  const inState = (state: WithdrawalRow['state']): number => mine.filter((payout) => payout.state === state).length;
  return {
    id: row.id,
    method: row.method,
    network: row.network as BatchView['network'],
    madeBy: row.operator,
    madeAt: isoTime(row.made_at),
    count: row.withdrawals.length,
    open: inState('approved'),
    sent: inState('sent'),
    confirmed: inState('confirmed'),
    failed: inState('failed'),
    left: row.withdrawals.length - mine.length,
    exportable: mine.filter((payout) => isExportable(payout, row.id)).length,
    totals: [...totals].map(([symbol, amount]) => ({ symbol, amount: formatAmount(amount) })),
    formats: formatsOf(row),
  };
}

function formatsOf({ method, network }: WithdrawalBatch): BatchView['formats'] {
  if (method === 'bank') return ['pain09', 'pain03', 'csv'];
  const isEvm = network !== null && network !== 'BTC' && network !== 'TRC20';
  return isEvm ? ['safe', 'links', 'csv'] : ['links', 'csv'];
}

type FileView = OperatorResultOf<'getPayoutBatch'>['files'][number];
type FileRow = PayoutFile & { readonly maker: string; readonly voider: string | null; readonly request: number | null };

/** Files of a batch, newest first. */
export async function filesOf(reads: Reads, batch: number): Promise<FileView[]> {
  const { rows } = await reads.pool.query<FileRow>(
    `select ${prefixed(selectList(FILES_TABLE), 'f')}, m.name as maker, v.name as voider,
            (select r.id from operator_requests r where r.state = 'waiting' and r.type = 'withdrawals.void'
               and (r.body ->> 'number')::bigint = f.number limit 1) as request
       from payout_files f join operators m on m.id = f.made_by left join operators v on v.id = f.voided_by
      where f.batch = $1 order by f.number desc limit ${FILES_MAX}`,
    [batch],
  );
  return rows.map((row) => ({
    number: row.number,
    batch: row.batch,
    format: row.format as FileView['format'],
    withdrawals: [...row.withdrawals],
    digest: row.digest,
    payments: row.payments,
    madeBy: row.maker,
    madeAt: isoTime(row.made_at),
    voidedBy: row.voider,
    voidedAt: row.voided_at === null ? null : isoTime(row.voided_at),
    request: row.request,
  }));
}
