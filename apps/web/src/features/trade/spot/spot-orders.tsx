import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { ArrowLeftRight, Wallet } from '@glasshouse/ui/icon/icons';
import { useLiveSpotOrders } from '../../../parts/orders/live-orders.ts';
import { useSpotOrdersInPlace } from '../../../parts/orders/use-ended.ts';
import { LiveOrders, PastOrders } from '../workspace/order-lists.tsx';
import { OrderViews } from '../workspace/order-views.tsx';
import { SpotHistoryTable } from './spot-history-table.tsx';
import { SpotOpenTable } from './spot-open-table.tsx';
import { useSpotHistory } from './use-spot-orders.ts';

/** The user's spot orders: those resting in a book, and past ones. */
export function SpotOrders() {
  const t = useT();
  return (
    <OrderViews
      live={<Live />}
      history={<History />}
      actions={
        <LinkButton href="/profile/balancebb" size="s" variant="quiet" icon={Wallet}>
          {t('workspace:spot.balances')}
        </LinkButton>
      }
    />
  );
}

function Live() {
  const t = useT();
  const live = useLiveSpotOrders();
  // What its trigger ended stays where it was until it can be read.
  const data = useSpotOrdersInPlace(live.data);
  return (
    <LiveOrders query={{ ...live, data }} icon={ArrowLeftRight} empty={t('workspace:spot.noOpen')}>
      {(orders) => <SpotOpenTable orders={orders} />}
    </LiveOrders>
  );
}

function History() {
  const t = useT();
  return (
    <PastOrders query={useSpotHistory()} icon={ArrowLeftRight} empty={t('workspace:spot.noHistory')}>
      {(orders) => <SpotHistoryTable orders={orders} />}
    </PastOrders>
  );
}
