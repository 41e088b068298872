import { Tabs } from '@glasshouse/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/language.ts';
import type { Desk } from '../workspace/use-workspace.ts';
import styles from './book.module.css';
import { OrderBook } from './order-book.tsx';
import { QuoteBoard } from './quote-panel.tsx';
import { RecentTicks } from './recent-ticks.tsx';
import { RecentTrades } from './recent-trades.tsx';

/** What the market itself says beside the chart: order book and trades of a pair, bid, ask and ticks of everything else. */
export function MarketPane({ desk }: { desk: Desk }) {
  const t = useT();
  const [view, setView] = useState<'book' | 'trades'>('book');
  if (desk.info.spot === null) {
    return (
      <div className={styles.pane}>
        <QuoteBoard info={desk.info} />
        <RecentTicks info={desk.info} />
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
      {view === 'book' ? <OrderBook desk={desk} spot={desk.info.spot} /> : <RecentTrades info={desk.info} />}
    </Tabs>
  );
}

/** The first half of it, under a tab of its own on a phone. */
export const BookView = ({ desk }: { desk: Desk }) => (
  <div className={styles.view}>
    {desk.info.spot === null ? <QuoteBoard info={desk.info} /> : <OrderBook desk={desk} spot={desk.info.spot} />}
  </div>
);

/** The other half. */
export const TradesView = ({ desk }: { desk: Desk }) => (
  <div className={styles.view}>
    {desk.info.spot === null ? <RecentTicks info={desk.info} /> : <RecentTrades info={desk.info} />}
  </div>
);
