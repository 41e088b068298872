import { code } from '@glasshouse/api/codes';
import { useT } from '@glasshouse/app/language/language';
import { useBook, useSession } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { parseAmount } from '@glasshouse/rules/money';
import { type KeyValueRow, Why } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';
import { Money } from '../money/money.tsx';

/** Others of the same connection order meanwhile. */
const FRESH_MS = 30_000;

interface StockLeft {
  /** The coin that the order brings. */
  readonly asset: string;
  /** How much of it the order would bring, or the most that it could; undefined while unknown. */
  readonly wanted: string | undefined;
  /** Why the last order or price was refused. */
  readonly failure?: Failure | undefined;
}

/**
 * How much of a coin the house still sells to orders of one's own connection. Shown only where that
 * is less than somebody could ask for, or was refused already.
 */
export function useStockLeftRow({ asset, wanted: needed, failure }: StockLeft): KeyValueRow[] {
  const t = useT();
  const book = useBook();
  const session = useSession();
  const isRefused = failure?.kind === 'refused' && failure.code === code.networkLimit;
  const { data } = useQuery({
    // A refusal is new: what was known before it is too much.
    queryKey: privateKey('stockLeft', book, asset, isRefused),
    queryFn: ({ signal }) => fetchResult('getStockLeft', { query: { asset }, signal }),
    enabled: session !== undefined,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    retry: false,
  });
  const left = data?.left ?? undefined;
  if (left === undefined || !(isRefused || isLess(left, needed))) return [];
  return [
    {
      id: 'stockLeft',
      name: t('trade:limits.stock'),
      value: <Money value={left} asset={asset} />,
      why: (
        <Why label={t('trade:limits.stockWhy')} title={t('trade:limits.stock')}>
          {t('trade:limits.stockText')}
        </Why>
      ),
    },
  ];
}

function isLess(left: string, needed: string | undefined): boolean {
  const least = parseAmount(left);
  const most = parseAmount(needed ?? '');
  return least !== undefined && most !== undefined && least < most;
}
