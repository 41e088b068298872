import type { BodyOf, ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { useBook } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import {
  type ConvertDraft,
  type ConvertFigures,
  type ConvertProblem,
  type Pricing,
  plainAmount,
  priceConversion,
} from '@glasshouse/trade/convert/figures';
import { type Refusal, refusedField } from '@glasshouse/trade/ticket/refused-field';
import { isReady, type TicketState } from '@glasshouse/trade/ticket/ticket';
import { useMemo, useState } from 'react';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import { useBalances } from '../../parts/money/use-balances.ts';
import { useLeftFields } from '../../parts/ticket/use-left-fields.ts';
import { type FirmQuote, useFirmQuote } from './use-firm-quote.ts';
import { useOutcome } from './use-outcome.ts';

export type Conversion = ResultOf<'convert'>;

const FIELDS = ['size'] as const;
/** A new price follows at once. */
const PASSED: ReadonlySet<number> = new Set([code.quoteExpired, code.quoteMoved]);

export interface ConvertTicketState
  extends TicketState<ConvertDraft, ConvertFigures, ConvertProblem, BodyOf<'convert'>> {
  /** Available of the asset to give. */
  readonly available: string | undefined;
  readonly balances: ReadonlyMap<string, string>;
  readonly firm: FirmQuote;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly refusal: Refusal | undefined;
  /** The conversion that was just made. */
  readonly conversion: Conversion | undefined;
  /**
   * Why the price could not be used: it expired, or the market had moved too far. The one on
   * display is another.
   */
  readonly passed: 'late' | 'moved' | undefined;
  readonly submit: () => Promise<void>;
  readonly setAmount: (amount: string) => void;
  readonly setFrom: (asset: string) => void;
  readonly setTo: (asset: string) => void;
  readonly setPricing: (pricing: Pricing) => void;
  /** Exchanges the two sides. */
  readonly swap: () => void;
}

/**
 * The convert ticket: its draft, the figures of the firm quote for it, its problems, and the
 * conversion itself.
 */
export function useConvertTicket(): ConvertTicketState {
  const book = useBook();
  const refresh = useRefresh('balances', 'statement', 'conversions');
  const { data } = useBalances();
  const [draft, setDraft] = useState(linkedDraft);
  const { hasLeft, leave, forget, fields } = useLeftFields(FIELDS);
  const [made, setMade] = useState<Conversion>();
  const conversion = useOutcome(made);
  const [passed, setPassed] = useState<'late' | 'moved'>();
  const balances = useMemo(() => new Map(data?.items.map((line) => [line.asset, line.available])), [data]);
  const { from, to, amount } = draft;
  const available = data === undefined ? undefined : (balances.get(from) ?? '0');
  const { problems } = priceConversion({ draft, available, quote: undefined });
  const canQuote = problems.size === undefined && from !== to && made === undefined;
  const firm = useFirmQuote(canQuote ? { from, to, amount: plainAmount(amount) } : undefined);
  const { quote } = firm;
  const priced = priceConversion({ draft, available, quote });
  const money = useMoneyCall('convert');
  const ready = quote === undefined || !isReady(priced) ? undefined : { from, to, amount: quote.amount };
  const body = ready && (draft.pricing === 'next' ? ready : { ...ready, quoteId: quote?.quoteId ?? '' });

  const change = (part: Partial<ConvertDraft>) => {
    setPassed(undefined);
    setMade(undefined);
    money.clear();
    setDraft((known) => ({ ...known, ...part }));
  };
  const submit = async () => {
    if (body === undefined) return;
    setPassed(undefined);
    const answer = await money.submit(body);
    if (answer.ok) {
      refresh({ book });
      setMade(answer.result);
      setDraft((known) => ({ ...known, amount: '' }));
      forget();
    } else if (answer.failure.kind === 'refused' && PASSED.has(answer.failure.code)) {
      money.clear();
      setPassed(answer.failure.code === code.quoteMoved ? 'moved' : 'late');
      firm.renew();
    }
  };
  return {
    draft,
    ...priced,
    fields,
    hasLeft,
    leave,
    body,
    available,
    balances,
    firm,
    busy: money.busy,
    failure: money.failure,
    refusal: refusedField(money.failure, fields),
    conversion,
    passed,
    submit,
    setAmount: (next) => change({ amount: next }),
    setPricing: (pricing) => change({ pricing }),
    setFrom: (next) => change(next === to ? { from: next, to: from } : { from: next }),
    setTo: (next) => change(next === from ? { from: to, to: next } : { to: next }),
    swap: () => change({ from: to, to: from, amount: quote?.receive ?? '' }),
  };
}

/** A link may name the assets. */
function linkedDraft(): ConvertDraft {
  const query = new URLSearchParams(window.location.search);
  const from = query.get('from');
  return {
    from: from ?? 'USDT',
    to: query.get('to') ?? (from === 'BTC' ? 'USDT' : 'BTC'),
    amount: '',
    pricing: 'firm',
  };
}
