import { code } from '@glasshouse/api/codes';
import {
  type Amount,
  amountOf,
  formatAmount,
  mulPriceFloor,
  parseAmount,
  parseDecimal,
  power10,
  priceOfPoints,
  RATE_DECIMALS,
  type Rate,
  rateOf,
  subtract,
} from '@glasshouse/rules/money';
import { isWithinBand, oppositeOf, quantityOf, stepsOf, stepsWithin, takerCost, totalOf } from '@glasshouse/rules/spot';
import { TIME_IN_FORCE, type TimeInForce, timeInForceOf } from '@glasshouse/rules/time-in-force';
import { figureOf } from '../../figures/in-force.ts';
import { hasLive } from '../../kernel/live-orders.ts';
import { refuse } from '../../kernel/refusal.ts';
import { balanceOf } from '../../kernel/state.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Refusal, Tick } from '../../kernel/types.ts';
import { type HeldFact, heldOrBehind, refuseHeld } from '../../market-data/held-price.ts';
import { ratesFor } from './fee-rates.ts';
import { SpotEffects } from './fills.ts';
import { houseLevels } from './ladder.ts';
import { type Counterpart, type Matched, match } from './match.ts';
import { openQuantity, type SpotOrder, userAccounts } from './order.ts';
import type { Side } from './order-book.ts';
import { bookOf, spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

export type SubmitBody = {
  readonly code: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly price: string | null;
  readonly quantity: string | null;
  readonly amount: string | null;
  readonly timeInForce: TimeInForce | null;
};

/**
 * The market when the command was sequenced: the tick that the house quotes by, and whether the
 * market is open.
 */
export type SpotFacts = HeldFact & { readonly open: boolean; readonly tick: Tick | null };

export const gatherSubmit = ({ body }: CommandInput<SubmitBody>, at: number, market: MarketView): SpotFacts => ({
  open: market.sessionEndsAt(body.code, at) !== undefined,
  tick: market.lastTick(body.code) ?? null,
  ...heldOrBehind(market, body.code, at),
});

/** What is asked for, parsed and checked. */
interface Wanted {
  readonly steps: number;
  readonly limit: number;
  /** Most that a market order spends, fee included. */
  readonly budget: Amount | undefined;
}

/**
 * Places a spot order: trades what it can at once, then rests or revokes the remainder as its time
 * in force says. Refusals in order: not offered, market closed or price stale, quantity or amount,
 * price, post-only that would trade, not filled at once, self-trade, too many resting orders,
 * balance. A refused order changes nothing.
 */
export function submit(state: CoreState, command: Command<SubmitBody, SpotFacts>): Outcome {
  const { userId, book, body, facts } = command;
  const slice = spotOf(state);

  const pair = slice.pairs.get(body.code);
  if (pair === undefined) return refuse(code.productIncorrect, 'code');
  const { tick } = facts;
  if (!facts.open || tick === null || pair.terms.stalenessMs < command.at - tick.at)
    return refuse(code.notTradable, 'code');
  if (facts.held !== undefined) return refuseHeld(facts.held, 'code');
  const wanted = wantedOf(body, pair, tick);
  if ('ok' in wanted) return wanted;

  const asked = body.timeInForce ?? 'GTC';
  const rates = ratesFor(state, { pair, userId, book });
  const house = houseLevels(state, { pair, book, tick, side: oppositeOf(body.side) });
  const budgeted =
    wanted.budget === undefined ? {} : { affordable: affordableFrom(wanted.budget, pair, rateOf(rates.taker_rate)) };
  const { side } = body;
  const fillsMax = figureOf(state, 'spot.fillsAtOnceMax');
  const incoming = { side, userId, limit: wanted.limit, steps: wanted.steps, fillsMax, ...budgeted };
  const matched = match(incoming, bookOf(slice, book, body.code), house);

  if (TIME_IN_FORCE[asked].atOnce === 'none' && 0 < matched.fills.length)
    return refuse(code.postOnlyWouldTrade, 'price');
  const force = timeInForceOf(body.type, asked);
  if (isUnfilled(force, matched)) return refuse(code.notFilledAtOnce);
  if (matched.meetsSelf) return refuse(code.selfTrade);
  const rests = TIME_IN_FORCE[force].rests && 0 < matched.left && !matched.isCut;
  if (rests && hasLive(slice, { userId, book, count: figureOf(state, 'spot.openOrdersMax') }))
    return refuse(code.tooManyOpenOrders);

  const effects = new SpotEffects(state, { command, pair, tick });
  effects.keep(newOrder(command, { pair, wanted, rates, force }));
  for (const fill of matched.fills) {
    const { price, steps, maker } = fill;
    if (maker === undefined) effects.tradeWithHouse({ order: command.seq, role: 'taker', price, steps });
    else effects.trade({ taker: command.seq, maker: maker.id, price, steps });
  }
  if (rests) effects.rest(command.seq);
  else effects.keep(ended(effects.order(command.seq), command, matched));

  const accounts = userAccounts(effects.order(command.seq));
  const paying = body.side === 'buy' ? accounts.quote : accounts.base;
  if (balanceOf(state, paying) < effects.spentBy(paying)) {
    return refuse(body.side === 'buy' ? code.balanceInsufficient : code.coinBalanceInsufficient, fieldOfSize(body));
  }
  return { ok: true, result: effects.shown(command.seq), ...effects.toEffects() };
}

const fieldOfSize = (body: SubmitBody): string => (body.amount === null ? 'quantity' : 'amount');

/** Parses size and price, or refuses them. */
function wantedOf(body: SubmitBody, pair: SpotPair, tick: Tick): Wanted | Refusal {
  const isMarket = body.type === 'market';
  const { terms, step } = pair;
  const { precision } = terms;
  const field = fieldOfSize(body);
  if ((body.quantity === null) === (body.amount === null)) return refuse(code.purchaseAmountIncorrect, 'quantity');
  if (body.amount !== null && (!isMarket || body.side === 'sell'))
    return refuse(code.purchaseAmountIncorrect, 'amount');
  const size = parseAmount(body.quantity ?? body.amount ?? '');
  if (size === undefined || size === 0n) return refuse(code.purchaseAmountIncorrect, field);
  const maxSteps = stepsOf(pair.maxQuantity, step) ?? 0;
  const steps = body.quantity === null ? maxSteps : stepsOf(size, step);
  if (steps === undefined || maxSteps < steps) return refuse(code.purchaseAmountIncorrect, field);
  if (body.quantity !== null && size < pair.minQuantity) return refuse(code.purchaseAmountIncorrect, field);

  const limit = isMarket ? bandLimit(body.side, tick, pair.band) : pointsOf(body.price, precision);
  const reference = isMarket ? tick.mid : (limit ?? tick.mid);
  const worth = body.quantity === null ? size : mulPriceFloor(size, priceOfPoints(reference, precision));
  if (worth < pair.minAmount) return refuse(code.purchaseAmountIncorrect, field);
  const most = mulPriceFloor(pair.maxQuantity, priceOfPoints(tick.mid, precision));
  if (body.quantity === null && most < size) return refuse(code.purchaseAmountIncorrect, field);

  if (isMarket !== (body.price === null)) return refuse(code.orderPriceIncorrect, 'price');
  if (limit === undefined || (limit % terms.tickPoints !== 0 && !isMarket))
    return refuse(code.orderPriceIncorrect, 'price');
  if (!isMarket && !isWithinBand(BigInt(limit), { reference: BigInt(tick.mid), band: pair.band })) {
    return refuse(code.orderPriceIncorrect, 'price');
  }
  return { steps, limit, budget: body.quantity === null ? size : undefined };
}

/** Decimal text to points; undefined when it is no price or has too many decimals. */
function pointsOf(text: string | null, precision: number): number | undefined {
  const points = text === null ? undefined : parseDecimal(text, precision);
  if (points === undefined || points <= 0n || BigInt(Number.MAX_SAFE_INTEGER) < points) return undefined;
  return Number(points);
}

/** A market order trades no further from the reference than a limit order may be placed. */
function bandLimit(side: Side, tick: Tick, band: Rate): number {
  const width = Number((BigInt(tick.mid) * band) / power10(RATE_DECIMALS));
  return side === 'buy' ? tick.mid + width : Math.max(1, tick.mid - width);
}

/** How many steps the rest of the budget buys at a price. */
function affordableFrom(budget: Amount, pair: SpotPair, takerRate: Rate) {
  const { step, terms } = pair;
  let left: Amount = budget;
  let counted = 0;
  return (points: number, taken: readonly Counterpart[]): number => {
    for (; counted < taken.length; counted += 1) {
      const fill = taken[counted] as Counterpart;
      const quantity = quantityOf(fill.steps, step);
      const price = priceOfPoints(fill.price, terms.precision);
      left = subtract(left, totalOf(takerCost({ side: 'buy', price, quantity, takerRate })));
    }
    return stepsWithin(left, { price: priceOfPoints(points, terms.precision), step, takerRate });
  };
}

/** Whether an order that must fill at once, wholly or in part, would not. */
function isUnfilled(force: TimeInForce, { fills, left, isCut }: Matched): boolean {
  const { atOnce } = TIME_IN_FORCE[force];
  if (atOnce === 'all') return 0 < left || isCut || fills.length === 0;
  return atOnce === 'some' && fills.length === 0;
}

function newOrder(
  command: Command<SubmitBody>,
  of: { pair: SpotPair; wanted: Wanted; rates: ReturnType<typeof ratesFor>; force: TimeInForce },
): SpotOrder {
  const { body } = command;
  const { terms, step } = of.pair;
  const isMarket = body.type === 'market';
  return {
    id: command.seq,
    user_id: command.userId,
    book: command.book,
    code: terms.code,
    base: terms.base,
    quote: terms.quote,
    side: body.side,
    type: body.type,
    time_in_force: of.force,
    state: 'waiting',
    price: isMarket ? null : of.wanted.limit,
    quantity: of.wanted.budget === undefined ? formatAmount(quantityOf(of.wanted.steps, step)) : null,
    amount: of.wanted.budget === undefined ? null : formatAmount(of.wanted.budget),
    precision: terms.precision,
    quantity_step: formatAmount(step),
    ...of.rates,
    terms_version: terms.version,
    filled_quantity: '0',
    filled_amount: '0',
    fee: '0',
    held: '0',
    fills: 0,
    placed_at: command.at,
    done_at: null,
    settled_by: null,
  };
}

/** An order that does not rest is final: filled, or revoked with the fills it got. */
function ended(order: SpotOrder, command: Command, matched: Matched): SpotOrder {
  const isFilled =
    order.quantity === null ? 0 < matched.fills.length : amountOf(order.filled_quantity) === amountOf(order.quantity);
  if (order.quantity !== null && isFilled !== (openQuantity(order) === 0n))
    throw new Error(`order ${order.id} does not add up`);
  return { ...order, state: isFilled ? 'filled' : 'revoked', done_at: command.at, settled_by: command.seq };
}
