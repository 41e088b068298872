import { Card, cx, Page, Skeleton, SkeletonBlock } from '@glasshouse/ui';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { InstrumentHead } from '../../../shared/chart/instrument-head.tsx';
import type { MarketInfo } from '../../../shared/market/market-info.ts';
import { KeysHelp, MarketDataPane, OrdersPanel, WorkspaceTicket } from './deferred-parts.tsx';
import { focusSide } from './focus-side.ts';
import { HeadTools } from './head-tools.tsx';
import styles from './instrument-page.module.css';
import { MarketsDialog, MarketsPane, useMarketsPane } from './markets-pane.tsx';
import { useChartFirst } from './use-chart-first.ts';
import { useWorkspace } from './use-workspace.ts';
import { useWorkspaceKeys } from './use-workspace-keys.ts';
import { WorkspaceChart } from './workspace-chart.tsx';

interface DesktopInstrumentProps {
  /** Undefined while being fetched. The list of markets keeps its place meanwhile. */
  readonly info: MarketInfo | undefined;
}

/** Three panes: markets (where there is room), chart over orders, and order book with ticket. */
export function DesktopInstrument({ info }: DesktopInstrumentProps) {
  const markets = useMarketsPane(info);
  const visitor = useSession() === undefined;
  const [help, setHelp] = useState(false);
  const onHelp = () => setHelp(true);
  useWorkspaceKeys({ onSearch: markets.search, onHelp });
  return (
    <Page
      width="wide"
      className={cx(styles.workspace, visitor && styles.visitor)}
      aria-busy={info === undefined || undefined}
    >
      <MarketsPane markets={markets} code={info?.code} className={styles.markets} />
      <MarketsDialog markets={markets} code={info?.code} />
      {info === undefined ? (
        <InstrumentSkeleton />
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
  const workspace = useWorkspace(info);
  const { showDeferred, onDrawn } = useChartFirst();
  const ticket = useRef<HTMLDivElement>(null);
  useWorkspaceKeys({
    onSide: (side) => {
      workspace.setSide(side);
      focusSide(ticket.current, side);
    },
  });
  return (
    <>
      <Card className={styles.head}>
        <InstrumentHead info={info} action={<HeadTools market={info} onSearch={onSearch} onHelp={onHelp} />} />
      </Card>
      <Card flush className={styles.chart}>
        <WorkspaceChart info={info} showDeferred={showDeferred} onDrawn={onDrawn} />
      </Card>
      <Card flush className={styles.book}>
        <Deferred show={showDeferred} height="100%">
          <MarketDataPane workspace={workspace} />
        </Deferred>
      </Card>
      {workspace.loggedIn && (
        <Card flush className={styles.orders}>
          <Deferred show={showDeferred} height="2.4rem">
            <OrdersPanel workspace={workspace} />
          </Deferred>
        </Card>
      )}
      <div ref={ticket} className={styles.ticket}>
        <Card demo={workspace.loggedIn && workspace.book === 'demo'}>
          <Deferred show={showDeferred} height="6.8rem">
            <WorkspaceTicket workspace={workspace} />
          </Deferred>
        </Card>
      </div>
    </>
  );
}

/** A deferred part of the workspace; until it renders, a skeleton keeps its place. */
function Deferred({ show, height, children }: { show: boolean; height: string; children: ReactNode }) {
  const place = <SkeletonBlock height={height} />;
  return show ? <Suspense fallback={place}>{children}</Suspense> : place;
}

/** Skeletons of the panes, in their final geometry. */
const InstrumentSkeleton = () => (
  <>
    <Skeleton height="0.72rem" className={styles.head} />
    <Skeleton height="auto" className={styles.chart} />
    <Skeleton height="auto" className={styles.book} />
    <Skeleton height="7.12rem" className={styles.ticket} />
  </>
);
