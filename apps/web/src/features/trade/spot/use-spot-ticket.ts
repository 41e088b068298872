import type { BodyOf } from '@glasshouse/api';
import { useState } from 'react';
import { useDepth } from '../../../live/depth.ts';
import { marketSnapshot, useQuote } from '../../../live/market.ts';
import { isReady, type TicketState } from '../../../shared/ticket/ticket.ts';
import { useAvailable } from '../../../shared/ticket/use-available.ts';
import { useLeftFields } from '../../../shared/ticket/use-left-fields.ts';
import type { PickedLevel, Workspace } from '../workspace/use-workspace.ts';
import {
  isByAmount,
  mostQuantity,
  priceSpot,
  type SpotDraft,
  type SpotFigures,
  type SpotMarket,
  type SpotProblem,
  type SpotTerms,
} from './figures.ts';

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
  }));
  const { forget, ...leftFields } = useLeftFields(typed.type === 'limit' ? LIMIT_FIELDS : MARKET_FIELDS);
  const [taken, setTaken] = useState<PickedLevel>();
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part };
    // Another size field appears, which nobody has left yet.
    if (isByAmount({ ...typed, side }) !== isByAmount({ ...next, side })) forget('size');
    setTyped((known) => ({ ...known, ...part }));
  };
  if (picked !== undefined && picked !== taken) {
    setTaken(picked);
    change({
      type: 'limit',
      price: picked.price,
      ...(picked.quantity !== undefined && { quantity: picked.quantity }),
    });
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

/** The order as it is sent: only what belongs to its type. */
function bodyOf(code: string, draft: SpotDraft): BodyOf<'placeSpotOrder'> {
  const { side, type, price, quantity, amount, timeInForce } = draft;
  if (type === 'limit') return { code, side, type, price, quantity, timeInForce };
  return isByAmount(draft) ? { code, side, type, amount } : { code, side, type, quantity };
}
