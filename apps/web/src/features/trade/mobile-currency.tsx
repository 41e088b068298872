import { BottomSheet, Button, Page, Skeleton, Tabs } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { InstrumentHead, type MarketInfo } from '../../shared/chart/instrument-head.tsx';
import { PricePanel } from '../../shared/chart/price-panel.tsx';
import { BookView, TradesView } from './book/market-pane.tsx';
import styles from './currency-page.module.css';
import { DeskTicket } from './desk/desk-ticket.tsx';
import { HeadTools } from './desk/head-tools.tsx';
import { type Desk, type Side, useDesk } from './desk/use-desk.ts';
import { MarketsDialog, useMarketsPane } from './markets-pane.tsx';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { totalOf, useOrderCounts } from './orders/use-order-counts.ts';
import { useChartLines } from './use-chart-lines.ts';

type View = 'chart' | 'book' | 'trades' | 'orders';

/** Chart, book, trades and orders under tabs, and the ticket in a sheet that the thumb opens. */
export function MobileCurrency({ info }: { info: MarketInfo | undefined }) {
  const markets = useMarketsPane();
  return (
    <Page width="wide" className={styles.mobile} aria-busy={info === undefined || undefined}>
      <MarketsDialog markets={markets} code={info?.code} />
      {info === undefined ? <Waiting /> : <Views key={info.code} info={info} onSearch={markets.search} />}
    </Page>
  );
}

function Views({ info, onSearch }: { info: MarketInfo; onSearch: () => void }) {
  const t = useT();
  const desk = useDesk(info);
  const counts = useOrderCounts();
  const [view, setView] = useState<View>('chart');
  const [open, setOpen] = useState(false);
  const start = (side: Side) => {
    desk.setSide(side);
    setOpen(true);
  };
  // A level that is pressed has filled the ticket: show it.
  const picking: Desk = {
    ...desk,
    pick: (level) => {
      desk.pick(level);
      setOpen(true);
    },
  };
  const close = () => {
    desk.unpick();
    setOpen(false);
  };
  const orders = { value: 'orders' as const, label: t('desk:tab.orders'), count: String(totalOf(counts)) };
  return (
    <>
      <InstrumentHead info={info} action={<HeadTools onSearch={onSearch} />} />
      <Tabs
        className={styles.views}
        label={t('desk:tab.label')}
        value={view}
        onChange={setView}
        tabs={[
          { value: 'chart', label: t('desk:tab.chart') },
          { value: 'book', label: t(info.spot === null ? 'desk:tab.prices' : 'desk:tab.book') },
          { value: 'trades', label: t(info.spot === null ? 'desk:tab.ticks' : 'desk:tab.trades') },
          ...(desk.loggedIn ? [orders] : []),
        ]}
      >
        {view === 'chart' && <Chart info={info} />}
        {view === 'book' && <BookView desk={picking} />}
        {view === 'trades' && <TradesView desk={desk} />}
        {view === 'orders' && <OrdersPanel desk={desk} />}
      </Tabs>
      {desk.product !== undefined && <Bar desk={desk} onStart={start} />}
      <BottomSheet open={open} onClose={close} title={info.appName} closeLabel={t('common:action.close')}>
        <DeskTicket desk={desk} onDone={close} />
      </BottomSheet>
    </>
  );
}

function Chart({ info }: { info: MarketInfo }) {
  const lines = useChartLines(info.code);
  return (
    <div className={styles.mobileChart}>
      <PricePanel code={info.code} name={info.appName} precision={info.precision} source={info.source} lines={lines} />
    </div>
  );
}

/** Two buttons within reach of the thumb, in the words of the product on the ticket. */
function Bar({ desk, onStart }: { desk: Desk; onStart: (side: Side) => void }) {
  const t = useT();
  const options = desk.product === 'options';
  return (
    <div className={styles.bar}>
      <Button variant="up" size="l" icon={ArrowUpRight} onClick={() => onStart('buy')}>
        {t(options ? 'trade:options.up' : 'desk:side.buy')}
      </Button>
      <Button variant="down" size="l" icon={ArrowDownRight} onClick={() => onStart('sell')}>
        {t(options ? 'trade:options.down' : 'desk:side.sell')}
      </Button>
    </div>
  );
}

const Waiting = () => (
  <>
    <Skeleton height="1.2rem" />
    <Skeleton height="0.4rem" />
    <Skeleton height="4.2rem" />
  </>
);
