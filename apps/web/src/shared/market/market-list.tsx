import { cx, EmptyState, Icon, Skeleton, Tabs, TextField } from '@glasshouse/ui';
import { ArrowDown, ArrowUp, ChevronsUpDown, Search } from '@glasshouse/ui/icon/icons';
import { useT } from '../../i18n/language.ts';
import { type MarketRow, useMarketScope } from '../../live/market.ts';
import { FailureNote } from '../failure.tsx';
import styles from './market-list.module.css';
import { MARKET_TABS, type MarketTypeNumber } from './market-query.ts';
import { nextSort, type SortColumn } from './sort-rows.ts';
import type { Explorer } from './use-explorer.ts';
import { VirtualRows } from './virtual-rows.tsx';

const SKELETON_ROWS = 12;

export interface MarketListProps {
  readonly explorer: Explorer;
  /** `pane` scrolls by itself beside a chart; `page` goes with the window. */
  readonly kind: 'page' | 'pane';
  readonly currentCode?: string | undefined;
  readonly onPick?: ((row: MarketRow) => void) | undefined;
}

/** Type tabs, search, sortable headers and the rows. */
export function MarketList({ explorer, kind, currentCode, onPick }: MarketListProps) {
  const t = useT();
  const { view, change, rows, list } = explorer;
  useMarketScope('all');
  return (
    <div className={cx(styles.list, styles[kind])}>
      <TextField
        className={styles.search}
        label={t('market:list.search')}
        hideLabel
        type="search"
        placeholder={t('market:list.search')}
        start={<Icon of={Search} />}
        value={view.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <Tabs
        className={styles.tabs}
        label={t('market:title')}
        value={String(view.type)}
        tabs={MARKET_TABS.map(({ type, label }) => ({ value: String(type), label: t(label) }))}
        onChange={(value) => change({ type: Number(value) as MarketTypeNumber, search: '' })}
      >
        <Heads explorer={explorer} narrow={kind === 'pane'} />
        {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
        {list.state === 'loading' && <Waiting narrow={kind === 'pane'} />}
        {list.state === 'ready' && rows.length === 0 && (
          <EmptyState compact icon={Search} title={t('common:state.nothingFound')}>
            {t('market:list.empty')}
          </EmptyState>
        )}
        {list.state === 'ready' && 0 < rows.length && (
          <VirtualRows rows={rows} kind={kind} currentCode={currentCode} onPick={onPick} />
        )}
      </Tabs>
    </div>
  );
}

function Heads({ explorer, narrow }: { explorer: Explorer; narrow: boolean }) {
  const t = useT();
  const { view, change } = explorer;
  const head = (column: Exclude<SortColumn, 'default'>, label: string, className: string | undefined) => {
    const direction = view.sort.column === column ? view.sort.direction : undefined;
    const icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
    return (
      <button
        type="button"
        className={cx(styles.head, direction !== undefined && styles.sorted, className)}
        aria-pressed={direction !== undefined}
        onClick={() => change({ sort: nextSort(view.sort, column) })}
      >
        {label}
        <Icon of={icon} size="s" className={styles.sortIcon} />
      </button>
    );
  };
  return (
    <div className={cx(styles.heads, narrow && styles.narrow)}>
      {head('name', t('market:list.name'), styles.headName)}
      {head('change', t('market:list.change'), styles.change)}
      {!narrow && <span className={cx(styles.head, styles.headSpark)}>{t('market:list.trend')}</span>}
      {head('price', t('market:list.price'), styles.headPrice)}
    </div>
  );
}

/** Rows to come, in the geometry of those that will stand there. */
const Waiting = ({ narrow }: { narrow: boolean }) => (
  <div aria-busy="true" className={styles.waiting}>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: places being kept have no identity.
      <div key={row} className={cx(styles.row, narrow && styles.narrow)}>
        <Skeleton width="0.32rem" height="0.32rem" round />
        <span className={styles.names}>
          <Skeleton width="0.9rem" />
          <Skeleton width="0.56rem" height="0.11rem" />
        </span>
        <Skeleton width="0.56rem" className={styles.change} />
        {!narrow && <Skeleton width="0.96rem" className={styles.spark} />}
        <Skeleton width="0.72rem" className={styles.price} />
      </div>
    ))}
  </div>
);
