import {
  type ChartCount,
  DEFAULT_LAYOUT,
  type OtherChart,
  type Pane,
  type WorkspaceLayout,
  withOther,
  withSize,
} from './layout.ts';
import { useWindowWidth } from './use-window-width.ts';
import { useWorkspaceLayout } from './use-workspace-layout.ts';

/** From these widths on there is room for the pane beside the chart. */
const MARKETS_FROM_PX = 1_760;
const BOOK_FROM_PX = 900;
/** From here on, panes that nobody has resized are wider. */
const WIDE_FROM_PX = 1_900;
const WIDE = { book: 260, ticket: 320 } as const;

type Foldable = 'markets' | 'book' | 'orders';

export interface Panes {
  readonly layout: WorkspaceLayout;
  /** In pixels at the usual text size, as chosen or as the window has room. */
  readonly sizes: Readonly<Record<Pane, number>>;
  /** As chosen, or as the window has room. */
  readonly isOpen: Readonly<Record<Foldable, boolean>>;
  readonly toggle: (pane: Foldable) => void;
  readonly resize: (pane: Pane, size: number) => void;
  readonly setCharts: (count: ChartCount) => void;
  readonly setOther: (index: number, chart: OtherChart) => void;
  /** Back to how it was before anything was moved. */
  readonly reset: () => void;
}

/** The panes of the workspace, as somebody arranged them. */
export function usePanes(): Panes {
  const { layout, change, reset } = useWorkspaceLayout();
  const hasMarketsRoom = useWindowWidth(MARKETS_FROM_PX);
  const hasBookRoom = useWindowWidth(BOOK_FROM_PX, true);
  const isOpen = {
    markets: layout.markets.open ?? hasMarketsRoom,
    book: layout.book.open ?? hasBookRoom,
    orders: layout.orders.open,
  };
  const isWide = useWindowWidth(WIDE_FROM_PX);
  const sizeOf = (pane: 'book' | 'ticket'): number => {
    const { size } = layout[pane];
    return isWide && size === DEFAULT_LAYOUT[pane].size ? WIDE[pane] : size;
  };
  return {
    layout,
    sizes: {
      markets: layout.markets.size,
      book: sizeOf('book'),
      ticket: sizeOf('ticket'),
      orders: layout.orders.size,
    },
    isOpen,
    toggle: (pane) => change((known) => ({ ...known, [pane]: { ...known[pane], open: !isOpen[pane] } })),
    resize: (pane, size) => change((known) => withSize(known, pane, size)),
    setCharts: (count) => change((known) => ({ ...known, charts: { ...known.charts, count } })),
    setOther: (index, chart) => change((known) => withOther(known, index, chart)),
    reset,
  };
}
