import type { BodyOf } from '@glasshouse/api';
import { areLotsAllowed } from '@glasshouse/rules/contracts';
import { amountOf, formatAmount, formatPrice, priceOfPoints } from '@glasshouse/rules/money';
import {
  type ContractDraft,
  type ContractFigures,
  type ContractProblem,
  hasLimit,
  hasStop,
  presetPrice,
  priceContract,
} from '@glasshouse/trade/contracts/figures';
import { largestLots } from '@glasshouse/trade/contracts/largest-lots';
import { readTerms, type Terms, type WireTerms } from '@glasshouse/trade/contracts/terms';
import { trailBody } from '@glasshouse/trade/contracts/trail-draft';
import { isReady, type TicketState } from '@glasshouse/trade/ticket/ticket';
import { useMemo, useState } from 'react';
import { useQuote } from '../../../live/market.ts';
import { useAvailable } from '../../../parts/ticket/use-available.ts';
import { useLeftFields } from '../../../parts/ticket/use-left-fields.ts';
import type { TicketRequest, Workspace } from '../workspace/use-workspace.ts';
import { firstLeverage, keepLeverage } from './first-leverage.ts';

const MARKET_FIELDS = ['size', 'leverage', 'stopLoss', 'takeProfit', 'distance'] as const;
const FIELDS = {
  market: MARKET_FIELDS,
  limit: ['price', ...MARKET_FIELDS],
  stop: ['stopPrice', ...MARKET_FIELDS],
  stopLimit: ['stopPrice', 'price', ...MARKET_FIELDS],
} as const;

/** One lot where the market allows it, else its minimum. */
const firstLots = (terms: Terms): string => {
  const unit = amountOf('1');
  const range = { min: terms.minLots, max: terms.maxLots, step: terms.lotStep };
  return formatAmount(areLotsAllowed(unit, range) ? unit : terms.minLots);
};

type Typed = Omit<ContractDraft, 'side'>;

export interface ContractTicketState
  extends TicketState<ContractDraft, ContractFigures, ContractProblem, BodyOf<'openPosition'>> {
  readonly terms: Terms;
  /** Undefined for visitors, and until the balance is known. */
  readonly available: string | undefined;
  /** The most lots that can be ordered; undefined while there is no price. */
  readonly largest: string | undefined;
  readonly change: (part: Partial<Typed>) => void;
  /** The price at which the P&L is so many percent of the margin. */
  readonly preset: (percent: number) => string | undefined;
  /** The smallest price step. */
  readonly pointText: string;
}

/**
 * The contract ticket: its draft, the figures that follow from it at the current price, and its
 * problems.
 */
export function useContractTicket(workspace: Workspace, wire: WireTerms): ContractTicketState {
  const { code, precision } = workspace.info;
  const terms = useMemo(() => readTerms(wire, precision), [wire, precision]);
  const bid = useQuote(code, (quote) => quote.bid);
  const ask = useQuote(code, (quote) => quote.ask);
  const mid = useQuote(code, (quote) => quote.price);
  const market = { bid, ask, mid };
  const available = useAvailable(wire.asset);
  const [typed, setTyped] = useState<Typed>(() => ({
    type: 'market',
    lots: firstLots(terms),
    leverage: firstLeverage(wire.maxLeverage),
    limitPrice: '',
    stopPrice: '',
    ocoWith: '',
    stopLoss: '',
    takeProfit: '',
  }));
  const [applied, setApplied] = useState<TicketRequest>();
  const { request } = workspace;
  if (request !== undefined && request !== applied) {
    setApplied(request);
    if (request.product === 'contracts') setTyped((known) => ({ ...known, ...draftOf(request) }));
  }
  const { hasLeft, leave, fields } = useLeftFields(FIELDS[typed.type]);
  const draft: ContractDraft = { ...typed, side: workspace.side };
  const input = { draft, market, terms, available };
  const priced = priceContract(input);
  return {
    draft,
    ...priced,
    fields,
    hasLeft,
    leave,
    terms,
    available,
    largest: largestLots(input),
    change: (part) => {
      if (part.leverage !== undefined) keepLeverage(part.leverage);
      // A limit order starts from the current price.
      const start =
        part.type === 'limit' && typed.limitPrice === '' ? (workspace.side === 'buy' ? bid : ask) : undefined;
      setTyped((known) => ({ ...known, ...part, ...(start !== undefined && { limitPrice: start }) }));
    },
    preset: (percent) => presetPrice({ draft, market, terms, percent }),
    pointText: formatPrice(priceOfPoints(1, precision), precision),
    body: isReady(priced) ? bodyOf(code, draft) : undefined,
  };
}

/** What a price of the chart changes. */
const draftOf = ({ kind, price }: TicketRequest): Partial<Typed> =>
  kind === 'limit' ? { type: 'limit', limitPrice: price } : { [kind]: price };

/** The order as it is sent: only what belongs to its type. */
function bodyOf(code: string, draft: ContractDraft): BodyOf<'openPosition'> {
  const { side, type, lots, leverage, limitPrice, stopPrice, stopLoss, takeProfit, ocoWith } = draft;
  const trailing = draft.trail && trailBody(draft.trail);
  return {
    code,
    side,
    type,
    lots,
    leverage,
    ...(hasLimit(draft) && { price: limitPrice }),
    ...(hasStop(draft) && { stopPrice }),
    ...(type !== 'market' && ocoWith !== '' && { ocoWith: Number(ocoWith) }),
    ...(stopLoss !== '' && { stopLoss }),
    ...(takeProfit !== '' && { takeProfit }),
    ...(trailing != null && { trailing }),
  };
}
