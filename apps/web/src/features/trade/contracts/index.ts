/** What the workspace uses of the contracts; it imports nothing else from here. */
export { ContractOrders } from './contract-orders.tsx';
export { ContractTicket } from './contract-ticket.tsx';
export { StopsOfOrder } from './stops-of-order.tsx';
export { useContractLines } from './use-contract-lines.ts';
