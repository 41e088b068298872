import { code } from '@glasshouse/api/codes';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { CoreState, MarketView, Refusal } from '../kernel/core/types.ts';
import { type HeldFact, heldFact } from './held-price.ts';

/** The market that an order waits for, as of a wish to cancel it. Entries of before say nothing. */
export type AwaitedFact =
  | (HeldFact & {
      readonly open: boolean;
      /** The time of its last price; 0: there was none. */
      readonly lastAt: number;
    })
  | null;

/** `instrument`: of the order; undefined of one that is not live. */
export const awaitedFact = (market: MarketView, instrument: string | undefined, at: number): AwaitedFact =>
  instrument === undefined
    ? null
    : {
        open: market.sessionEndsAt(instrument, at) !== undefined,
        lastAt: market.lastTick(instrument)?.at ?? 0,
        ...heldFact(market, instrument, at),
      };

/** From then on whoever asked for the next price takes it. */
const BINDING_SINCE = 10;

/**
 * 11600 for an order that the next price fills while one may come: whoever saw it sooner elsewhere
 * would take it only where it suits. While the market is closed or its price held none comes.
 */
export const refuseAwaited = (state: CoreState, facts: AwaitedFact): Refusal | undefined =>
  BINDING_SINCE <= rulesOf(state) && facts !== null && facts.open && facts.held === undefined
    ? refuse(code.awaitsPrice, 'id')
    : undefined;
