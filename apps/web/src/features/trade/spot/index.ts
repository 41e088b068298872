/** What the workspace uses of spot; it imports nothing else from here. */
export { SpotOrders } from './spot-orders.tsx';
export { SpotTicket } from './spot-ticket.tsx';
export { useSpotLines } from './use-spot-lines.ts';
