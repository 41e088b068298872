import { useT } from '@glasshouse/app/language/language';
import { Tabs } from '@glasshouse/ui';
import { useState } from 'react';
import type { Workspace } from '../use-workspace.ts';
import styles from './order-book.module.css';
import { OrderBook } from './order-book.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { RecentTicks } from './recent-ticks.tsx';
import { RecentTrades } from './recent-trades.tsx';

/** Market data beside the chart: order book and trades of a pair, otherwise bid, ask and ticks. */
export function MarketDataPane({ workspace }: { workspace: Workspace }) {
  const t = useT();
  const [view, setView] = useState<'book' | 'trades'>('book');
  if (workspace.info.spot === null) {
    return (
      <div className={styles.pane}>
        <QuotePanel info={workspace.info} />
        <RecentTicks info={workspace.info} />
      </div>
    );
  }
  return (
    <Tabs
      className={styles.tabs}
      label={t('workspace:book.label')}
      value={view}
      onChange={setView}
      tabs={[
        { value: 'book', label: t('workspace:tab.book') },
        { value: 'trades', label: t('workspace:tab.trades') },
      ]}
    >
      {view === 'book' ? (
        <OrderBook workspace={workspace} spot={workspace.info.spot} />
      ) : (
        <RecentTrades info={workspace.info} />
      )}
    </Tabs>
  );
}

/** The first half, in its own tab on a phone. */
export const BookView = ({ workspace }: { workspace: Workspace }) => (
  <div className={styles.view}>
    {workspace.info.spot === null ? (
      <QuotePanel info={workspace.info} />
    ) : (
      <OrderBook workspace={workspace} spot={workspace.info.spot} />
    )}
  </div>
);

/** The second half. */
export const TradesView = ({ workspace }: { workspace: Workspace }) => (
  <div className={styles.view}>
    {workspace.info.spot === null ? <RecentTicks info={workspace.info} /> : <RecentTrades info={workspace.info} />}
  </div>
);
