import type { Instrument } from '../../instruments/instrument.ts';

/** One leg of a cross: its price counts as it is, or turned over. */
interface Leg {
  readonly code: string;
  readonly power: 1 | -1;
}

/** `EURJPY` is `EURUSD` × `USDJPY`; `ETHBTC` is `ETHUSDT` ÷ `BTCUSDT`. */
export interface Triangle {
  readonly cross: Instrument;
  readonly base: Instrument & Leg;
  readonly quote: Instrument & Leg;
}

const DOLLARS: readonly string[] = ['USD', 'USDT'];

/** Every instrument whose price follows from two others in dollars. */
export function trianglesOf(catalogue: readonly Instrument[]): Triangle[] {
  const inDollars = new Map<string, Instrument & Leg>();
  for (const instrument of catalogue) {
    // A share's quote is dollars too; no cross is named after it.
    const { base, quote, type } = instrument;
    if (DOLLARS.includes(quote)) inDollars.set(`${type} ${base}`, { ...instrument, power: 1 });
    else if (DOLLARS.includes(base)) inDollars.set(`${type} ${quote}`, { ...instrument, power: -1 });
  }
  return catalogue.flatMap((cross): Triangle[] => {
    if (DOLLARS.includes(cross.quote) || DOLLARS.includes(cross.base)) return [];
    const base = inDollars.get(`${cross.type} ${cross.base}`);
    const quote = inDollars.get(`${cross.type} ${cross.quote}`);
    if (base === undefined || quote === undefined) return [];
    return [{ cross, base, quote: { ...quote, power: quote.power === 1 ? -1 : 1 } }];
  });
}

/** What the two legs make of a cross, in its points, not rounded. */
export function crossPoints({ cross, base, quote }: Triangle, basePoints: number, quotePoints: number): number {
  const worth = (leg: Instrument & Leg, points: number): number => (points / 10 ** leg.precision) ** leg.power;
  return worth(base, basePoints) * worth(quote, quotePoints) * 10 ** cross.precision;
}
