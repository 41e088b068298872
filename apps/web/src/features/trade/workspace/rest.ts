/** What of the workspace comes after the chart, in one piece (`later.tsx`). */
export { BookView, MarketPane, TradesView } from '../book/market-pane.tsx';
export { KeysHelp } from './keys-help.tsx';
export { OrdersPanel } from './orders-panel.tsx';
export { OwnCount } from './own-count.ts';
export { OwnLines } from './own-lines.tsx';
export { WorkspaceTicket } from './workspace-ticket.tsx';
