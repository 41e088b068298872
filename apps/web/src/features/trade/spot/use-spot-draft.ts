import { useState } from 'react';
import { useDepth } from '../../../live/depth.ts';
import { marketSnapshot, useQuote } from '../../../live/market.ts';
import { useAvailable } from '../ticket/use-available.ts';
import type { PickedLevel, Workspace } from '../workspace/use-workspace.ts';
import { mostQuantity, priceSpot, type SpotDraft, type SpotField, type SpotTerms } from './spot-figures.ts';

type Part = Partial<Omit<SpotDraft, 'side'>>;

/** What is filled in on the spot ticket, and the figures that follow from it and from the order book in view. */
export function useSpotDraft(workspace: Workspace, terms: SpotTerms) {
  const { info, side, picked } = workspace;
  const [draft, setDraft] = useState<Omit<SpotDraft, 'side'>>(() => ({
    type: 'limit',
    price: marketSnapshot.quote(info.code).price ?? info.price?.toFixed(info.precision) ?? '',
    quantity: '',
    amount: '',
    by: 'quantity',
    timeInForce: 'GTC',
  }));
  const [left, setLeft] = useState<readonly SpotField[]>([]);
  const [taken, setTaken] = useState<PickedLevel>();
  const change = (part: Part) => setDraft((known) => ({ ...known, ...part }));
  if (picked !== undefined && picked !== taken) {
    setTaken(picked);
    change({
      type: 'limit',
      price: picked.price,
      ...(picked.quantity === undefined ? {} : { quantity: picked.quantity }),
    });
  }
  const depth = useDepth((state) => state.depth);
  const base = useAvailable(terms.base);
  const quote = useAvailable(terms.quote);
  const available = base === undefined || quote === undefined ? undefined : { base, quote };
  const whole: SpotDraft = { ...draft, side };
  const mid = useQuote(info.code, (quote) => quote.price);
  const market = { terms, depth, mid, available };
  return {
    draft: whole,
    change,
    /** Errors show once the field was left: nobody is corrected while typing. */
    hasLeft: (field: SpotField) => left.includes(field),
    leave: (...fields: readonly SpotField[]) => setLeft((known) => [...new Set([...known, ...fields])]),
    /** After an order: the next one starts with the same price and no quantity. */
    clear: () => {
      change({ quantity: '', amount: '' });
      setLeft([]);
    },
    available,
    bookKnown: depth !== undefined,
    most: mostQuantity(whole, market),
    priced: priceSpot(whole, market),
  };
}

export type SpotTicketState = ReturnType<typeof useSpotDraft>;
