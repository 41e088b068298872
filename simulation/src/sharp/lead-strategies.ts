import type { LeadMarket, Quotes } from './lead-market.ts';

/** What somebody knows just before a tick who watches the source of the house itself. */
export interface Knowledge {
  /** The last tick. */
  readonly shown: Quotes;
  /** The tick that is on its way. */
  readonly coming: Quotes;
  /** Where the source is by now: 1 clearly above the coming tick, -1 clearly below. */
  readonly turn: 1 | 0 | -1;
}

/** More than orders of both products cost. */
const CLEAR = 0.004;
/** Below the price, where the next second may reach it. */
const NEAR = 0.0003;

export function knowledgeOf(market: LeadMarket, shown: Quotes): Knowledge {
  const { coming, source } = market;
  const move = source / market.priceOf(coming.mid) - 1;
  return { shown, coming, turn: move < -CLEAR ? -1 : CLEAR < move ? 1 : 0 };
}

export type Entry =
  | { readonly type: 'market' }
  | { readonly type: 'limit'; readonly points: number }
  | { readonly type: 'stop'; readonly points: number };

export type Exit =
  | { readonly type: 'close' }
  | { readonly type: 'stopLoss'; readonly points: number }
  | { readonly type: 'takeProfit'; readonly points: number };

/** How somebody buys, and how they leave again, each at once or when it suits them. */
export interface LeadStrategy {
  readonly product: 'spot' | 'contracts';
  readonly name: string;
  readonly enters?: (known: Knowledge) => Entry | undefined;
  /** Contracts alone: what was bought on the spot is sold at once. */
  readonly leaves?: (known: Knowledge) => Exit | undefined;
  /** Whether to take back, before the coming tick, an order or a stop at so many points. */
  readonly takesBack?: (known: Knowledge, points: number) => boolean;
}

const marketAhead = ({ turn }: Knowledge): Entry | undefined => (turn === 1 ? { type: 'market' } : undefined);

/** A purchase that the coming tick reaches and the last one did not, once the source is higher. */
const limitAcross = ({ shown, coming, turn }: Knowledge): Entry | undefined =>
  turn === 1 && coming.ask < shown.ask ? { type: 'limit', points: coming.ask } : undefined;

const stopBefore = ({ shown, coming, turn }: Knowledge): Entry | undefined =>
  turn === 1 && shown.ask < coming.ask ? { type: 'stop', points: coming.ask } : undefined;

const closeAhead = ({ turn }: Knowledge): Exit | undefined => (turn === -1 ? { type: 'close' } : undefined);

const stopAcross = ({ shown, coming, turn }: Knowledge): Exit | undefined =>
  turn === -1 && coming.bid < shown.bid ? { type: 'stopLoss', points: coming.bid } : undefined;

const targetAcross = ({ shown, coming, turn }: Knowledge): Exit | undefined =>
  turn === -1 && shown.bid < coming.bid ? { type: 'takeProfit', points: coming.bid } : undefined;

/** Orders that are placed, and stops that are set, on what only the source has shown. */
export const PLACED_AHEAD: readonly LeadStrategy[] = [
  { product: 'spot', name: 'knows nothing' },
  { product: 'spot', name: 'market order ahead', enters: marketAhead },
  { product: 'spot', name: 'limit across the next price', enters: limitAcross },
  { product: 'spot', name: 'stop before the next price', enters: stopBefore },
  { product: 'contracts', name: 'knows nothing' },
  { product: 'contracts', name: 'market order ahead', enters: marketAhead },
  { product: 'contracts', name: 'limit across the next price', enters: limitAcross },
  { product: 'contracts', name: 'stop before the next price', enters: stopBefore },
  { product: 'contracts', name: 'close ahead', leaves: closeAhead },
  { product: 'contracts', name: 'stop-loss to the next price', leaves: stopAcross },
  { product: 'contracts', name: 'target to the next price', leaves: targetAcross },
];

const limitBelow = ({ shown }: Knowledge): Entry => ({ type: 'limit', points: Math.floor(shown.ask * (1 - NEAR)) });
const spreadOf = ({ bid, ask }: Quotes): number => ask - bid;
const stopBelow = ({ shown }: Knowledge): Exit => ({ type: 'stopLoss', points: shown.bid - spreadOf(shown) - 1 });
const targetAbove = ({ shown }: Knowledge): Exit => ({ type: 'takeProfit', points: shown.bid + spreadOf(shown) + 1 });

/** Orders and stops that lie there, and are taken back where the source has not moved further. */
export const TAKEN_BACK: readonly LeadStrategy[] = [
  ...(['spot', 'contracts'] as const).map(
    (product): LeadStrategy => ({
      product,
      name: 'cancels a limit in time',
      enters: limitBelow,
      takesBack: ({ coming, turn }, points) => coming.ask <= points && turn !== 1,
    }),
  ),
  {
    product: 'contracts',
    name: 'removes a stop in time',
    leaves: stopBelow,
    takesBack: ({ coming, turn }, points) => coming.bid <= points && turn !== -1,
  },
  {
    product: 'contracts',
    name: 'removes a target in time',
    leaves: targetAbove,
    takesBack: ({ coming, turn }, points) => points <= coming.bid && turn !== -1,
  },
];
