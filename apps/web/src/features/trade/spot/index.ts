/** What the workspace uses of spot; it imports nothing else from here. */
export { CancelDialog } from './cancel-dialog.tsx';
export * from './spot-cells.tsx';
export { SpotTicket } from './spot-ticket.tsx';
export { useSpotLines } from './use-spot-lines.ts';
export { useSpotHistory } from './use-spot-orders.ts';
