import { Card, cx, Page, Skeleton, SkeletonBlock } from '@glasshouse/ui';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { InstrumentHead, type MarketInfo } from '../../shared/chart/instrument-head.tsx';
import styles from './instrument-page.module.css';
import { MarketsDialog, MarketsPane, useMarketsPane } from './markets-pane.tsx';
import { focusSide } from './workspace/focus-side.ts';
import { HeadTools } from './workspace/head-tools.tsx';
import { DeskTicket, KeysHelp, MarketPane, OrdersPanel } from './workspace/later.tsx';
import { useChartFirst } from './workspace/use-chart-first.ts';
import { useDesk } from './workspace/use-workspace.ts';
import { useDeskKeys } from './workspace/use-workspace-keys.ts';
import { DeskChart } from './workspace/workspace-chart.tsx';

interface DesktopCurrencyProps {
  /** Undefined while it is fetched. The list of markets stays where it is meanwhile. */
  readonly info: MarketInfo | undefined;
}

/** Three panes: the markets where there is room for them, chart over orders, and order book with ticket. */
export function DesktopCurrency({ info }: DesktopCurrencyProps) {
  const markets = useMarketsPane(info);
  const visitor = useSession() === undefined;
  const [help, setHelp] = useState(false);
  const onHelp = () => setHelp(true);
  useDeskKeys({ onSearch: markets.search, onHelp });
  return (
    <Page
      width="wide"
      className={cx(styles.desk, visitor && styles.visitor)}
      aria-busy={info === undefined || undefined}
    >
      <MarketsPane markets={markets} code={info?.code} className={styles.markets} />
      <MarketsDialog markets={markets} code={info?.code} />
      {info === undefined ? (
        <Waiting />
      ) : (
        <Panes key={info.code} info={info} onSearch={markets.search} onHelp={onHelp} />
      )}
      {help && (
        <Suspense>
          <KeysHelp open onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </Page>
  );
}

interface PanesProps {
  readonly info: MarketInfo;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

function Panes({ info, onSearch, onHelp }: PanesProps) {
  const desk = useDesk(info);
  const { restDue, onDrawn } = useChartFirst();
  const ticket = useRef<HTMLDivElement>(null);
  useDeskKeys({
    onSide: (side) => {
      desk.setSide(side);
      focusSide(ticket.current, side);
    },
  });
  return (
    <>
      <Card className={styles.head}>
        <InstrumentHead info={info} action={<HeadTools onSearch={onSearch} onHelp={onHelp} />} />
      </Card>
      <Card flush className={styles.chart}>
        <DeskChart info={info} restDue={restDue} onDrawn={onDrawn} />
      </Card>
      <Card flush className={styles.book}>
        <Later due={restDue} height="100%">
          <MarketPane desk={desk} />
        </Later>
      </Card>
      {desk.loggedIn && (
        <Card flush className={styles.orders}>
          <Later due={restDue} height="2.4rem">
            <OrdersPanel desk={desk} />
          </Later>
        </Card>
      )}
      <div ref={ticket} className={styles.ticket}>
        <Card demo={desk.loggedIn && desk.book === 'demo'}>
          <Later due={restDue} height="6.8rem">
            <DeskTicket desk={desk} />
          </Later>
        </Card>
      </div>
    </>
  );
}

/** A part of the desk that comes after the chart, in the place that it will have. */
function Later({ due, height, children }: { due: boolean; height: string; children: ReactNode }) {
  const place = <SkeletonBlock height={height} />;
  return due ? <Suspense fallback={place}>{children}</Suspense> : place;
}

/** Places of the panes, in their final geometry. */
const Waiting = () => (
  <>
    <Skeleton height="0.72rem" className={styles.head} />
    <Skeleton height="auto" className={styles.chart} />
    <Skeleton height="auto" className={styles.book} />
    <Skeleton height="7.12rem" className={styles.ticket} />
  </>
);
