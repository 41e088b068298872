import { ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { feeRateAt } from '../fee-tiers.ts';
import { mustUnits, pointsOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { heldRefusal, type Prediction, refusal } from '../prediction.ts';
import type { HeldFact } from '../product.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { affordable, type Measure, otherSide, type Side, takerSum, valueDown } from './arithmetic.ts';
import { needOf, openOf, type SpotOrder, viewOf } from './order.ts';
import { SpotEffects } from './spot-effects.ts';
import { FILLS_MAX, measureOf, type SpotState } from './state.ts';
import type { SpotTerms } from './terms.ts';

/** Resting orders per user and book. */
const OPEN_MAX = 100;

interface SubmitBody {
  readonly code: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly price: string | null;
  readonly quantity: string | null;
  readonly amount: string | null;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'postOnly' | null;
}

interface Wanted {
  readonly steps: number;
  readonly limit: number;
  readonly budget: bigint | undefined;
}

interface Taken {
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
  findings.equal(`entry ${entry.seq}: facts about ${body.code}`, entry.facts, { open, tick, ...hold });
  const terms = model.terms.get(body.code);
  if (terms === undefined) return refusal(CODE.notOffered, 'code');
  if (!open || tick === null || terms.stalenessMs < entry.at - tick.at) return refusal(CODE.closed, 'code');
  if (hold.held !== undefined) return heldRefusal(hold.held, 'code');
  const measure = measureOf(terms);
  const wanted = read(body, terms, measure, tick);
  if ('code' in wanted) return wanted;

  const tier = feeTierOf(user, book);
  const discount = feeDiscountOf(user, book);
  const order: SpotOrder = {
    id: entry.seq,
    user,
    book,
    terms,
    measure,
    side: body.side,
    type: body.type,
    force: body.type === 'market' && body.timeInForce !== 'FOK' ? 'IOC' : (body.timeInForce ?? 'GTC'),
    price: body.type === 'market' ? null : wanted.limit,
    quantity: wanted.budget === undefined ? BigInt(wanted.steps) * measure.step : null,
    amount: wanted.budget ?? null,
    makerRate: feeRateAt(mustUnits(terms.makerRate), discount),
    takerRate: feeRateAt(mustUnits(terms.takerRate), discount),
    tier,
    placedAt: entry.at,
    state: 'waiting',
    filled: 0n,
    paid: 0n,
    fee: 0n,
    held: 0n,
    fills: [],
  };
  const { taken, left, isCut } = match(model, order, wanted, tick);

  const force = body.timeInForce ?? 'GTC';
  if (force === 'postOnly' && 0 < taken.length) return refusal(CODE.wouldTrade, 'price');
  const nothing = taken.length === 0;
  if (force === 'FOK' && (0 < left || isCut || nothing)) return refusal(CODE.notAtOnce);
  if (force !== 'FOK' && nothing && (body.type === 'market' || force === 'IOC')) return refusal(CODE.notAtOnce);
  const makers = taken.map(({ maker }) => (maker === undefined ? undefined : (model.resting.get(maker) as SpotOrder)));
  if (makers.some((maker) => maker?.user === user)) return refusal(CODE.selfTrade);
  const rests = body.type === 'limit' && force !== 'IOC' && 0 < left && !isCut;
  const mine = [...model.resting.values()].filter((other) => other.user === user && other.book === book);
  if (rests && model.reference.figure('spot.openOrdersMax', OPEN_MAX) <= mine.length) return refusal(CODE.tooManyOpen);

  const paying = ofUser(user, book, body.side === 'buy' ? terms.quote : terms.base, 'available');
  if (accounts.of(paying) < costOf(order, taken, rests)) {
    const field = body.amount === null ? 'quantity' : 'amount';
    return refusal(body.side === 'buy' ? CODE.quoteBalance : CODE.coinBalance, field);
  }
  const market = model.market(book, terms.code);
  const effects = new SpotEffects(accounts, entry, market.trades);
  effects.touch(order);
  for (const [index, { price, steps }] of taken.entries()) {
    const maker = makers[index];
    if (maker === undefined) {
      effects.meetHouse(order, 'taker', { price, steps, tick });
      model.take(effects, { book, code: terms.code, tick, side: body.side, steps });
    } else {
      effects.meet(order, maker, { price, steps });
      model.settleMaker(maker, steps);
    }
  }
  market.trades = effects.number;
  if (rests) {
    effects.rest(order);
    market.book.rest({ id: order.id, userId: user, side: order.side, price: wanted.limit, steps: left });
    model.resting.set(order.id, order);
  } else {
    const isFilled = order.quantity === null ? !nothing : openOf(order) === 0n;
    Object.assign(order, { state: isFilled ? 'filled' : 'revoked', ended: { seq: entry.seq, at: entry.at } });
  }
  return effects.done(viewOf(order));
}

/** The fills of an order: price-time order with the house last, as far as a budget reaches. */
function match(model: SpotState, order: SpotOrder, wanted: Wanted, tick: StoredTick) {
  const { side, book, terms, measure } = order;
  const house = model.quotes(terms, { book, side: otherSide(side), tick });
  const all = model.market(book, terms.code).book.fills({ side, limit: wanted.limit, steps: wanted.steps, house });
  const taken: Taken[] = [];
  let [left, budget] = [wanted.steps, wanted.budget];
  for (const fill of all) {
    if (taken.length === model.reference.figure('spot.fillsAtOnceMax', FILLS_MAX)) return { taken, left, isCut: true };
    const most =
      budget === undefined ? fill.steps : affordable(measure, budget, { points: fill.price, rate: order.takerRate });
    const steps = Math.min(fill.steps, most);
    if (steps === 0) break;
    taken.push({ ...fill, steps });
    left -= steps;
    if (budget === undefined) continue;
    const quantity = BigInt(steps) * measure.step;
    const sum = takerSum(measure, { side, quantity, points: fill.price, rate: order.takerRate });
    budget -= sum.amount + sum.fee;
    if (steps < fill.steps) break;
  }
  return { taken, left: budget === undefined ? left : 0, isCut: false };
}

/** Funds needed for the fills and the resting remainder. */
function costOf(order: SpotOrder, taken: readonly Taken[], rests: boolean): bigint {
  const { side, measure, takerRate } = order;
  let cost = 0n;
  let filled = 0n;
  for (const { price, steps } of taken) {
    const quantity = BigInt(steps) * measure.step;
    const { amount, fee } = takerSum(measure, { side, quantity, points: price, rate: takerRate });
    cost += side === 'buy' ? amount + fee : quantity;
    filled += quantity;
  }
  return rests ? cost + needOf(order, (order.quantity as bigint) - filled) : cost;
}

/** Checks sizes first, then the price. */
function read(body: SubmitBody, terms: SpotTerms, measure: Measure, tick: StoredTick): Wanted | Prediction {
  const isMarket = body.type === 'market';
  const field = body.amount === null ? 'quantity' : 'amount';
  const wrongSize = refusal(CODE.amount, field);
  if ((body.quantity === null) === (body.amount === null)) return refusal(CODE.amount, 'quantity');
  if (body.amount !== null && (!isMarket || body.side === 'sell')) return refusal(CODE.amount, 'amount');
  const size = unitsOf(body.quantity ?? body.amount);
  if (size === undefined || size === 0n) return wrongSize;
  const [least, most] = [mustUnits(terms.minQuantity), mustUnits(terms.maxQuantity)];
  const byAmount = body.quantity === null;
  if (!byAmount && (size % measure.step !== 0n || size < least || most < size)) return wrongSize;
  const steps = Number((byAmount ? most : size) / measure.step);

  const width = (BigInt(tick.mid) * mustUnits(terms.bandRate)) / WHOLE_RATE;
  const edge = body.side === 'buy' ? tick.mid + Number(width) : Math.max(1, tick.mid - Number(width));
  const limit = isMarket ? edge : pointsOf(body.price, terms.precision);
  const worth = byAmount ? size : valueDown(measure, size, isMarket ? tick.mid : (limit ?? tick.mid));
  if (worth < mustUnits(terms.minAmount)) return wrongSize;
  if (byAmount && valueDown(measure, most, tick.mid) < size) return wrongSize;

  const wrongPrice = refusal(CODE.price, 'price');
  if (isMarket !== (body.price === null) || limit === undefined) return wrongPrice;
  if (!isMarket && limit % terms.tickPoints !== 0) return wrongPrice;
  if (!isMarket && BigInt(tick.mid) * mustUnits(terms.bandRate) < BigInt(Math.abs(limit - tick.mid)) * WHOLE_RATE) {
    return wrongPrice;
  }
  return { steps, limit, budget: byAmount ? size : undefined };
}
