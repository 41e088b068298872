import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import type { Side } from '@glasshouse/trade/orders';
import { Button, cx, IconButton, Page, Skeleton, SkeletonBlock } from '@glasshouse/ui';
import { X } from '@glasshouse/ui/icon/icons';
import { type CSSProperties, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { InstrumentHead } from '../../../parts/chart/instrument-head.tsx';
import { ChartGrid } from './charts/chart-grid.tsx';
import { KeysHelp, MarketDataPane, OrdersPanel, WorkspaceTicket } from './deferred-parts.tsx';
import { focusSide } from './focus-side.ts';
import { HeadTools } from './head-tools.tsx';
import styles from './instrument-page.module.css';
import { LayoutMenu } from './layout/layout-menu.tsx';
import { Splitter } from './layout/splitter.tsx';
import { type Panes, usePanes } from './layout/use-panes.ts';
import { useWindow } from './layout/use-window-width.ts';
import { MarketsDialog, MarketsPane, type MarketsState, useMarketsPane } from './markets-pane.tsx';
import { useChartFirst } from './use-chart-first.ts';
import { useWorkspace, type Workspace } from './use-workspace.ts';
import { useWorkspaceKeys } from './use-workspace-keys.ts';

/** Other windows have the ticket in a drawer; narrow or low ones show all parts in a column. */
const TICKET_PANE = '(min-width: 1280px) or (max-width: 759px) or (max-height: 519px)';
/** The tabs of the orders alone. */
const FOLDED_PX = 40;

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
  const { sizes, isOpen } = panes;
  const hasTicket = useWindow(TICKET_PANE, true);
  const widths = {
    '--markets': isOpen.markets ? sizes.markets : 0,
    '--book': isOpen.book ? sizes.book : 0,
    '--ticket': hasTicket ? sizes.ticket : 0,
    '--orders': isOpen.orders ? sizes.orders : FOLDED_PX,
  } as CSSProperties;
  return (
    <Page
      width="wide"
      ref={frame}
      className={cx(styles.workspace, visitor && styles.visitor)}
      style={widths}
      aria-busy={info === undefined || undefined}
    >
      {isOpen.markets && (
        <>
          <MarketsPane markets={markets} code={info?.code} className={styles.markets} />
          <Splitter
            pane="markets"
            side="before"
            label={t('workspace:layout.resizeMarkets')}
            size={sizes.markets}
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
        <Main
          key={info.code}
          info={info}
          panes={panes}
          hasTicket={hasTicket}
          markets={markets}
          frame={frame}
          onHelp={onHelp}
        />
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
  /** Otherwise the ticket is a drawer. */
  readonly hasTicket: boolean;
  readonly markets: MarketsState;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onHelp: () => void;
}

function Main({ info, panes, hasTicket, markets, frame, onHelp }: MainProps) {
  const t = useT();
  const drawer = useDrawer(!hasTicket);
  const workspace = openingDrawer(useWorkspace(info), drawer.show);
  const { showDeferred, onDrawn } = useChartFirst();
  const ticket = useRef<HTMLDivElement>(null);
  const { sizes, isOpen } = panes;
  useWorkspaceKeys({
    onSide: (side) => {
      workspace.setSide(side);
      drawer.show();
      // A drawer has its ticket with the next rendering.
      requestAnimationFrame(() => focusSide(ticket.current, side));
    },
  });
  const start = (side: Side) => {
    workspace.setSide(side);
    drawer.show();
  };
  return (
    <>
      <div className={styles.head}>
        <InstrumentHead
          info={info}
          onSearch={markets.search}
          action={
            <HeadTools
              market={info}
              start={
                !hasTicket && workspace.product !== undefined && <SideButtons workspace={workspace} onStart={start} />
              }
            >
              <LayoutMenu panes={panes} hasOrders={workspace.loggedIn} onHelp={onHelp} />
            </HeadTools>
          }
        />
      </div>
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
            size={sizes.book}
            frame={frame}
            onSize={(size) => panes.resize('book', size)}
            onToggle={() => panes.toggle('book')}
            className={styles.bookEdge}
          />
          <div className={styles.book}>
            <Deferred show={showDeferred} height="100%">
              <MarketDataPane workspace={workspace} />
            </Deferred>
          </div>
        </>
      )}
      {workspace.loggedIn && (
        <>
          {isOpen.orders && (
            <Splitter
              pane="orders"
              side="below"
              label={t('workspace:layout.resizeOrders')}
              size={sizes.orders}
              frame={frame}
              onSize={(size) => panes.resize('orders', size)}
              onToggle={() => panes.toggle('orders')}
              className={styles.ordersEdge}
            />
          )}
          <div className={styles.orders}>
            <Deferred show={showDeferred} height="2.4rem">
              <OrdersPanel folded={!isOpen.orders} onFold={() => panes.toggle('orders')} />
            </Deferred>
          </div>
        </>
      )}
      {hasTicket && (
        <Splitter
          pane="ticket"
          side="after"
          label={t('workspace:layout.resizeTicket')}
          size={sizes.ticket}
          frame={frame}
          onSize={(size) => panes.resize('ticket', size)}
          className={styles.ticketEdge}
        />
      )}
      {(hasTicket || drawer.isOpen) && (
        <div ref={ticket} className={cx(styles.ticket, !hasTicket && styles.drawer)}>
          {!hasTicket && (
            <IconButton
              size="s"
              icon={X}
              label={t('common:action.close')}
              className={styles.drawerClose}
              onClick={drawer.close}
            />
          )}
          <div className={styles.ticketPane}>
            <Deferred show={showDeferred} height="6.8rem">
              <WorkspaceTicket workspace={workspace} onDone={drawer.close} />
            </Deferred>
          </div>
        </div>
      )}
    </>
  );
}

/** The ticket of a window without room for its pane; Escape puts it away. */
function useDrawer(isDrawer: boolean) {
  const [isShown, setShown] = useState(false);
  const isOpen = isDrawer && isShown;
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // What lies above it closes first, and a field gives up its focus.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches('input:not([type=radio]), textarea')) return;
      if (document.querySelector('dialog:modal, :popover-open') === null) setShown(false);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
  return { isOpen, show: () => isDrawer && setShown(true), close: () => setShown(false) };
}

/** What fills the ticket shows it. */
const openingDrawer = (workspace: Workspace, show: () => void): Workspace => ({
  ...workspace,
  pick: (level) => {
    workspace.pick(level);
    show();
  },
  place: (request) => {
    workspace.place(request);
    show();
  },
});

/** Opens the drawer from the instrument line. */
function SideButtons({ workspace, onStart }: { workspace: Workspace; onStart: (side: Side) => void }) {
  const t = useT();
  const isOption = workspace.product === 'options';
  return (
    <>
      <Button size="s" variant="up" onClick={() => onStart('buy')}>
        {t(isOption ? 'trade:options.up' : 'workspace:side.buy')}
      </Button>
      <Button size="s" variant="down" onClick={() => onStart('sell')}>
        {t(isOption ? 'trade:options.down' : 'workspace:side.sell')}
      </Button>
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
    <Skeleton height="0.4rem" className={styles.head} />
    <Skeleton height="auto" className={styles.charts} />
    {isBookOpen && <Skeleton height="auto" className={styles.book} />}
    <Skeleton height="auto" className={styles.ticket} />
  </>
);
