import { EmptyState } from '@glasshouse/ui';
import { Timer } from '@glasshouse/ui/icon/icons';
import { loadable } from '../../../api/loadable.ts';
import { useT } from '../../../i18n/language.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { ShowMore } from '../../../shared/show-more.tsx';
import { OrderViews } from '../workspace/order-views.tsx';
import { HistoryTable } from './history-table.tsx';
import { LiveTable } from './live-table.tsx';
import { useLiveOrders, useOrderHistory } from './use-orders.ts';

/** The user's options: those that run, with their standing, and those that are over. */
export const OptionsOrders = () => <OrderViews live={<Live />} history={<History />} />;

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
      <ShowMore pages={query} />
    </>
  );
}
