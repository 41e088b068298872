/** What the workspace uses of the contracts; it imports nothing else from here. */
export * from './contract-cells.tsx';
export { ContractDialogs } from './contract-dialogs.tsx';
export { ContractTicket } from './contract-ticket.tsx';
export { StopsOfOrder } from './stops-of-order.tsx';
export { useContractLines } from './use-contract-lines.ts';
export { useContractHistory } from './use-contract-orders.ts';
