import type { Failure } from '@glasshouse/client/failure';
import type { Quote } from '@glasshouse/trade/convert/figures';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';

interface QuoteRequest {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

export interface FirmQuote {
  readonly quote: Quote | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  /** The quote on display has expired and is not renewed, because nothing happened for a while. */
  readonly paused: boolean;
  readonly renew: () => void;
}

/** No request until typing pauses. */
const PAUSE_MS = 350;
/** An idle page stops renewing after two minutes. */
const RENEWALS_MAX = 12;

interface State {
  readonly key: string;
  readonly quote: Quote | undefined;
  readonly failure: Failure | undefined;
  readonly paused: boolean;
}
const NO_QUOTE: State = { key: '', quote: undefined, failure: undefined, paused: false };

/** A firm quote, renewed when it expires. Without a request there is none. */
export function useFirmQuote(request: QuoteRequest | undefined): FirmQuote {
  const key = request === undefined ? '' : `${request.from} ${request.to} ${request.amount}`;
  const [state, setState] = useState(NO_QUOTE);
  const [round, setRound] = useState(0);
  const renewals = useRef({ key: '', count: 0 });
  const renew = useCallback(() => {
    renewals.current.count = 0;
    setRound((known) => known + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the same request.
  useEffect(() => {
    if (key === '') return;
    if (renewals.current.key !== key) renewals.current = { key, count: 0 };
    const [from = '', to = '', amount = ''] = key.split(' ');
    const aborter = new AbortController();
    let expiry: ReturnType<typeof setTimeout> | undefined;
    const fetchQuote = async () => {
      const answer = await call('quoteConversion', { query: { from, to, amount }, signal: aborter.signal });
      if (aborter.signal.aborted) return;
      if (!answer.ok) {
        setState({ key, quote: undefined, failure: answer.failure, paused: false });
        return;
      }
      const quote = answer.result;
      setState({ key, quote, failure: undefined, paused: false });
      expiry = setTimeout(expire, Math.max(0, Date.parse(quote.expiresAt) - serverNow()));
    };
    const expire = () => {
      renewals.current.count += 1;
      if (renewals.current.count < RENEWALS_MAX && document.visibilityState === 'visible') void fetchQuote();
      else setState((known) => ({ ...known, paused: true }));
    };
    const pause = setTimeout(() => void fetchQuote(), PAUSE_MS);
    return () => {
      clearTimeout(pause);
      clearTimeout(expiry);
      aborter.abort();
    };
  }, [key, round]);

  const current = state.key === key ? state : NO_QUOTE;
  return {
    quote: current.quote,
    failure: current.failure,
    loading: key !== '' && current.quote === undefined && current.failure === undefined,
    paused: current.paused,
    renew,
  };
}
