import type { BodyOf } from '@glasshouse/api';
import {
  isByAmount,
  type SpotDraft,
  type SpotFigures,
  type SpotMarket,
  type SpotProblem,
  type SpotTerms,
} from '@glasshouse/trade/spot/draft';
import { mostQuantity, priceSpot } from '@glasshouse/trade/spot/figures';
import { distanceBody, hasStopLimit, isTriggerDraft, TRIGGER_FIELDS } from '@glasshouse/trade/spot/trigger-figures';
import { isReady, type TicketField, type TicketState } from '@glasshouse/trade/ticket/ticket';
import { useState } from 'react';
import { useDepth } from '../../../live/depth.ts';
import { marketSnapshot, useQuote } from '../../../live/market.ts';
import { useAvailable } from '../../../parts/ticket/use-available.ts';
import { useLeftFields } from '../../../parts/ticket/use-left-fields.ts';
import type { PickedLevel, TicketRequest, Workspace } from '../workspace/use-workspace.ts';

const MARKET_FIELDS = ['size'] as const;
const LIMIT_FIELDS = ['price', 'size'] as const;

type Typed = Omit<SpotDraft, 'side'>;

export interface SpotTicketState extends TicketState<SpotDraft, SpotFigures, SpotProblem, BodyOf<'placeSpotOrder'>> {
  readonly available: SpotMarket['available'];
  /** The most that can be bought or sold; undefined for visitors. */
  readonly most: string | undefined;
  /** Whether the order book has arrived. */
  readonly bookKnown: boolean;
  readonly change: (part: Partial<Typed>) => void;
  /** After an order: the next one starts with the same price and no size. */
  readonly clear: () => void;
}

/**
 * The spot ticket: its draft, the figures that follow from it and the visible order book, and its
 * problems.
 */
export function useSpotTicket(workspace: Workspace, terms: SpotTerms): SpotTicketState {
  const { info, side, picked } = workspace;
  const [typed, setTyped] = useState<Typed>(() => ({
    type: 'limit',
    price: marketSnapshot.quote(info.code).price ?? info.price?.toFixed(info.precision) ?? '',
    quantity: '',
    amount: '',
    by: 'quantity',
    timeInForce: 'GTC',
    stop: '',
    stopLimit: '',
    distance: '',
    distanceIn: 'percent',
  }));
  const { forget, ...leftFields } = useLeftFields(fieldsOf({ ...typed, side }));
  const [applied, setApplied] = useState<PickedLevel>();
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part };
    // Another size field appears, which nobody has left yet.
    if (isByAmount({ ...typed, side }) !== isByAmount({ ...next, side })) forget('size');
    setTyped((known) => ({ ...known, ...part }));
  };
  if (picked !== undefined && picked !== applied) {
    setApplied(picked);
    change({
      type: 'limit',
      price: picked.price,
      ...(picked.quantity !== undefined && { quantity: picked.quantity }),
    });
  }
  const [ticketRequest, setAsked] = useState<TicketRequest>();
  const { request } = workspace;
  if (request !== undefined && request !== ticketRequest) {
    setAsked(request);
    if (request.product === 'spot') change({ type: 'limit', price: request.price });
  }
  const depth = useDepth((state) => state.depth);
  const mid = useQuote(info.code, (quote) => quote.price);
  const base = useAvailable(terms.base);
  const quote = useAvailable(terms.quote);
  const available = base === undefined || quote === undefined ? undefined : { base, quote };
  const draft: SpotDraft = { ...typed, side };
  const market: SpotMarket = { terms, depth, mid, available };
  const priced = priceSpot(draft, market);
  return {
    draft,
    ...priced,
    ...leftFields,
    available,
    most: mostQuantity(draft, market),
    bookKnown: depth !== undefined,
    change,
    clear: () => {
      change({ quantity: '', amount: '' });
      forget();
    },
    body: isReady(priced) ? bodyOf(info.code, draft) : undefined,
  };
}

function fieldsOf(draft: SpotDraft): readonly TicketField[] {
  if (draft.type === 'limit') return LIMIT_FIELDS;
  if (!isTriggerDraft(draft)) return MARKET_FIELDS;
  const own = TRIGGER_FIELDS[draft.type];
  return hasStopLimit(draft) ? [...own, 'stopLimit'] : own;
}

/** The order as it is sent: only what belongs to its type. */
function bodyOf(code: string, draft: SpotDraft): BodyOf<'placeSpotOrder'> {
  const { side, type, price, quantity, amount, timeInForce } = draft;
  const size = isByAmount(draft) ? { amount } : { quantity };
  const { stop: stopPrice } = draft;
  switch (type) {
    case 'limit':
      return { code, side, type, price, quantity, timeInForce };
    case 'stop':
      return { code, side, type, stopPrice, ...size };
    case 'stopLimit':
      return { code, side, type, stopPrice, price, quantity, timeInForce };
    case 'trailingStop':
      return { code, side, type, ...distanceBody(draft), ...size };
    case 'oco': {
      const limit = hasStopLimit(draft) ? { stopLimitPrice: draft.stopLimit } : {};
      return { code, side, type, price, stopPrice, ...limit, quantity };
    }
    case 'market':
      return { code, side, type, ...size };
  }
}
