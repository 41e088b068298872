/** What the workspace uses of the contracts. The workspace knows nothing else of them. */
export { ContractPositions } from './contract-positions.tsx';
export { ContractTicket } from './contract-ticket.tsx';
export { StopsOfOrder } from './stops-of-order.tsx';
export { useContractCount } from './use-contract-count.ts';
export { useContractLines } from './use-contract-lines.ts';
