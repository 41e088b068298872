import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { serverNow } from '../../live/clock.ts';
import type { Quote } from './figures.ts';

/** What is asked for; undefined while the form is not filled in. */
export interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

export interface FirmQuote {
  readonly quote: Quote | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  /** Renewing has stopped because nobody did anything for a while; the quote that is shown has ended. */
  readonly resting: boolean;
  readonly renew: () => void;
}

/** Typing asks for nothing until it pauses. */
const PAUSE_MS = 350;
/** A page that is left open puts money of the house aside for two minutes and then rests. */
const RENEWALS_MAX = 12;

interface State {
  readonly key: string;
  readonly quote: Quote | undefined;
  readonly failure: Failure | undefined;
  readonly resting: boolean;
}
const NOTHING: State = { key: '', quote: undefined, failure: undefined, resting: false };

/** A firm quote for what is wanted, renewed when it ends. */
export function useQuote(wanted: Wanted | undefined): FirmQuote {
  const key = wanted === undefined ? '' : `${wanted.from} ${wanted.to} ${wanted.amount}`;
  const [state, setState] = useState(NOTHING);
  const [round, setRound] = useState(0);
  const renewals = useRef({ key: '', count: 0 });
  const renew = useCallback(() => {
    renewals.current.count = 0;
    setRound((known) => known + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same.
  useEffect(() => {
    if (key === '') return;
    if (renewals.current.key !== key) renewals.current = { key, count: 0 };
    const [from = '', to = '', amount = ''] = key.split(' ');
    const leaving = new AbortController();
    let ending: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = await call('quoteConversion', { query: { from, to, amount }, signal: leaving.signal });
      if (leaving.signal.aborted) return;
      if (!answer.ok) {
        setState({ key, quote: undefined, failure: answer.failure, resting: false });
        return;
      }
      const quote = answer.result;
      setState({ key, quote, failure: undefined, resting: false });
      ending = setTimeout(end, Math.max(0, Date.parse(quote.expiresAt) - serverNow()));
    };
    const end = () => {
      renewals.current.count += 1;
      if (renewals.current.count < RENEWALS_MAX && document.visibilityState === 'visible') void ask();
      else setState((known) => ({ ...known, resting: true }));
    };
    const pause = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(pause);
      clearTimeout(ending);
      leaving.abort();
    };
  }, [key, round]);

  const current = state.key === key ? state : NOTHING;
  return {
    quote: current.quote,
    failure: current.failure,
    loading: key !== '' && current.quote === undefined && current.failure === undefined,
    resting: current.resting,
    renew,
  };
}
