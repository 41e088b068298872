import type { ResultOf } from '@glasshouse/api';
import type { RiskProduct } from '@glasshouse/api/risk-warning';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';
import { useMoneyCall } from '../calls/use-money-call.ts';

export type RiskWarning = ResultOf<'getRiskWarning'>;
export type RiskFigures = RiskWarning['products'][number];

/** The newest text that everybody must have read is the one in force. */
const isRead = ({ acknowledged }: RiskFigures, { text }: RiskWarning): boolean =>
  acknowledged !== null && text <= acknowledged.text;

/**
 * Whether the person has read the warning about a product on this book: `unknown` until the server
 * says so. Where it cannot be asked, the order is tried, and the core has the last word.
 */
export function useRiskWarning(product: RiskProduct | undefined) {
  const book = useBook();
  const isAsked = useSession() !== undefined && product !== undefined;
  const client = useQueryClient();
  const queryKey = privateKey('riskWarning', book);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchResult('getRiskWarning', { signal }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { submit, busy, failure } = useMoneyCall('acknowledgeRisk');
  const warning = query.data;
  const figures = warning?.products.find((entry) => entry.product === product);
  const state = !isAsked || query.isError ? 'read' : figures === undefined ? 'unknown' : undefined;
  return {
    state: state ?? (isRead(figures as RiskFigures, warning as RiskWarning) ? 'read' : 'unread'),
    warning,
    figures,
    busy,
    failure,
    /** False: it could not be recorded, and the failure says why. */
    acknowledge: async (): Promise<boolean> => {
      if (warning === undefined || product === undefined) return false;
      const answer = await submit({ product, text: warning.text });
      if (!answer.ok) return false;
      const products = warning.products.map((entry) =>
        entry.product === product ? { ...entry, acknowledged: answer.result } : entry,
      );
      client.setQueryData(queryKey, { ...warning, products });
      return true;
    },
  } as const;
}

export type RiskGate = ReturnType<typeof useRiskWarning>;
