import { EmptyState } from '@glasshouse/ui';
import { ArrowLeftRight, Wallet } from '@glasshouse/ui/icon/icons';
import { loadable } from '../../../api/loadable.ts';
import { useT } from '../../../i18n/language.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { LinkButton } from '../../../shared/link-button.tsx';
import { ShowMore } from '../../../shared/show-more.tsx';
import { OrderViews } from '../workspace/order-views.tsx';
import { SpotHistoryTable } from './spot-history-table.tsx';
import { SpotOpenTable } from './spot-open-table.tsx';
import { useOpenSpotOrders, useSpotHistory } from './use-spot-orders.ts';

/** The user's spot orders: those that rest in a book, and those that are over. */
export function SpotOrders() {
  const t = useT();
  return (
    <OrderViews
      live={<Open />}
      history={<History />}
      actions={
        <LinkButton href="/profile/balancebb" size="s" variant="quiet" icon={Wallet}>
          {t('workspace:spot.balances')}
        </LinkButton>
      }
    />
  );
}

function Open() {
  const t = useT();
  const list = loadable(useOpenSpotOrders(), (orders) => orders.length === 0);
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') return <EmptyState compact icon={ArrowLeftRight} title={t('workspace:spot.noOpen')} />;
  return <SpotOpenTable orders={list.state === 'ready' ? list.value : undefined} />;
}

function History() {
  const t = useT();
  const query = useSpotHistory();
  const list = loadable(query, (data) => data.pages.every((page) => page.items.length === 0));
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') return <EmptyState compact icon={ArrowLeftRight} title={t('workspace:spot.noHistory')} />;
  return (
    <>
      <SpotHistoryTable orders={list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : undefined} />
      <ShowMore pages={query} />
    </>
  );
}
