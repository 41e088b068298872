import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { cx, EmptyState, Icon, Skeleton, Tabs, TextField } from '@glasshouse/ui';
import { ArrowDown, ArrowUp, ChevronsUpDown, Search, Star } from '@glasshouse/ui/icon/icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { MarketRow } from '../../live/market.ts';
import { MARKET_COLUMNS } from './market-columns.tsx';
import { marketHref } from './market-href.ts';
import styles from './market-list.module.css';
import { MARKET_TABS, type MarketView } from './market-query.ts';
import { nextSort, type SortColumn } from './sort-rows.ts';
import type { Explorer } from './use-explorer.ts';
import { VirtualRows } from './virtual-rows.tsx';

const SKELETON_ROWS = 12;

export interface MarketListProps {
  readonly explorer: Explorer;
  /** `pane` scrolls separately beside a chart; `page` scrolls with the window. */
  readonly kind: 'page' | 'pane';
  /** One line a row, for a pointer; only in a pane. */
  readonly dense?: boolean | undefined;
  readonly currentCode?: string | undefined;
  readonly onPick?: ((row: MarketRow) => void) | undefined;
  /** Focuses the search field when opened. */
  readonly focusSearch?: boolean | undefined;
}

const viewOf = (value: string): MarketView =>
  value === 'favourites' ? value : (MARKET_TABS.find((tab) => String(tab.type) === value)?.type ?? MARKET_TABS[0].type);

/**
 * Type tabs, search, sortable headers and rows. In the search, the arrow keys choose a row and
 * Enter opens it.
 */
export function MarketList(props: MarketListProps) {
  const { explorer, kind, dense = false, currentCode, onPick, focusSearch = false } = props;
  const t = useT();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { view, change, rows, list } = explorer;
  const { active, onKeyDown, forget } = useChoice(rows, onPick);
  useEffect(() => {
    if (focusSearch) field.current?.focus();
  }, [focusSearch]);
  return (
    <div className={cx(styles.list, styles[kind], dense && styles.dense)}>
      <TextField
        className={styles.search}
        label={t('market:list.search')}
        hideLabel
        type="search"
        placeholder={t('market:list.search')}
        start={<Icon of={Search} />}
        value={view.search}
        ref={field}
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
        onKeyDown={onKeyDown}
        onBlur={forget}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <Tabs
        className={styles.tabs}
        label={t('market:title')}
        value={String(view.type)}
        tabs={[
          { value: 'favourites', label: <FavouritesLabel /> },
          ...MARKET_TABS.map(({ type, label }) => ({ value: String(type), label: t(label) })),
        ]}
        onChange={(value) => change({ type: viewOf(value), search: '' })}
      >
        <Heads explorer={explorer} narrow={kind === 'pane'} />
        {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
        {list.state === 'loading' && <Waiting narrow={kind === 'pane'} />}
        {list.state === 'ready' && rows.length === 0 && (
          <Nothing unmarked={view.type === 'favourites' && view.search.trim() === ''} />
        )}
        {list.state === 'ready' && 0 < rows.length && (
          <VirtualRows
            rows={rows}
            kind={kind}
            dense={dense}
            listId={listId}
            active={active}
            currentCode={currentCode}
            onPick={onPick}
          />
        )}
      </Tabs>
    </div>
  );
}

/** The row chosen by the arrow keys in the search; without one, Enter opens the first. */
function useChoice(rows: readonly MarketRow[], onPick: MarketListProps['onPick']) {
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<{ readonly rows: readonly MarketRow[]; readonly index: number }>();
  // Different rows reset the choice.
  const active = chosen?.rows === rows ? chosen.index : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Blur the field: while another market loads, nothing else in the workspace handles keys.
    if (event.key === 'Escape') event.currentTarget.blur();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && 0 < rows.length) {
      event.preventDefault();
      const from = active ?? (step === 1 ? -1 : rows.length);
      setChosen({ rows, index: Math.min(Math.max(0, from + step), rows.length - 1) });
    }
    const row = rows[active ?? 0];
    if (event.key !== 'Enter' || row === undefined) return;
    event.preventDefault();
    if (onPick === undefined) navigate(marketHref(row));
    else onPick(row);
  };
  return { active, onKeyDown, forget: () => setChosen(undefined) };
}

function FavouritesLabel() {
  const t = useT();
  return (
    <>
      <Icon of={Star} />
      <span className="visually-hidden">{t('market:type.favourites')}</span>
    </>
  );
}

function Nothing({ unmarked }: { unmarked: boolean }) {
  const t = useT();
  return unmarked ? (
    <EmptyState compact title={t('market:list.noFavourites')}>
      {t('market:list.noFavouritesHint')}
    </EmptyState>
  ) : (
    <EmptyState compact title={t('common:state.nothingFound')}>
      {t('market:list.empty')}
    </EmptyState>
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
        key={column}
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
      {MARKET_COLUMNS.filter(({ sortBy }) => sortBy === undefined).map(({ id, label, headClassName }) => (
        <span key={id} className={cx(styles.head, headClassName)}>
          {t(label)}
        </span>
      ))}
      {/* Where there is little room their figures share a column. */}
      <span className={styles.headPair}>
        {MARKET_COLUMNS.map(
          ({ label, sortBy, headClassName }) => sortBy !== undefined && head(sortBy, t(label), headClassName),
        )}
      </span>
    </div>
  );
}

/** Skeleton rows in their final geometry. */
const Waiting = ({ narrow }: { narrow: boolean }) => (
  <div aria-busy="true" className={styles.waiting}>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
      <div key={row} className={cx(styles.row, narrow && styles.narrow)}>
        <Skeleton width="0.32rem" height="0.32rem" round />
        <span className={styles.names}>
          <Skeleton width="0.9rem" />
          <Skeleton width="0.56rem" height="0.11rem" />
        </span>
        {MARKET_COLUMNS.map(({ id, skeletonWidth, className }) => (
          <Skeleton key={id} width={skeletonWidth} className={className} />
        ))}
      </div>
    ))}
  </div>
);
