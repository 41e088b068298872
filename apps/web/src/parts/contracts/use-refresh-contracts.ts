import { useRefresh } from '../calls/use-refresh.ts';

/** Refetches everything that a change to a contract touches. */
export const useRefreshContracts = () => useRefresh('contractOrders', 'contractOrder', 'balances', 'statement');
