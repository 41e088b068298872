import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { IconButton, Menu, SkeletonText } from '@glasshouse/ui';
import { Ellipsis } from '@glasshouse/ui/icon/icons';
import { useLocation } from 'wouter';
import { marketHref } from '../../parts/market/market-href.ts';
import { OrderLogo } from './market-cell.tsx';
import { NetOf, type OpenRow, SideOf } from './open-cells.tsx';
import type { OpenActions } from './open-table.tsx';
import styles from './portfolio.module.css';

interface OpenListProps extends OpenActions {
  readonly rows: readonly OpenRow[];
  readonly isLoading: boolean;
}

/** The same on a phone: market, side and result in one row, the rest on the page of the order. */
export function OpenList({ rows, isLoading, ...actions }: OpenListProps) {
  const t = useT();
  if (isLoading) return <SkeletonText lines={2} />;
  return (
    <ul aria-label={t('portfolio:counts')}>
      {rows.map((row) => (
        <li key={`${row.product} ${row.order.id}`} className={styles.openItem}>
          <OrderLogo order={row.order} />
          <Link href={`/order/${row.product}/${row.order.id}`} className={styles.openLink}>
            <bdi className={styles.strong}>{row.order.name}</bdi>
            <SideOf row={row} />
          </Link>
          <NetOf row={row} />
          {row.product === 'contracts' ? (
            <Actions order={row.order} {...actions} />
          ) : (
            <span className={styles.noMenu} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Actions({ order, onClose, onReverse }: OpenActions & { readonly order: ContractOrder }) {
  const t = useT();
  const [, navigate] = useLocation();
  if (order.closingLots !== null) return <span className={styles.remark}>{t('order:state.closing')}</span>;
  return (
    <Menu
      label={t('portfolio:open.more', { name: order.name })}
      align="end"
      items={[
        { id: 'close', label: t('contracts:close'), onSelect: () => onClose(order) },
        { id: 'reverse', label: t('contracts:reverse'), onSelect: () => onReverse(order) },
        {
          id: 'stop',
          label: t('contracts:editStops', { name: order.name }),
          onSelect: () => navigate(marketHref({ code: order.code, product: 'contracts' })),
        },
      ]}
    >
      {(anchor) => <IconButton {...anchor} icon={Ellipsis} label={t('portfolio:open.more', { name: order.name })} />}
    </Menu>
  );
}
