import type { ConvertDraft } from '@glasshouse/trade/convert/figures';
import type { CoinsNow } from '@glasshouse/trade/convert/live-terms';
import { useMemo } from 'react';
import { useMarketScope, useQuote } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';

const USDT = 'USDT';
/** No market has this code: its quote stays empty. */
const NO_CODE = '';

interface LiveCoins {
  /** Undefined until both have a tick. */
  readonly coins: CoinsNow | undefined;
  /** Time of the older of the two ticks. */
  readonly at: number | undefined;
}

/** The two coins at the ticks of now: renders again with each of them. */
export function useCoinsNow({ from, to }: Pick<ConvertDraft, 'from' | 'to'>): LiveCoins {
  const fromCode = codeOf(from);
  const toCode = codeOf(to);
  useMarketScope(useMemo(() => [fromCode, toCode].filter((code) => code !== NO_CODE), [fromCode, toCode]));
  const fromAt = useTick(fromCode);
  const toAt = useTick(toCode);
  const paid = fromCode === NO_CODE ? null : tickOfNow(fromCode);
  const received = toCode === NO_CODE ? null : tickOfNow(toCode);
  const times = [fromAt, toAt].filter((at) => at !== undefined);
  return {
    coins: paid === undefined || received === undefined ? undefined : { from: paid, to: received },
    at: times.length === 0 ? undefined : Math.min(...times),
  };
}

const codeOf = (asset: string): string => (asset === USDT ? NO_CODE : `${asset}${USDT}`);

function useTick(code: string): number | undefined {
  useQuote(code, ({ tick }) => tick);
  useQuote(code, ({ bid }) => bid);
  return useQuote(code, ({ at }) => at);
}
