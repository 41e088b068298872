import { EmptyState, Segmented } from '@glasshouse/ui';
import { Layers } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { loadable } from '../../../api/loadable.ts';
import { useT } from '../../../i18n/language.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { ContractHistory } from './contract-history.tsx';
import styles from './contracts.module.css';
import { OpenTable } from './open-table.tsx';
import { useLiveContracts } from './use-contracts.ts';
import { WaitingTable } from './waiting-table.tsx';

type View = 'open' | 'waiting' | 'history';

/** Positions, waiting orders and history of contracts on the book in use. */
export function ContractPositions() {
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
      {view === 'history' ? <ContractHistory /> : <Live state={view} />}
    </>
  );
}

function Live({ state }: { state: 'open' | 'waiting' }) {
  const t = useT();
  const list = loadable(useLiveContracts(state), (orders) => orders.length === 0);
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') {
    return (
      <EmptyState
        compact
        icon={Layers}
        title={t(state === 'open' ? 'contracts:emptyOpen' : 'contracts:emptyWaiting')}
      />
    );
  }
  const rows = list.state === 'ready' ? list.value : undefined;
  return state === 'open' ? <OpenTable orders={rows} /> : <WaitingTable orders={rows} />;
}
