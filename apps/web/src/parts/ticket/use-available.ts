import { useSession } from '@glasshouse/app/session/session';
import { useBalances } from '../money/use-balances.ts';

/** What can be spent of an asset; undefined for visitors and until the balances are known. */
export function useAvailable(asset: string): string | undefined {
  const session = useSession();
  const balances = useBalances();
  const lines = session === undefined ? undefined : balances.data?.items;
  // A book that was never used has no lines.
  return lines && (lines.find((line) => line.asset === asset)?.available ?? '0');
}
