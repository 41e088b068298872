import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import type { Networks } from '../../chains/networks.ts';
import { isoTime } from '../../kernel/iso-time.ts';
import { selectList } from '../../kernel/postgres-store.ts';
import type { PageRequest } from '../../platform/paging.ts';
import { pageOf } from '../../platform/paging.ts';
import type { BankAccount } from '../funding/private-details.ts';
import type { Batch, Payout } from './exports/payout.ts';
import { rowsOfBatch, type WithdrawalRow } from './operator-queries.ts';
import type { Reads } from './queries.ts';
import { BATCHES_TABLE, type WithdrawalBatch } from './rows.ts';

export type BatchView = OperatorResultOf<'getPayoutBatch'>['batch'];
type BatchRow = WithdrawalBatch & { readonly operator: string };

export const BATCHES_CURSOR_PARTS = 1;
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
  const views = new Map<number, BatchView>();
  for (const row of rows) views.set(row.id, batchView(row, await rowsOfBatch(reads.pool, row.id)));
  return pageOf(
    rows,
    page.limit,
    (row) => views.get(row.id) as BatchView,
    (row) => [row.id],
  );
}

export interface FoundBatch {
  readonly view: BatchView;
  readonly rows: readonly WithdrawalRow[];
  readonly batch: Batch;
}

/** A batch with its payouts, and what is needed to pay them. */
export async function findBatch(reads: Reads, networks: Networks, id: number): Promise<FoundBatch | undefined> {
  const { rows: found } = await reads.pool.query<BatchRow>(`${SELECT} where b.id = $1`, [id]);
  const [row] = found;
  if (row === undefined) return undefined;
  const rows = await rowsOfBatch(reads.pool, id);
  const banks = await reads.details.read<BankAccount>(rows.map(({ details }) => details));
  const payouts = rows.map(
    (withdrawal): Payout => ({
      withdrawal,
      network: withdrawal.network === null ? undefined : networks.networkOf(withdrawal.network),
      bank: withdrawal.details === null ? undefined : banks.get(withdrawal.details),
    }),
  );
  return { view: batchView(row, rows), rows, batch: { id, madeAt: row.made_at, payouts } };
}

function batchView(row: BatchRow, rows: readonly WithdrawalRow[]): BatchView {
  const totals = new Map<string, Amount>();
  for (const one of rows) {
    const unit = one.currency ?? one.asset;
    totals.set(unit, add(totals.get(unit) ?? ZERO, amountOf(one.currency_amount ?? one.received)));
  }
  return {
    id: row.id,
    method: row.method,
    network: row.network as BatchView['network'],
    madeBy: row.operator,
    madeAt: isoTime(row.made_at),
    count: rows.length,
    open: rows.filter(({ state }) => state === 'approved').length,
    totals: [...totals].map(([symbol, amount]) => ({ symbol, amount: formatAmount(amount) })),
    formats: formatsOf(row),
  };
}

function formatsOf({ method, network }: WithdrawalBatch): BatchView['formats'] {
  if (method === 'bank') return ['pain09', 'pain03', 'csv'];
  const isEvm = network !== null && network !== 'BTC' && network !== 'TRC20';
  return isEvm ? ['safe', 'links', 'csv'] : ['links', 'csv'];
}
