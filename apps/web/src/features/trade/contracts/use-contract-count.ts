import { useLiveContracts } from './use-contracts.ts';

/** Open positions and waiting orders of the book in use; undefined while they are fetched. */
export const useContractCount = (): number | undefined => useLiveContracts().data?.length;
