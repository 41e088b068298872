import { useBook, useSession } from '@glasshouse/app/session/session';
import type { PriceAlert } from '@glasshouse/trade/orders';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

const ACTIVE_MAX = 100;
const FIRED_SHOWN = 20;

export interface Alerts {
  readonly active: readonly PriceAlert[];
  /** The latest that fired, newest first. */
  readonly fired: readonly PriceAlert[];
}

/** Active alerts and the latest that fired. The user socket refreshes them. */
export function useAlerts() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('alerts', book),
    queryFn: async ({ signal }): Promise<Alerts> => {
      const [active, fired] = await Promise.all([
        fetchResult('listAlerts', { query: { state: 'active', limit: ACTIVE_MAX }, signal }),
        fetchResult('listAlerts', { query: { state: 'fired', limit: FIRED_SHOWN }, signal }),
      ]);
      return { active: active.items, fired: [...fired.items].sort(byFiring) };
    },
    enabled: session !== undefined,
  });
}

const byFiring = (left: PriceAlert, right: PriceAlert): number =>
  (right.firedAt ?? '').localeCompare(left.firedAt ?? '');
