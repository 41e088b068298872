import { Card, cx, Page, Skeleton } from '@glasshouse/ui';
import { useRef, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { InstrumentHead, type MarketInfo } from '../../shared/chart/instrument-head.tsx';
import { PricePanel } from '../../shared/chart/price-panel.tsx';
import { MarketPane } from './book/market-pane.tsx';
import styles from './currency-page.module.css';
import { DeskTicket } from './desk/desk-ticket.tsx';
import { focusSide } from './desk/focus-side.ts';
import { HeadTools } from './desk/head-tools.tsx';
import { KeysHelp } from './desk/keys-help.tsx';
import { useDesk } from './desk/use-desk.ts';
import { useDeskKeys } from './desk/use-desk-keys.ts';
import { MarketsDialog, MarketsPane, useMarketsPane } from './markets-pane.tsx';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { useChartLines } from './use-chart-lines.ts';

interface DesktopCurrencyProps {
  /** Undefined while it is fetched. The list of markets stays where it is meanwhile. */
  readonly info: MarketInfo | undefined;
}

/** Three panes: the markets where there is room for them, chart over orders, and order book with ticket. */
export function DesktopCurrency({ info }: DesktopCurrencyProps) {
  const markets = useMarketsPane();
  const visitor = useSession() === undefined;
  return (
    <Page
      width="wide"
      className={cx(styles.desk, visitor && styles.visitor)}
      aria-busy={info === undefined || undefined}
    >
      <MarketsPane markets={markets} code={info?.code} className={styles.markets} />
      <MarketsDialog markets={markets} code={info?.code} />
      {info === undefined ? <Waiting /> : <Panes key={info.code} info={info} onSearch={markets.search} />}
    </Page>
  );
}

function Panes({ info, onSearch }: { info: MarketInfo; onSearch: () => void }) {
  const desk = useDesk(info);
  const lines = useChartLines(info.code);
  const ticket = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState(false);
  useDeskKeys({
    onSearch,
    onSide: (side) => {
      desk.setSide(side);
      focusSide(ticket.current, side);
    },
    onHelp: () => setHelp(true),
  });
  return (
    <>
      <Card className={styles.head}>
        <InstrumentHead info={info} action={<HeadTools onSearch={onSearch} onHelp={() => setHelp(true)} />} />
      </Card>
      <Card flush className={styles.chart}>
        <PricePanel
          code={info.code}
          name={info.appName}
          precision={info.precision}
          source={info.source}
          lines={lines}
        />
      </Card>
      <Card flush className={styles.book}>
        <MarketPane desk={desk} />
      </Card>
      {desk.loggedIn && (
        <Card flush className={styles.orders}>
          <OrdersPanel desk={desk} />
        </Card>
      )}
      <div ref={ticket} className={styles.ticket}>
        <Card demo={desk.loggedIn && desk.book === 'demo'}>
          <DeskTicket desk={desk} />
        </Card>
      </div>
      <KeysHelp open={help} onClose={() => setHelp(false)} />
    </>
  );
}

/** Places of the panes, in their final geometry. */
const Waiting = () => (
  <>
    <Skeleton height="0.72rem" className={styles.head} />
    <Skeleton height="auto" className={styles.chart} />
    <Skeleton height="auto" className={styles.book} />
    <Skeleton height="5.6rem" className={styles.ticket} />
  </>
);
