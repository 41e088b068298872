import type { DepthState } from '@glasshouse/client/live/depth-store';
import type { spotTicketDerivations } from '@glasshouse/rules/derivations/spot';
import type { MarketInfo } from '../market-info.ts';
import type { Side, SpotOrder } from '../orders.ts';

export type SpotTerms = NonNullable<MarketInfo['spot']>;
export type TimeInForce = SpotOrder['timeInForce'];

/** What is filled in on the ticket, as typed. */
export interface SpotDraft {
  readonly side: Side;
  readonly type: SpotOrder['type'];
  readonly price: string;
  /** What it waits for, and the limit of the stop of a one-cancels-other that buys. */
  readonly stop: string;
  readonly stopLimit: string;
  readonly distance: string;
  readonly distanceIn: 'price' | 'percent';
  readonly quantity: string;
  /** In the quote asset; for market orders that buy by amount. */
  readonly amount: string;
  readonly by: 'quantity' | 'amount';
  readonly timeInForce: TimeInForce;
}

export interface SpotMarket {
  readonly terms: SpotTerms;
  readonly depth: DepthState['depth'];
  /** Undefined: there is no price now, so a limit cannot be too far from it. */
  readonly mid: string | undefined;
  /** Undefined for visitors, and until the balances are known. */
  readonly available: { readonly base: string; readonly quote: string } | undefined;
}

export type SpotProblem =
  | 'empty'
  | 'tickSize'
  | 'tooFar'
  | 'step'
  | 'quantityTooSmall'
  | 'quantityTooLarge'
  | 'amountTooSmall'
  | 'notEnoughBase'
  | 'notEnoughQuote'
  | 'wouldTrade'
  | 'stopBelow'
  | 'stopAbove'
  | 'ocoCrosses';

/** Everything the ticket shows about an order before it is placed, as exact decimal text. */
export interface SpotFigures {
  readonly quantity: string;
  /** Before the fee. */
  readonly amount: string;
  readonly fee: string;
  /** What a purchase costs, or what a sale brings, fee included. */
  readonly total: string;
  /** The part that trades at once, by the visible levels. */
  readonly atOnce: string;
  readonly average: string | undefined;
  readonly slippage: string;
  /** Whether the visible levels can fill a market order; always true of a limit order. */
  readonly complete: boolean;
  /** In the asset that is spent. */
  readonly balanceAfter: string | undefined;
  /** What each of them follows from, as it is shown to whoever asks. */
  readonly why: ReturnType<typeof spotTicketDerivations>;
}

/** A market order that buys can be sized by amount, and one that becomes a market order must be. */
export const isByAmount = ({ type, side, by }: SpotDraft): boolean =>
  side === 'buy' && ((type === 'market' && by === 'amount') || type === 'stop' || type === 'trailingStop');
