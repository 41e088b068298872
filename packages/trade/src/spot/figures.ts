import { spotTicketDerivations } from '@glasshouse/rules/derivations/spot';
import {
  type Amount,
  amountOf,
  divFloor,
  formatAmount,
  formatPrice,
  formatRate,
  mulPriceFloor,
  mulRateCeil,
  type Price,
  parseAmount,
  parsePrice,
  priceOf,
  rateOf,
  ZERO,
} from '@glasshouse/rules/money';
import { isWithinBand, restingNeed, stepsWithin } from '@glasshouse/rules/spot';
import type { Side, SpotOrder } from '../orders.ts';
import type { Priced, TicketField } from '../ticket/ticket.ts';
import {
  isByAmount,
  type SpotDraft,
  type SpotFigures,
  type SpotMarket,
  type SpotProblem,
  type SpotTerms,
} from './draft.ts';
import { type Estimate, estimateAmount, estimateQuantity, wholeSteps } from './estimate.ts';
import { hasStopLimit, isTriggerDraft, priceTrigger } from './trigger-figures.ts';

const isMultiple = (value: bigint, step: bigint): boolean => step === 0n || value % step === 0n;

/** Prices an order against the visible levels, by the rules that the core fills by. */
export function priceSpot(draft: SpotDraft, market: SpotMarket): Priced<SpotFigures, SpotProblem> {
  if (isTriggerDraft(draft)) return priceTrigger(draft, market);
  const { terms } = market;
  const price = draft.type === 'limit' ? parsePrice(draft.price) : undefined;
  const problems: Partial<Record<TicketField, SpotProblem>> = {};
  if (draft.type === 'limit') {
    if (price === undefined) problems.price = 'empty';
    else if (!isMultiple(price, priceOf(terms.tickSize))) problems.price = 'tickSize';
    else if (isTooFar(price, market)) problems.price = 'tooFar';
  }
  const typed = parseAmount(isByAmount(draft) ? draft.amount : draft.quantity);
  if (typed === undefined || typed === ZERO) problems.size = 'empty';
  if (typed === undefined || typed === ZERO || (draft.type === 'limit' && price === undefined)) {
    return { problems, figures: undefined };
  }
  const cost = costOf(draft, market, { price, typed });
  const wrong = sizeProblem({ draft, terms, typed, cost });
  if (wrong !== undefined) problems.size = wrong;
  if (problems.price === undefined && draft.timeInForce === 'postOnly' && isCrossing(draft, market, price)) {
    problems.price = 'wouldTrade';
  }
  const left = balanceAfter(draft, market, cost);
  const available = market.available && amountOf(market.available[draft.side === 'buy' ? 'quote' : 'base']);
  if (left !== undefined && left < 0n) {
    problems.size ??= draft.side === 'buy' ? 'notEnoughQuote' : 'notEnoughBase';
  }
  return { problems, figures: written(draft, cost, { left, available }) };
}

interface Cost {
  readonly quantity: Amount;
  readonly amount: Amount;
  readonly fee: Amount;
  /** The part of the fee that a limit pays for resting. */
  readonly makerFee: Amount;
  readonly total: Amount;
  readonly taken: Estimate;
}

const opposite = ({ side }: SpotDraft, { depth }: SpotMarket) => (side === 'buy' ? depth?.asks : depth?.bids) ?? [];

function isCrossing(draft: SpotDraft, market: SpotMarket, price: Price | undefined): boolean {
  const best = opposite(draft, market)[0]?.[0];
  if (draft.type !== 'limit' || best === undefined || price === undefined) return false;
  return draft.side === 'buy' ? priceOf(best) <= price : price <= priceOf(best);
}

function isTooFar(price: Price, { mid, terms }: SpotMarket): boolean {
  if (mid === undefined) return false;
  return !isWithinBand(price, { reference: priceOf(mid), band: rateOf(terms.bandRate) });
}

/** The part that takes at once, plus the part that rests at its limit as a maker. */
function costOf(
  draft: SpotDraft,
  market: SpotMarket,
  { price, typed }: { price: Price | undefined; typed: Amount },
): Cost {
  const { side } = draft;
  const { terms } = market;
  const taking = { side, levels: opposite(draft, market), takerRate: rateOf(terms.takerRate) };
  if (price === undefined) {
    const estimate = isByAmount(draft)
      ? estimateAmount({ ...taking, amount: typed, step: amountOf(terms.quantityStep) })
      : estimateQuantity({ ...taking, quantity: typed });
    return { ...estimate, makerFee: ZERO, total: totalOf(side, estimate), taken: estimate };
  }
  const quantity = draft.timeInForce === 'postOnly' ? ZERO : typed;
  const estimate = estimateQuantity({ ...taking, quantity, limit: price });
  const rests = draft.timeInForce === 'GTC' || draft.timeInForce === 'postOnly';
  const restingQuantity = (rests ? typed - estimate.quantity : 0n) as Amount;
  const makerRate = rateOf(terms.makerRate);
  const resting =
    side === 'buy'
      ? restingNeed({ price, makerRate, quantity: restingQuantity })
      : saleOf(restingQuantity, price, terms);
  const sum = { amount: (estimate.amount + resting.amount) as Amount, fee: (estimate.fee + resting.fee) as Amount };
  return { quantity: typed, ...sum, makerFee: resting.fee, total: totalOf(side, sum), taken: estimate };
}

function saleOf(quantity: Amount, price: Price, terms: SpotTerms): { amount: Amount; fee: Amount } {
  const amount = mulPriceFloor(quantity, price);
  return { amount, fee: mulRateCeil(amount, rateOf(terms.makerRate)) };
}

const totalOf = (side: Side, { amount, fee }: { amount: Amount; fee: Amount }): Amount =>
  (side === 'buy' ? amount + fee : amount - fee) as Amount;

function sizeProblem(input: {
  draft: SpotDraft;
  terms: SpotTerms;
  typed: Amount;
  cost: Cost;
}): SpotProblem | undefined {
  const { draft, terms, typed, cost } = input;
  if (isByAmount(draft)) return typed < amountOf(terms.minAmount) ? 'amountTooSmall' : undefined;
  if (!isMultiple(typed, amountOf(terms.quantityStep))) return 'step';
  if (typed < amountOf(terms.minQuantity)) return 'quantityTooSmall';
  if (amountOf(terms.maxQuantity) < typed) return 'quantityTooLarge';
  // Only what is certain: a limit order is worth its price, a market order what the visible levels
  // give.
  const known = draft.type === 'limit' ? mulPriceFloor(typed, priceOf(draft.price)) : cost.amount;
  const whole = draft.type === 'limit' || cost.taken.complete;
  return whole && known < amountOf(terms.minAmount) ? 'amountTooSmall' : undefined;
}

/** In the asset that is spent; negative when there is not enough. */
function balanceAfter(draft: SpotDraft, { available }: SpotMarket, cost: Cost): Amount | undefined {
  if (available === undefined) return undefined;
  if (draft.side === 'sell') return (amountOf(available.base) - cost.quantity) as Amount;
  const spent = isByAmount(draft) && !cost.taken.complete ? amountOf(draft.amount) : cost.total;
  // By amount, the whole amount must be available, although rounding to steps may leave some
  // unspent.
  const needed = isByAmount(draft) && spent < amountOf(draft.amount) ? amountOf(draft.amount) : spent;
  const left = amountOf(available.quote) - needed;
  return (left < 0n ? left : amountOf(available.quote) - spent) as Amount;
}

function written(
  draft: SpotDraft,
  cost: Cost,
  { left, available }: { left: Amount | undefined; available: Amount | undefined },
): SpotFigures {
  const { quantity, amount, fee, makerFee, total, taken: estimate } = cost;
  const isEnough = left !== undefined && 0n <= left;
  return {
    quantity: formatAmount(quantity),
    amount: formatAmount(amount),
    fee: formatAmount(fee),
    total: formatAmount(total),
    atOnce: formatAmount(estimate.quantity),
    average: estimate.average === undefined ? undefined : formatPrice(estimate.average),
    slippage: formatRate(estimate.slippage),
    complete: draft.type === 'limit' || estimate.complete,
    balanceAfter: isEnough ? formatAmount(left) : undefined,
    why: spotTicketDerivations({
      side: draft.side,
      amount,
      makerFee,
      takerFee: (fee - makerFee) as Amount,
      taken: estimate,
      available: isEnough ? available : undefined,
      spent: (available !== undefined && isEnough ? available - left : ZERO) as Amount,
    }),
  };
}

/**
 * The most that can be bought or sold with what is available; the percent chips are shares of it.
 */
export function mostQuantity(draft: SpotDraft, { terms, depth, available }: SpotMarket): string | undefined {
  if (available === undefined) return undefined;
  const step = amountOf(terms.quantityStep);
  const most = amountOf(terms.maxQuantity);
  const capped = (quantity: Amount) => formatAmount(quantity < most ? quantity : most);
  if (draft.side === 'sell') return capped(wholeSteps(amountOf(available.base), step));
  const takerRate = rateOf(terms.takerRate);
  const budget = amountOf(available.quote);
  if (draft.type === 'market') {
    return capped(estimateAmount({ side: 'buy', levels: depth?.asks ?? [], takerRate, amount: budget, step }).quantity);
  }
  // The limit of its stop is the dearer one.
  const price = parsePrice(hasStopLimit(draft) ? draft.stopLimit : draft.price);
  if (price === undefined) return '0';
  return capped((BigInt(stepsWithin(budget, { price, step, takerRate })) * step) as Amount);
}

/** The unfilled quantity; 0 for an order sized by amount. */
export const openQuantity = (order: Pick<SpotOrder, 'quantity' | 'filledQuantity'>): string =>
  order.quantity === null ? '0' : formatAmount((amountOf(order.quantity) - amountOf(order.filledQuantity)) as Amount);

/** How much of an order is filled, in whole percent; 100 only when all of it is. */
export function filledPercent(
  order: Pick<SpotOrder, 'quantity' | 'filledQuantity' | 'amount' | 'filledAmount' | 'state'>,
): number {
  if (order.state === 'filled') return 100;
  const [whole, part] =
    order.quantity !== null
      ? [amountOf(order.quantity), amountOf(order.filledQuantity)]
      : [amountOf(order.amount ?? '0'), amountOf(order.filledAmount)];
  return whole === 0n ? 0 : Number(divFloor(part * 100n, whole));
}

/** Decimals that a step allows: 0.001 allows three. */
export const placesOf = (step: string): number => step.split('.')[1]?.replace(/0+$/, '').length ?? 0;
