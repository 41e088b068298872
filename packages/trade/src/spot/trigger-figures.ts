import { spotTicketDerivations } from '@glasshouse/rules/derivations/spot';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatRate,
  mulPriceFloor,
  mulRateCeil,
  type Price,
  parseAmount,
  parseDecimal,
  parsePrice,
  priceOf,
  type Rate,
  rateOf,
  ZERO,
} from '@glasshouse/rules/money';
import { isWithinBand } from '@glasshouse/rules/spot';
import { higherRate, isTriggerType, ocoNeed, stopLimitNeed, type TriggerType } from '@glasshouse/rules/spot-triggers';
import type { Priced, TicketField } from '../ticket/ticket.ts';
import { isByAmount, type SpotDraft, type SpotFigures, type SpotMarket, type SpotProblem } from './draft.ts';

export type TriggerDraft = SpotDraft & { readonly type: TriggerType };
export const isTriggerDraft = (draft: SpotDraft): draft is TriggerDraft => isTriggerType(draft.type);

/** The fields of each type, besides the size. */
export const TRIGGER_FIELDS: Readonly<Record<TriggerType, readonly TicketField[]>> = {
  stop: ['stopPrice', 'size'],
  stopLimit: ['stopPrice', 'price', 'size'],
  trailingStop: ['distance', 'size'],
  oco: ['price', 'stopPrice', 'size'],
};

/** The stop of a purchase has a limit, which bounds what it may cost. */
export const hasStopLimit = ({ type, side }: SpotDraft): boolean => type === 'oco' && side === 'buy';

interface Prices {
  readonly price: Price | undefined;
  readonly stop: Price | undefined;
  readonly stopLimit: Price | undefined;
}

/** Whole percents have six decimals of a share less. */
const PERCENT_DECIMALS = 6;
const rateOfPercent = (text: string): Rate | undefined => parseDecimal(text, PERCENT_DECIMALS) as Rate | undefined;

/** The distance as it is sent. */
export function distanceBody({ distance, distanceIn }: SpotDraft) {
  if (distanceIn === 'price') return { trailingDistance: distance };
  return { trailingRate: formatRate(rateOfPercent(distance) ?? (0n as Rate)) };
}

/**
 * Prices an order that waits: what is held until then, and what it is worth where it would trade.
 * What a later order book gives, nobody knows.
 */
export function priceTrigger(draft: TriggerDraft, market: SpotMarket): Priced<SpotFigures, SpotProblem> {
  const { terms, mid } = market;
  const needs = TRIGGER_FIELDS[draft.type];
  const prices: Prices = {
    price: needs.includes('price') ? parsePrice(draft.price) : undefined,
    stop: needs.includes('stopPrice') ? parsePrice(draft.stop) : undefined,
    stopLimit: hasStopLimit(draft) ? parsePrice(draft.stopLimit) : undefined,
  };
  const problems: Partial<Record<TicketField, SpotProblem>> = {
    ...(needs.includes('stopPrice') ? at('stopPrice', stopProblem(draft, market, prices.stop)) : {}),
    ...(needs.includes('price') ? at('price', limitProblem(draft, market, prices)) : {}),
    ...(hasStopLimit(draft) ? at('stopLimit', gridProblem(prices.stopLimit, market, prices.stop)) : {}),
    ...(needs.includes('distance') ? at('distance', distanceProblem(draft, market)) : {}),
  };
  const typed = parseAmount(isByAmount(draft) ? draft.amount : draft.quantity);
  if (typed === undefined || typed === ZERO) problems.size = 'empty';
  const trades = draft.type === 'oco' && draft.side === 'buy' ? prices.stopLimit : (prices.price ?? prices.stop);
  const where = trades ?? (mid === undefined ? undefined : priceOf(mid));
  if (typed === undefined || typed === ZERO || where === undefined) return { problems, figures: undefined };

  const rate = higherRate(rateOf(terms.makerRate), rateOf(terms.takerRate));
  const worth = isByAmount(draft) ? typed : mulPriceFloor(typed, where);
  const held = heldBy(draft, market, { typed, rate, prices, at: where });
  const amount = isByAmount(draft) ? typed : worth;
  const fee = isByAmount(draft) ? feeWithin(typed, rate) : mulRateCeil(worth, rate);
  const total = draft.side === 'buy' ? held : ((worth - fee) as Amount);
  Object.assign(problems, at('size', sizeProblem(draft, market, { typed, worth })));
  const { available } = market;
  const left = available && amountOf(draft.side === 'buy' ? available.quote : available.base) - held;
  if (left !== undefined && left < 0n) problems.size ??= draft.side === 'buy' ? 'notEnoughQuote' : 'notEnoughBase';
  const value = (isByAmount(draft) ? typed - fee : amount) as Amount;
  const isEnough = left !== undefined && 0n <= left;
  return {
    problems,
    figures: {
      quantity: isByAmount(draft) ? '0' : formatAmount(typed),
      amount: formatAmount(value),
      fee: formatAmount(fee),
      total: formatAmount(total),
      atOnce: '0',
      average: undefined,
      slippage: '0',
      complete: true,
      balanceAfter: isEnough ? formatAmount(left as Amount) : undefined,
      why: spotTicketDerivations({
        side: draft.side,
        amount: value,
        takerFee: fee,
        makerFee: ZERO,
        taken: { amount: ZERO, quantity: ZERO },
        available: isEnough ? (((left as bigint) + held) as Amount) : undefined,
        spent: held,
      }),
    },
  };
}

const at = (field: TicketField, problem: SpotProblem | undefined) =>
  problem === undefined ? {} : { [field]: problem };

/** The fee in an amount that includes it. */
const feeWithin = (amount: Amount, rate: Rate): Amount =>
  (amount - (amount * 100_000_000n) / (100_000_000n + rate)) as Amount;

function heldBy(
  draft: TriggerDraft,
  { terms }: SpotMarket,
  input: { typed: Amount; rate: Rate; prices: Prices; at: Price },
): Amount {
  const { typed, rate, prices } = input;
  if (draft.side === 'sell' || isByAmount(draft)) return typed;
  const price = prices.price ?? input.at;
  if (draft.type === 'stopLimit') return stopLimitNeed({ quantity: typed, limit: price, rate });
  const stopLimit = prices.stopLimit ?? input.at;
  return ocoNeed({ price, makerRate: rateOf(terms.makerRate), quantity: typed, stopLimit, stopRate: rate });
}

function gridProblem(
  price: Price | undefined,
  { terms }: SpotMarket,
  near: Price | undefined,
): SpotProblem | undefined {
  if (price === undefined) return 'empty';
  if (price % priceOf(terms.tickSize) !== 0n) return 'tickSize';
  if (near === undefined) return undefined;
  return isWithinBand(price, { reference: near, band: rateOf(terms.bandRate) }) ? undefined : 'tooFar';
}

/** Below the market to sell, above it to buy: one that is reached already would trade at once. */
function stopProblem(draft: SpotDraft, market: SpotMarket, stop: Price | undefined): SpotProblem | undefined {
  const mid = market.mid === undefined ? undefined : priceOf(market.mid);
  if (stop !== undefined && mid !== undefined) {
    if (draft.side === 'sell' && mid <= stop) return 'stopBelow';
    if (draft.side === 'buy' && stop <= mid) return 'stopAbove';
  }
  return gridProblem(stop, market, mid);
}

/** The limit of a one-cancels-other has to rest: it may not reach the other side of the book. */
function limitProblem(draft: SpotDraft, market: SpotMarket, { price, stop }: Prices): SpotProblem | undefined {
  const mid = market.mid === undefined ? undefined : priceOf(market.mid);
  const wrong = gridProblem(price, market, draft.type === 'stopLimit' ? stop : mid);
  if (wrong !== undefined || draft.type !== 'oco' || price === undefined) return wrong;
  const best = (draft.side === 'buy' ? market.depth?.asks : market.depth?.bids)?.[0]?.[0] ?? market.mid;
  if (best === undefined) return undefined;
  return (draft.side === 'buy' ? priceOf(best) <= price : price <= priceOf(best)) ? 'ocoCrosses' : undefined;
}

function distanceProblem(draft: SpotDraft, market: SpotMarket): SpotProblem | undefined {
  const { terms, mid } = market;
  const band = rateOf(terms.bandRate);
  if (draft.distanceIn === 'percent') {
    const rate = rateOfPercent(draft.distance);
    if (rate === undefined || rate <= 0n) return 'empty';
    return band < rate ? 'tooFar' : undefined;
  }
  const distance = parsePrice(draft.distance);
  if (distance === undefined) return 'empty';
  if (distance % priceOf(terms.tickSize) !== 0n) return 'tickSize';
  return mid !== undefined && priceOf(mid) * band < distance * 100_000_000n ? 'tooFar' : undefined;
}

function sizeProblem(
  draft: SpotDraft,
  { terms }: SpotMarket,
  { typed, worth }: { typed: Amount; worth: Amount },
): SpotProblem | undefined {
  if (!isByAmount(draft)) {
    if (typed % amountOf(terms.quantityStep) !== 0n) return 'step';
    if (typed < amountOf(terms.minQuantity)) return 'quantityTooSmall';
    if (amountOf(terms.maxQuantity) < typed) return 'quantityTooLarge';
  }
  return worth < amountOf(terms.minAmount) ? 'amountTooSmall' : undefined;
}
