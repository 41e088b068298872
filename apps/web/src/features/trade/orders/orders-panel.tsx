import { Button, EmptyState, Tabs } from '@glasshouse/ui';
import { Timer } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { loadable } from '../../../api/loadable.ts';
import { useT } from '../../../i18n/language.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { HistoryTable } from './history-table.tsx';
import { LiveTable } from './live-table.tsx';
import styles from './orders.module.css';
import { useLiveOrders, useOrderHistory } from './use-orders.ts';

type View = 'live' | 'history';

/** The user's options: those that run, with their standing, and those that are over. */
export function OrdersPanel() {
  const t = useT();
  const [view, setView] = useState<View>('live');
  const live = useLiveOrders();
  const count = live.data?.length;
  return (
    <Tabs
      className={styles.panel}
      label={t('trade:orders.title')}
      value={view}
      onChange={setView}
      tabs={[
        { value: 'live', label: t('trade:orders.live'), count: count === undefined ? undefined : String(count) },
        { value: 'history', label: t('trade:orders.history') },
      ]}
    >
      {view === 'live' ? <Live /> : <History />}
    </Tabs>
  );
}

function Live() {
  const t = useT();
  const list = loadable(useLiveOrders(), (orders) => orders.length === 0);
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') return <EmptyState compact icon={Timer} title={t('trade:orders.empty')} />;
  return <LiveTable orders={list.state === 'ready' ? list.value : undefined} />;
}

function History() {
  const t = useT();
  const query = useOrderHistory();
  const list = loadable(query, (data) => data.pages.every((page) => page.items.length === 0));
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') return <EmptyState compact icon={Timer} title={t('trade:orders.emptyHistory')} />;
  return (
    <>
      <HistoryTable orders={list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : undefined} />
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('common:action.showMore')}
          </Button>
        </div>
      )}
    </>
  );
}
