import { useT } from '@glasshouse/app/language/language';
import { Segmented } from '@glasshouse/ui';
import { History, Layers } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLiveContracts } from '../../../parts/orders/live-orders.ts';
import { usePositionsInPlace } from '../../../parts/orders/use-ended.ts';
import { LiveOrders, PastOrders } from '../workspace/order-lists.tsx';
import { ContractHistoryTable } from './contract-history-table.tsx';
import { ContractOpenTable } from './contract-open-table.tsx';
import { ContractWaitingTable } from './contract-waiting-table.tsx';
import styles from './contracts.module.css';
import { useContractHistory } from './use-contract-orders.ts';

type View = 'open' | 'waiting' | 'history';

/** Positions, waiting orders and past contracts of the current book. */
export function ContractOrders() {
  const t = useT();
  const [view, setView] = useState<View>('open');
  const live = useLiveContracts();
  const counted = (state: 'open' | 'waiting', name: string) => {
    const count = live.data?.filter((order) => order.state === state).length ?? 0;
    return count === 0 ? name : `${name} ${count}`;
  };
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          size="s"
          label={t('contracts:view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'open', label: counted('open', t('contracts:positions')) },
            { value: 'waiting', label: counted('waiting', t('contracts:waiting')) },
            { value: 'history', label: t('trade:orders.history') },
          ]}
        />
      </div>
      {view === 'history' ? <Past /> : <Live state={view} />}
    </>
  );
}

function Live({ state }: { state: 'open' | 'waiting' }) {
  const t = useT();
  const isOpen = state === 'open';
  const live = useLiveContracts(state);
  const positions = usePositionsInPlace(live.data);
  return (
    <LiveOrders
      query={{ data: isOpen ? positions : live.data, error: live.error, refetch: live.refetch }}
      icon={Layers}
      empty={t(isOpen ? 'contracts:emptyOpen' : 'contracts:emptyWaiting')}
    >
      {(orders) => (isOpen ? <ContractOpenTable orders={orders} /> : <ContractWaitingTable orders={orders} />)}
    </LiveOrders>
  );
}

function Past() {
  const t = useT();
  return (
    <PastOrders query={useContractHistory()} icon={History} empty={t('contracts:emptyHistory')}>
      {(orders) => <ContractHistoryTable orders={orders} />}
    </PastOrders>
  );
}
