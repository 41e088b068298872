import { ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { feeRateAt } from '../fee-tiers.ts';
import { least, mustUnits, pointsOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { mayTake } from '../house-stock.ts';
import { HELD_SINCE_RULES, leadOf } from '../leads.ts';
import { stockFactsOf } from '../networks.ts';
import { heldRefusal, type Prediction, refusal } from '../prediction.ts';
import type { HeldFact } from '../product.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { affordable, type Measure, otherSide, type Side, takerSum, valueDown } from './arithmetic.ts';
import { isBooked, isQueued, needOf, openOf, restsAt, type SpotOrder, type SpotType, viewOf } from './order.ts';
import { SpotEffects } from './spot-effects.ts';
import { FILLS_MAX, measureOf, type SpotState } from './state.ts';
import type { SpotTerms } from './terms.ts';

/** Resting orders per user and book. */
const OPEN_MAX = 100;

interface SubmitBody {
  readonly code: string;
  readonly side: Side;
  readonly type: SpotType;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly amount: string | null;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'postOnly' | null;
  readonly stopPrice?: string;
  readonly stopLimitPrice?: string;
  readonly trailingDistance?: string;
  readonly trailingRate?: string;
}

interface MatchLimits {
  readonly steps: number;
  readonly limit: number;
  readonly budget: bigint | undefined;
  readonly waits?: NonNullable<SpotOrder['waits']>;
}

/** Types with a limit price, and types with a stop price. */
const LIMITED: readonly SpotType[] = ['limit', 'stopLimit', 'oco'];
const STOPPED: readonly SpotType[] = ['stop', 'stopLimit', 'oco'];

export interface PredictedFill {
  readonly maker: number | undefined;
  readonly price: number;
  readonly steps: number;
}

/**
 * Predicts the answer to a spot order. The first refusal wins: pair, trading hours, size, price,
 * time in force, self-trade, limits, funds.
 */
export function predictSubmit(model: SpotState, entry: Entry): Prediction {
  const { accounts, prices, findings, sessionEnd, lastPriceFact, feeTierOf, feeDiscountOf } = model.reference;
  const body = entry.body as SubmitBody;
  const { user, book } = entry;
  const tick = prices.last(body.code) ?? null;
  const open = sessionEnd(body.code, entry.at) !== null;
  const hold = lastPriceFact(body.code, entry, entry.facts as HeldFact);
  findings.equal(`entry ${entry.seq}: facts about ${body.code}`, entry.facts, {
    open,
    tick,
    ...hold,
    ...stockFactsOf(entry),
  });
  const terms = model.terms.get(body.code);
  if (terms === undefined) return refusal(CODE.notOffered, 'code');
  if (!open || tick === null || terms.stalenessMs < entry.at - tick.at) return refusal(CODE.closed, 'code');
  if (hold.held !== undefined) return heldRefusal(hold.held, 'code');
  const measure = measureOf(terms);
  const request = read(body, terms, measure, tick);
  if ('code' in request) return request;

  const tier = feeTierOf(user, book);
  const discount = feeDiscountOf(user, book);
  const isHeld = 0 < leadOf(terms) && HELD_SINCE_RULES <= model.reference.rulesOf(undefined);
  const order: SpotOrder = {
    id: entry.seq,
    user,
    book,
    terms,
    measure,
    side: body.side,
    type: body.type,
    force: forceOf(body),
    price: LIMITED.includes(body.type) ? request.limit : null,
    quantity: request.budget === undefined ? BigInt(request.steps) * measure.step : null,
    amount: request.budget ?? null,
    makerRate: feeRateAt(mustUnits(terms.makerRate), discount),
    takerRate: feeRateAt(mustUnits(terms.takerRate), discount),
    tier,
    placedAt: entry.at,
    crossesFrom: body.type === 'market' || !isHeld ? null : entry.at + leadOf(terms),
    state: 'waiting',
    filled: 0n,
    paid: 0n,
    fee: 0n,
    held: 0n,
    fills: [],
    ...(request.waits === undefined ? {} : { waits: request.waits }),
  };
  if (request.waits !== undefined) model.waited.add(order.id);
  if (!isBooked(order)) return predictWaiting(model, entry, order, tick);
  const isLater = terms.awaits !== undefined;
  const { taken: fills, left, isCut } = match(model, order, request, tick, isLater);

  const force = body.type === 'oco' ? 'postOnly' : (body.timeInForce ?? 'GTC');
  if (force === 'postOnly' && 0 < fills.length) return refusal(CODE.wouldTrade, 'price');
  const nothing = fills.length === 0;
  if (force === 'FOK' && (0 < left || isCut || nothing)) return refusal(CODE.notAtOnce);
  if (force !== 'FOK' && nothing && (body.type === 'market' || force === 'IOC')) return refusal(CODE.notAtOnce);
  const makers = fills.map(({ maker }) => (maker === undefined ? undefined : (model.resting.get(maker) as SpotOrder)));
  if (makers.some((maker) => maker?.user === user)) return refusal(CODE.selfTrade);
  const now = isLater ? meetsNow(model, order, fills, force) : fills;
  const queues = now.length < fills.length;
  const rests = !queues && LIMITED.includes(body.type) && force !== 'IOC' && 0 < left && !isCut;
  if ((rests || queues) && hasTooMany(model, order)) return refusal(CODE.tooManyOpen);

  const paying = ofUser(user, book, body.side === 'buy' ? terms.quote : terms.base, 'available');
  const worst = body.type === 'market' ? request.limit : null;
  const needs = queues ? costWhileQueued(order, now, worst, entry.at) : costOf(order, fills, rests);
  if (accounts.of(paying) < needs) {
    const field = body.amount === null ? 'quantity' : 'amount';
    return refusal(body.side === 'buy' ? CODE.quoteBalance : CODE.coinBalance, field);
  }
  if (isBeyondStock(model, entry, { order, now, tick, isOpen: queues || rests })) return sharedOut(body);
  const effects = new SpotEffects(accounts, entry, model.market(book, terms.code).trades, terms);
  effects.touch(order);
  enterBook(model, { entry, effects, order, tick, taken: now, rests, ...(queues ? { queues: worst } : {}) });
  return effects.done(viewOf(order));
}

const sharedOut = (body: SubmitBody): Prediction =>
  refusal(CODE.neighbours, body.amount === null ? 'quantity' : 'amount');

/** Whether what it takes of the house now and may take later is more than its network's share. */
function isBeyondStock(
  model: SpotState,
  entry: Entry,
  context: { order: SpotOrder; now: readonly PredictedFill[]; tick: StoredTick; isOpen: boolean },
): boolean {
  const { side, measure, takerRate, terms, price, waits, ...order } = context.order;
  const isBuy = side === 'buy';
  let [filled, spent, fromHouse] = [0n, 0n, 0n];
  for (const { price: points, steps, maker } of context.now) {
    const quantity = BigInt(steps) * measure.step;
    const { amount, fee } = takerSum(measure, { side, quantity, points, rate: takerRate });
    filled += quantity;
    spent += amount + fee;
    if (maker === undefined) fromHouse += isBuy ? quantity : amount;
  }
  const quantity = order.quantity === null ? null : order.quantity - filled;
  const amount = order.amount === null ? null : order.amount - spent;
  const { base, quote, precision } = terms;
  const prices = { price, stop: waits?.stop ?? null, mid: context.tick.mid };
  const open = mayTake({ side, base, quote, precision, ...prices, quantity, amount });
  return model.reference.beyondStock(entry, {
    asset: open.asset,
    amount: fromHouse + (context.isOpen ? open.amount : 0n),
  });
}

/** People's orders before the first quote of the house; none while others of its side wait. */
function meetsNow(
  model: SpotState,
  order: SpotOrder,
  fills: readonly PredictedFill[],
  force: string,
): readonly PredictedFill[] {
  const isBehind = [...model.resting.values()].some(
    (candidate) =>
      isQueued(candidate) &&
      candidate.book === order.book &&
      candidate.terms.code === order.terms.code &&
      candidate.side === order.side,
  );
  const house = fills.findIndex(({ maker }) => maker === undefined);
  if (isBehind || (force === 'FOK' && house !== -1)) return [];
  return house === -1 ? fills : fills.slice(0, house);
}

/** What the fills of now cost, and what it holds for the rest at its worst price. */
function costWhileQueued(order: SpotOrder, now: readonly PredictedFill[], worst: number | null, at: number): bigint {
  const { side, measure, takerRate } = order;
  const cost = costOf(order, now, false);
  const filled = now.reduce((sum, { steps }) => sum + BigInt(steps) * measure.step, 0n);
  let [paid, fee] = [0n, 0n];
  for (const { price, steps } of now) {
    const sum = takerSum(measure, { side, quantity: BigInt(steps) * measure.step, points: price, rate: takerRate });
    paid += sum.amount;
    fee += sum.fee;
  }
  const waiting: SpotOrder = { ...order, paid, fee, queued: { at, lead: leadOf(order.terms), worst } };
  return cost + needOf(waiting, order.quantity === null ? 0n : order.quantity - filled);
}

/** Trades with what it meets, then rests or ends. */
export function enterBook(
  model: SpotState,
  context: {
    entry: Entry;
    effects: SpotEffects;
    order: SpotOrder;
    tick: StoredTick;
    taken: readonly PredictedFill[];
    rests: boolean;
    /** It waits for the next price: no further than this, if it is a market order. */
    queues?: number | null;
  },
): void {
  const { entry, effects, order, tick, taken: fills, rests, queues } = context;
  const { book, side, terms } = order;
  for (const { price, steps, maker: id } of fills) {
    const maker = id === undefined ? undefined : (model.resting.get(id) as SpotOrder);
    if (maker === undefined) {
      effects.meetHouse(order, 'taker', { price, steps, tick });
      model.take(effects, { book, code: terms.code, tick, side, steps });
    } else {
      effects.meet(order, maker, { price, steps });
      model.settleMaker(maker, steps);
    }
  }
  const market = model.market(book, terms.code);
  market.trades = effects.number;
  if (queues !== undefined) {
    order.queued = { at: entry.at, lead: leadOf(order.terms), worst: queues };
    effects.rest(order);
    model.resting.set(order.id, order);
  } else if (rests) {
    effects.rest(order);
    const steps = Number(openOf(order) / order.measure.step);
    market.book.rest({ id: order.id, userId: order.user, side, price: restsAt(order) as number, steps });
    model.resting.set(order.id, order);
  } else {
    const isFilled = order.quantity === null ? 0 < order.fills.length : openOf(order) === 0n;
    Object.assign(order, { state: isFilled ? 'filled' : 'revoked', ended: { seq: entry.seq, at: entry.at } });
    model.resting.delete(order.id);
  }
}

function hasTooMany(model: SpotState, { user, book }: SpotOrder): boolean {
  const mine = [...model.resting.values()].filter((candidate) => candidate.user === user && candidate.book === book);
  return model.reference.figure('spot.openOrdersMax', OPEN_MAX) <= mine.length;
}

/** One that waits holds all that it may need. */
function predictWaiting(model: SpotState, entry: Entry, order: SpotOrder, tick: StoredTick): Prediction {
  const { accounts } = model.reference;
  if (hasTooMany(model, order)) return refusal(CODE.tooManyOpen);
  const { user, book, terms, side } = order;
  const paying = ofUser(user, book, side === 'buy' ? terms.quote : terms.base, 'available');
  if (accounts.of(paying) < needOf(order, openOf(order))) {
    const field = order.amount === null ? 'quantity' : 'amount';
    return refusal(side === 'buy' ? CODE.quoteBalance : CODE.coinBalance, field);
  }
  if (isBeyondStock(model, entry, { order, now: [], tick, isOpen: true })) return sharedOut(entry.body as SubmitBody);
  const effects = new SpotEffects(accounts, entry, model.market(book, terms.code).trades, terms);
  effects.touch(order);
  effects.rest(order);
  model.resting.set(order.id, order);
  return effects.done(viewOf(order));
}

function forceOf({ type, timeInForce }: SubmitBody): string {
  if (type === 'oco') return 'GTC';
  return LIMITED.includes(type) ? (timeInForce ?? 'GTC') : timeInForce === 'FOK' ? 'FOK' : 'IOC';
}

/** The fills of an order: price-time order with the house last, as far as a budget reaches. */
export function match(
  model: SpotState,
  order: SpotOrder,
  limits: Pick<MatchLimits, 'steps' | 'limit' | 'budget'>,
  tick: StoredTick,
  isWhole = false,
) {
  const { side, book, measure } = order;
  const terms = model.terms.get(order.terms.code) as SpotTerms;
  const house = model.quotes(terms, { book, side: otherSide(side), tick, isWhole });
  const all = model.market(book, terms.code).book.fills({ side, limit: limits.limit, steps: limits.steps, house });
  const fills: PredictedFill[] = [];
  let [left, budget] = [limits.steps, limits.budget];
  for (const fill of all) {
    if (fills.length === model.reference.figure('spot.fillsAtOnceMax', FILLS_MAX))
      return { taken: fills, left, isCut: true };
    const most =
      budget === undefined ? fill.steps : affordable(measure, budget, { points: fill.price, rate: order.takerRate });
    const steps = Math.min(fill.steps, most);
    if (steps === 0) break;
    fills.push({ ...fill, steps });
    left -= steps;
    if (budget === undefined) continue;
    const quantity = BigInt(steps) * measure.step;
    const sum = takerSum(measure, { side, quantity, points: fill.price, rate: order.takerRate });
    budget -= sum.amount + sum.fee;
    if (steps < fill.steps) break;
  }
  return { taken: fills, left: budget === undefined ? left : 0, isCut: false };
}

/** Funds needed for the fills and the resting remainder. */
export function costOf(order: SpotOrder, fills: readonly PredictedFill[], rests: boolean): bigint {
  const { side, measure, takerRate } = order;
  let cost = 0n;
  let filled = 0n;
  for (const { price, steps } of fills) {
    const quantity = BigInt(steps) * measure.step;
    const { amount, fee } = takerSum(measure, { side, quantity, points: price, rate: takerRate });
    cost += side === 'buy' ? amount + fee : quantity;
    filled += quantity;
  }
  return rests ? cost + needOf(order, (order.quantity as bigint) - filled) : cost;
}

/** Checks sizes first, then the price, then what it waits for. */
function read(body: SubmitBody, terms: SpotTerms, measure: Measure, tick: StoredTick): MatchLimits | Prediction {
  const { type, side } = body;
  const isLimited = LIMITED.includes(type);
  const field = body.amount === null ? 'quantity' : 'amount';
  const wrongSize = refusal(CODE.amount, field);
  const spends = !isLimited && side === 'buy';
  if ((body.quantity === null) === (body.amount === null)) return refusal(CODE.amount, 'quantity');
  if (body.amount !== null && !spends) return refusal(CODE.amount, 'amount');
  if (body.amount === null && spends && type !== 'market') return refusal(CODE.amount, 'amount');
  const size = unitsOf(body.quantity ?? body.amount);
  if (size === undefined || size === 0n) return wrongSize;
  const fewest = mustUnits(terms.minQuantity);
  const most = mustUnits(terms.maxQuantity);
  const byAmount = body.quantity === null;
  if (!byAmount && (size % measure.step !== 0n || size < fewest || most < size)) return wrongSize;
  const steps = Number((byAmount ? most : size) / measure.step);

  const stop = STOPPED.includes(type) ? pointsOf(body.stopPrice, terms.precision) : undefined;
  const limit = isLimited
    ? pointsOf(body.price, terms.precision)
    : bandFrom(side, tick, least(mustUnits(terms.bandRate), mustUnits(terms.slippageRate ?? terms.bandRate)));
  const priced = (isLimited ? limit : stop) ?? tick.mid;
  const worth = byAmount ? size : valueDown(measure, size, priced);
  if (worth < mustUnits(terms.minAmount)) return wrongSize;
  if (byAmount && valueDown(measure, most, tick.mid) < size) return wrongSize;

  const wrongPrice = refusal(CODE.price, 'price');
  if (isLimited !== (body.price !== null) || limit === undefined) return wrongPrice;
  if (isLimited && !isNear(terms, limit, type === 'stopLimit' ? (stop ?? tick.mid) : tick.mid)) return wrongPrice;
  const waits = readWaits(body, terms, tick, stop);
  if (waits !== undefined && 'code' in waits) return waits;
  const budget = byAmount ? size : undefined;
  return waits === undefined ? { steps, limit, budget } : { steps, limit, budget, waits };
}

/** How far a market order trades. */
export function marketLimit(terms: SpotTerms, side: Side, { mid }: StoredTick): number {
  return bandFrom(side, { mid }, mustUnits(terms.bandRate));
}

function bandFrom(side: Side, { mid }: Pick<StoredTick, 'mid'>, band: bigint): number {
  const width = Number((BigInt(mid) * band) / WHOLE_RATE);
  return side === 'buy' ? mid + width : Math.max(1, mid - width);
}

/** On the grid, within the band around a price. */
const isNear = (terms: SpotTerms, points: number, reference: number): boolean =>
  points % terms.tickPoints === 0 &&
  BigInt(Math.abs(points - reference)) * WHOLE_RATE <= BigInt(reference) * mustUnits(terms.bandRate);

function readWaits(
  body: SubmitBody,
  terms: SpotTerms,
  tick: StoredTick,
  stop: number | undefined,
): MatchLimits['waits'] | Prediction {
  const { type, side, stopPrice, stopLimitPrice, trailingDistance, trailingRate } = body;
  const wrong = (field: string): Prediction => refusal(CODE.price, field);
  if (STOPPED.includes(type)) {
    const isAhead = stop !== undefined && (side === 'sell' ? stop < tick.mid : tick.mid < stop);
    if (stop === undefined || !isAhead || !isNear(terms, stop, tick.mid)) return wrong('stopPrice');
  } else if (stopPrice !== undefined) return wrong('stopPrice');
  const stopLimit = stopLimitPrice === undefined ? null : pointsOf(stopLimitPrice, terms.precision);
  if (stopLimit === undefined || (stopLimit !== null && !isNear(terms, stopLimit, stop ?? tick.mid))) {
    return wrong('stopLimitPrice');
  }
  if (stopLimit === null ? type === 'oco' && side === 'buy' : type !== 'oco') return wrong('stopLimitPrice');
  const trails = type === 'trailingStop';
  const share = trailingRate === undefined ? null : unitsOf(trailingRate);
  if (share !== null) {
    const isShare = share !== undefined && 0n < share && share <= mustUnits(terms.bandRate);
    if (!trails || trailingDistance !== undefined || !isShare) return wrong('trailingRate');
  }
  const distance = trailingDistance === undefined ? null : pointsOf(trailingDistance, terms.precision);
  const lacks = trails && share === null && distance === null;
  const isFar =
    distance === undefined ||
    (distance !== null &&
      (distance % terms.tickPoints !== 0 || tick.mid * Number(mustUnits(terms.bandRate)) < distance * 1e8));
  if (lacks || isFar || (distance !== null && !trails)) return wrong('trailingDistance');
  if (type === 'limit' || type === 'market') return undefined;
  const peak = trails ? tick : null;
  return {
    stop: stop ?? null,
    stopLimit,
    distance,
    share,
    from: peak,
    peak,
    recorded: peak,
    seen: trails ? tick.seq : null,
  };
}
