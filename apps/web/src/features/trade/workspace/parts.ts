/**
 * The parts of the workspace that load after the chart, as one chunk (see `deferred-parts.tsx`).
 */

export { OptionLine } from '../options/index.ts';
export { KeysHelp } from './keys-help.tsx';
export { BookView, MarketDataPane, TradesView } from './order-book/market-data-pane.tsx';
export { OrdersPanel } from './orders-panel.tsx';
export { ReportChartLines } from './report-chart-lines.tsx';
export { ReportOrderCount } from './report-order-count.ts';
export { WorkspaceTicket } from './workspace-ticket.tsx';
