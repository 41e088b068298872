import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { type Column, Table } from '@glasshouse/ui';
import { PositionLevel } from '../../parts/contracts/live-cells.tsx';
import { marketHref } from '../../parts/market/market-href.ts';
import { Nothing } from '../../parts/money/table-money.tsx';
import { MarketCell } from './market-cell.tsx';
import { EndOf, EntryNow, NetOf, type OpenRow, SideOf } from './open-cells.tsx';
import styles from './portfolio.module.css';

export interface OpenActions {
  readonly onClose: (order: ContractOrder) => void;
  readonly onReverse: (order: ContractOrder) => void;
}

interface OpenTableProps extends OpenActions {
  readonly rows: readonly OpenRow[];
  readonly skeletonRows: number;
}

/** Everything open on all markets, a line for each. */
export function OpenTable({ rows, skeletonRows, ...actions }: OpenTableProps) {
  const t = useT();
  const columns: Column<OpenRow>[] = [
    {
      id: 'market',
      header: t('trade:orders.market'),
      lead: true,
      cell: ({ product, order }) => <MarketCell product={product} order={order} />,
    },
    {
      id: 'side',
      header: t('portfolio:open.side'),
      cell: (row) => (
        <Link href={`/order/${row.product}/${row.order.id}`} className={styles.what}>
          <SideOf row={row} />
        </Link>
      ),
    },
    { id: 'entry', header: t('portfolio:open.entryNow'), align: 'end', cell: (row) => <EntryNow row={row} /> },
    {
      id: 'net',
      header: t('order:ifClosedNow'),
      align: 'end',
      headline: true,
      cell: (row) => <NetOf row={row} />,
    },
    {
      id: 'liquidation',
      header: t('contracts:liquidation'),
      align: 'end',
      cell: (row) =>
        row.product === 'contracts' ? <PositionLevel order={row.order} level="liquidation" /> : <Nothing />,
    },
    { id: 'end', header: t('contracts:stopTarget'), align: 'end', cell: (row) => <EndOf row={row} /> },
    {
      id: 'actions',
      header: t('contracts:closeTitle'),
      hideHeader: true,
      align: 'end',
      cell: (row) => <Actions row={row} {...actions} />,
    },
  ];
  return (
    <Table
      compactCards
      className={styles.open}
      caption={t('contracts:positions')}
      columns={columns}
      rows={rows}
      rowKey={({ product, order }) => `${product} ${order.id}`}
      skeletonRows={skeletonRows}
    />
  );
}

/** The main one is always in sight, the other while the row is looked at. */
function Actions({ row, onClose, onReverse }: OpenActions & { readonly row: OpenRow }) {
  const t = useT();
  if (row.product === 'options') return <span className={styles.muted}>{t('portfolio:open.runs')}</span>;
  const { order } = row;
  if (order.closingLots !== null) return <span className={styles.muted}>{t('order:state.closing')}</span>;
  return (
    <span className={styles.actions}>
      <button type="button" className={styles.aside} onClick={() => onReverse(order)}>
        {t('contracts:reverse')}
      </button>
      <Link
        href={marketHref({ code: order.code, product: 'contracts' })}
        aria-label={t('contracts:editStops', { name: order.name })}
      >
        {t('portfolio:open.stop')}
      </Link>
      <button type="button" onClick={() => onClose(order)}>
        {t('contracts:close')}
      </button>
    </span>
  );
}
