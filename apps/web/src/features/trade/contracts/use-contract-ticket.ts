import type { BodyOf } from '@glasshouse/api';
import { areLotsAllowed } from '@glasshouse/rules/contracts';
import { amountOf, formatAmount, formatPrice, priceOfPoints } from '@glasshouse/rules/money';
import { useMemo, useState } from 'react';
import { useQuote } from '../../../live/market.ts';
import { readStored, writeStored } from '../../../session/storage.ts';
import { useAvailable } from '../../../shared/ticket/use-available.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { type Draft, type Problem, presetPrice, priceContract } from './figures.ts';
import { largestLots } from './largest-lots.ts';
import { readTerms, type Terms, type WireTerms } from './terms.ts';

const LEVERAGE_KEY = 'contractLeverage';
const FIRST_LEVERAGE = 10;

const firstLeverage = (cap: number): number => {
  const stored = Number(readStored(LEVERAGE_KEY));
  return Math.min(cap, Number.isSafeInteger(stored) && 1 <= stored ? stored : FIRST_LEVERAGE);
};

/** One lot where the market trades one, else as few as it trades. */
const firstLots = (terms: Terms): string => {
  const one = amountOf('1');
  const range = { min: terms.minLots, max: terms.maxLots, step: terms.lotStep };
  return formatAmount(areLotsAllowed(one, range) ? one : terms.minLots);
};

type Typed = Omit<Draft, 'side'>;

/** What is filled in on the contract ticket, and the figures that follow from it at the price of this moment. */
export function useContractTicket(workspace: Workspace, wire: WireTerms) {
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
    stopLoss: '',
    takeProfit: '',
  }));
  const [left, setLeft] = useState(false);
  const draft: Draft = { ...typed, side: workspace.side };
  const priced = priceContract({ draft, market, terms, available });
  const change = (part: Partial<Typed>) => setTyped((known) => ({ ...known, ...part }));
  return {
    draft,
    priced,
    market,
    terms,
    available,
    largest: largestLots({ draft, market, terms, available }),
    change: (part: Partial<Typed>) => {
      if (part.leverage !== undefined) writeStored(LEVERAGE_KEY, String(part.leverage));
      // A limit order starts from the price of this moment.
      const start =
        part.type === 'limit' && typed.limitPrice === '' ? (workspace.side === 'buy' ? bid : ask) : undefined;
      change(start === undefined ? part : { ...part, limitPrice: start });
    },
    preset: (percent: number) => presetPrice({ draft, market, terms, percent }),
    pointText: formatPrice(priceOfPoints(1, precision), precision),
    /** Errors show once a field was left: nobody is corrected while typing. */
    left,
    leave: () => setLeft(true),
    body: priced.problem === undefined ? bodyOf(code, draft) : undefined,
  };
}

export type ContractTicketState = ReturnType<typeof useContractTicket>;

function bodyOf(code: string, draft: Draft): BodyOf<'openPosition'> {
  const { side, type, lots, leverage, limitPrice, stopLoss, takeProfit } = draft;
  return {
    code,
    side,
    type,
    lots,
    leverage,
    ...(type === 'limit' && { price: limitPrice }),
    ...(stopLoss !== '' && { stopLoss }),
    ...(takeProfit !== '' && { takeProfit }),
  };
}

export type Place = 'lots' | 'leverage' | 'limitPrice' | 'stopLoss' | 'takeProfit';

/** Where on the ticket a problem is said; undefined for those that no field can mend. */
export const placeOf: Readonly<Record<Problem, Place | undefined>> = {
  lotsEmpty: 'lots',
  lotsRange: 'lots',
  lotsStep: 'lots',
  notEnough: 'lots',
  leverageTier: 'leverage',
  leverageSpread: 'leverage',
  priceEmpty: 'limitPrice',
  stopLoss: 'stopLoss',
  takeProfit: 'takeProfit',
  noPrice: undefined,
  noRate: undefined,
};
