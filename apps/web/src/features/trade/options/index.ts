/** What the workspace uses of the options; it imports nothing else from here. */
export { OptionsOrders } from './options-orders.tsx';
export { OptionsTicket } from './options-ticket.tsx';
export { type OptionsOnChart, useOptionsOnChart } from './use-options-lines.ts';
