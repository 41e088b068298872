import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Card, cx, IconButton, Page, Skeleton, SkeletonBlock } from '@glasshouse/ui';
import { PanelLeftClose, PanelLeftOpen } from '@glasshouse/ui/icon/icons';
import { type CSSProperties, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { InstrumentHead } from '../../../parts/chart/instrument-head.tsx';
import { ChartGrid } from './charts/chart-grid.tsx';
import { KeysHelp, MarketDataPane, OrdersPanel, WorkspaceTicket } from './deferred-parts.tsx';
import { focusSide } from './focus-side.ts';
import { HeadTools } from './head-tools.tsx';
import styles from './instrument-page.module.css';
import { LayoutMenu } from './layout/layout-menu.tsx';
import { Splitter } from './layout/splitter.tsx';
import { type Panes, usePanes } from './layout/use-panes.ts';
import { MarketsDialog, MarketsPane, type MarketsState, useMarketsPane } from './markets-pane.tsx';
import { useChartFirst } from './use-chart-first.ts';
import { useWorkspace } from './use-workspace.ts';
import { useWorkspaceKeys } from './use-workspace-keys.ts';

interface DesktopInstrumentProps {
  /** Undefined while being fetched. The list of markets keeps its place meanwhile. */
  readonly info: MarketInfo | undefined;
}

/**
 * The workspace fills the window: markets, charts over orders, order book, and the ticket, whose
 * button stays in view. Every pane but the chart and the ticket can be put away.
 */
export function DesktopInstrument({ info }: DesktopInstrumentProps) {
  const t = useT();
  const panes = usePanes();
  const markets = useMarketsPane(info, panes.isOpen.markets);
  const visitor = useSession() === undefined;
  const frame = useRef<HTMLElement>(null);
  const [help, setHelp] = useState(false);
  const onHelp = () => setHelp(true);
  useWorkspaceKeys({
    onSearch: markets.search,
    onHelp,
    onMarkets: () => panes.toggle('markets'),
    onFullHeight: visitor ? undefined : () => panes.toggle('orders'),
  });
  const { layout, isOpen } = panes;
  const sizes = {
    '--markets': layout.markets.size,
    '--book': layout.book.size,
    '--ticket': layout.ticket.size,
    '--orders': layout.orders.size,
  } as CSSProperties;
  return (
    <Page
      width="wide"
      ref={frame}
      className={cx(
        styles.workspace,
        visitor && styles.visitor,
        !isOpen.markets && styles.noMarkets,
        !isOpen.book && styles.noBook,
        !isOpen.orders && styles.fullHeight,
      )}
      style={sizes}
      aria-busy={info === undefined || undefined}
    >
      {isOpen.markets && (
        <>
          <MarketsPane markets={markets} code={info?.code} className={styles.markets} />
          <Splitter
            pane="markets"
            side="before"
            label={t('workspace:layout.resizeMarkets')}
            size={layout.markets.size}
            frame={frame}
            onSize={(size) => panes.resize('markets', size)}
            onToggle={() => panes.toggle('markets')}
            className={styles.marketsEdge}
          />
        </>
      )}
      <MarketsDialog markets={markets} code={info?.code} />
      {info === undefined ? (
        <InstrumentSkeleton isBookOpen={isOpen.book} />
      ) : (
        <Main key={info.code} info={info} panes={panes} markets={markets} frame={frame} onHelp={onHelp} />
      )}
      {help && (
        <Suspense>
          <KeysHelp open onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </Page>
  );
}

interface MainProps {
  readonly info: MarketInfo;
  readonly panes: Panes;
  readonly markets: MarketsState;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onHelp: () => void;
}

/** Shows and hides the list of markets, at its edge of the page. */
function MarketsButton({ panes }: { panes: Panes }) {
  const t = useT();
  const open = panes.isOpen.markets;
  return (
    <IconButton
      size="s"
      icon={open ? PanelLeftClose : PanelLeftOpen}
      mirror
      label={t(open ? 'workspace:layout.hideMarkets' : 'workspace:layout.showMarkets')}
      onClick={() => panes.toggle('markets')}
    />
  );
}

function Main({ info, panes, markets, frame, onHelp }: MainProps) {
  const t = useT();
  const workspace = useWorkspace(info);
  const { showDeferred, onDrawn } = useChartFirst();
  const ticket = useRef<HTMLDivElement>(null);
  const { layout, isOpen } = panes;
  useWorkspaceKeys({
    onSide: (side) => {
      workspace.setSide(side);
      focusSide(ticket.current, side);
    },
  });
  return (
    <>
      <Card flush className={styles.head}>
        <InstrumentHead
          info={info}
          start={<MarketsButton panes={panes} />}
          action={
            <HeadTools market={info} onSearch={isOpen.markets ? undefined : markets.search} onHelp={onHelp}>
              <LayoutMenu panes={panes} hasOrders={workspace.loggedIn} />
            </HeadTools>
          }
        />
      </Card>
      <ChartGrid
        info={info}
        workspace={workspace}
        panes={panes}
        showDeferred={showDeferred}
        onDrawn={onDrawn}
        className={styles.charts}
      />
      {isOpen.book && (
        <>
          <Splitter
            pane="book"
            side="after"
            label={t('workspace:layout.resizeBook')}
            size={layout.book.size}
            frame={frame}
            onSize={(size) => panes.resize('book', size)}
            onToggle={() => panes.toggle('book')}
            className={styles.bookEdge}
          />
          <Card flush className={styles.book}>
            <Deferred show={showDeferred} height="100%">
              <MarketDataPane workspace={workspace} />
            </Deferred>
          </Card>
        </>
      )}
      {workspace.loggedIn && (
        <>
          {isOpen.orders && (
            <Splitter
              pane="orders"
              side="below"
              label={t('workspace:layout.resizeOrders')}
              size={layout.orders.size}
              frame={frame}
              onSize={(size) => panes.resize('orders', size)}
              onToggle={() => panes.toggle('orders')}
              className={styles.ordersEdge}
            />
          )}
          <Card flush className={styles.orders}>
            <Deferred show={showDeferred} height="2.4rem">
              <OrdersPanel workspace={workspace} folded={!isOpen.orders} onFold={() => panes.toggle('orders')} />
            </Deferred>
          </Card>
        </>
      )}
      <Splitter
        pane="ticket"
        side="after"
        label={t('workspace:layout.resizeTicket')}
        size={layout.ticket.size}
        frame={frame}
        onSize={(size) => panes.resize('ticket', size)}
        className={styles.ticketEdge}
      />
      <div ref={ticket} className={styles.ticket}>
        <Card className={styles.ticketCard}>
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
const InstrumentSkeleton = ({ isBookOpen }: { isBookOpen: boolean }) => (
  <>
    <Skeleton height="0.6rem" className={styles.head} />
    <Skeleton height="auto" className={styles.charts} />
    {isBookOpen && <Skeleton height="auto" className={styles.book} />}
    <Skeleton height="auto" className={styles.ticket} />
  </>
);
