import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import type { Side } from '@glasshouse/trade/orders';
import { BottomSheet, Page, Skeleton, SkeletonBlock, Tabs } from '@glasshouse/ui';
import { Suspense, useState } from 'react';
import { InstrumentHead } from '../../../parts/chart/instrument-head.tsx';
import { LiveChange, LivePrice } from '../../../parts/market/live-cells.tsx';
import { BookView, OptionLine, OrdersPanel, ReportOrderCount, TradesView, WorkspaceTicket } from './deferred-parts.tsx';
import { HeadTools } from './head-tools.tsx';
import styles from './instrument-page.module.css';
import { MarketsDialog, useMarketsPane } from './markets-pane.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { useChartFirst } from './use-chart-first.ts';
import { useWorkspace, type Workspace } from './use-workspace.ts';
import { WorkspaceChart } from './workspace-chart.tsx';

type View = 'chart' | 'book' | 'trades' | 'orders';

/** Chart, book, trades and orders in tabs, and the ticket in a bottom sheet. */
export function MobileInstrument({ info }: { info: MarketInfo | undefined }) {
  const markets = useMarketsPane(info);
  return (
    <Page width="wide" className={styles.mobile} aria-busy={info === undefined || undefined}>
      <MarketsDialog markets={markets} code={info?.code} />
      {info === undefined ? <InstrumentSkeleton /> : <Views key={info.code} info={info} onSearch={markets.search} />}
    </Page>
  );
}

function Views({ info, onSearch }: { info: MarketInfo; onSearch: () => void }) {
  const t = useT();
  const workspace = useWorkspace(info);
  const { showDeferred, onDrawn } = useChartFirst();
  const [count, setCount] = useState<number>();
  const [view, setView] = useState<View>('chart');
  const [open, setOpen] = useState(false);
  const start = (side: Side) => {
    workspace.setSide(side);
    setOpen(true);
  };
  // Pressing a level fills the ticket, so show it.
  const picking: Workspace = {
    ...workspace,
    pick: (level) => {
      workspace.pick(level);
      setOpen(true);
    },
    place: (request) => {
      workspace.place(request);
      setOpen(true);
    },
  };
  const close = () => {
    workspace.unpick();
    setOpen(false);
  };
  const orders = {
    value: 'orders' as const,
    label: t('workspace:tab.orders'),
    count: count === undefined ? undefined : `${count}`,
  };
  return (
    <>
      <InstrumentHead info={info} onSearch={onSearch} isInHeader action={<HeadTools market={info} />} />
      <Tabs
        className={styles.views}
        label={t('workspace:tab.label')}
        value={view}
        onChange={setView}
        tabs={[
          { value: 'chart', label: t('workspace:tab.chart') },
          { value: 'book', label: t(info.spot === null ? 'workspace:tab.prices' : 'workspace:tab.book') },
          { value: 'trades', label: t(info.spot === null ? 'workspace:tab.ticks' : 'workspace:tab.trades') },
          ...(workspace.loggedIn ? [orders] : []),
        ]}
      >
        <Suspense fallback={<SkeletonBlock height="4.2rem" />}>
          {/* With the ticket open, the chart is above it. */}
          {view === 'chart' && !open && (
            <div className={styles.mobileChart}>
              <WorkspaceChart info={info} workspace={picking} showDeferred={showDeferred} onDrawn={onDrawn} />
            </div>
          )}
          {view === 'book' && <BookView workspace={picking} />}
          {view === 'trades' && <TradesView workspace={workspace} />}
          {view === 'orders' && <OrdersPanel />}
        </Suspense>
      </Tabs>
      {workspace.loggedIn && showDeferred && (
        <Suspense>
          <ReportOrderCount onCount={setCount} />
        </Suspense>
      )}
      {workspace.product !== undefined && (
        <MobileBar
          workspace={workspace}
          onStart={start}
          above={
            workspace.loggedIn &&
            showDeferred && (
              <Suspense>
                <OptionLine code={info.code} />
              </Suspense>
            )
          }
        />
      )}
      <BottomSheet
        open={open}
        onClose={close}
        title={<LiveTitle info={info} />}
        closeLabel={t('common:action.close')}
        above={
          <div className={styles.sheetChart}>
            <WorkspaceChart info={info} workspace={picking} showDeferred={showDeferred} onDrawn={onDrawn} />
          </div>
        }
      >
        <Suspense fallback={<SkeletonBlock height="4.2rem" />}>
          <WorkspaceTicket workspace={workspace} onDone={close} />
        </Suspense>
      </BottomSheet>
    </>
  );
}

/** The market with its price, which goes on while somebody fills in the ticket. */
const LiveTitle = ({ info }: { info: MarketInfo }) => (
  <span className={styles.sheetTitle}>
    <bdi>{info.appName}</bdi>
    <span className={styles.sheetPrice}>
      <LivePrice code={info.code} /> <LiveChange code={info.code} />
    </span>
  </span>
);

const InstrumentSkeleton = () => (
  <>
    <Skeleton height="0.64rem" />
    <Skeleton height="0.4rem" />
    <Skeleton height="4.2rem" />
  </>
);
