import { CODE } from '../codes.ts';
import { feeRateAt } from '../fee-tiers.ts';
import { ceilDiv, floorDiv, mustUnits, pointsOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { feeAt, initialMargin, isLiquidated } from './arithmetic.ts';
import { ContractEffects } from './contract-effects.ts';
import { accountsOf, nightAt } from './endings.ts';
import { type Contract, notionalOf, positionOf, sizeOf, updateLiquidationPrice, viewOf } from './position.ts';
import type { ContractsState, MarketFacts } from './state.ts';
import { type ContractTerms, leverageMax } from './terms.ts';

/** Live contracts per user and book. */
const OPEN_MAX = 100;

export const tradable = (facts: MarketFacts, terms: ContractTerms, at: number): StoredTick | undefined =>
  facts.isOpen && facts.tick !== null && at - facts.tick.at <= terms.stalenessMs ? facts.tick : undefined;

/** USDT per unit of the quote asset in 10⁻⁸, rounded down. */
function quoteRate(terms: ContractTerms, facts: MarketFacts, at: number): bigint | undefined {
  const { conversion } = terms;
  if (conversion === null) return WHOLE_RATE;
  const tick = facts.conversion;
  if (tick === null || terms.stalenessMs < at - tick.at) return undefined;
  const points = BigInt(tick.mid);
  const scale = 10n ** BigInt(conversion.precision);
  const rate = conversion.inverse ? floorDiv(scale * WHOLE_RATE, points) : floorDiv(points * WHOLE_RATE, scale);
  return rate === 0n ? undefined : rate;
}

interface BuyBody {
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly type: 'market' | 'limit';
  readonly price?: string;
  readonly lots: string;
  readonly leverage: number;
  readonly stopLoss?: string;
  readonly takeProfit?: string;
}

/**
 * Predicts the answer to a new order. The first refusal wins: product, trading hours, lots,
 * leverage, price, stops, limits, funds.
 */
export function predictBuy(model: ContractsState, entry: Entry): Prediction {
  const body = entry.body as BuyBody;
  const facts = model.checkFacts(entry, body.code);
  const terms = model.terms.get(body.code);
  if (terms === undefined) return refusal(CODE.notOffered, 'code');
  const tick = tradable(facts, terms, entry.at);
  const rate = quoteRate(terms, facts, entry.at);
  if (tick === undefined || rate === undefined) return refusal(CODE.closed, 'code');
  const lots = unitsOf(body.lots);
  const [fewest, most] = [mustUnits(terms.minLots), mustUnits(terms.maxLots)];
  if (lots === undefined || lots < fewest || most < lots || lots % mustUnits(terms.lotStep) !== 0n) {
    return refusal(CODE.lots, 'lots');
  }
  if (terms.maxLeverage < body.leverage) return refusal(CODE.leverage, 'leverage');

  const isMarket = body.type === 'market';
  const limit = body.price === undefined ? undefined : pointsOf(body.price, terms.precision);
  if (isMarket ? body.price !== undefined : limit === undefined) return refusal(CODE.price, 'price');
  const buys = body.side === 'buy';
  const market = buys ? tick.ask : tick.bid;
  const waits = limit !== undefined && (buys ? limit < market : market < limit);
  const feeRate = feeRateAt(mustUnits(terms.feeRate), model.reference.feeTierOf(entry.user, entry.book));
  const order = plan(entry, body, { terms, feeRate, lots, rate, limit: limit ?? null, base: waits ? limit : market });
  const mark = waits ? order.base : tick.mid;
  if (leverageMax(terms, notionalOf(order)) < body.leverage || isLiquidated(positionOf(order), mark)) {
    return refusal(CODE.leverage, 'leverage');
  }
  const reference = waits ? order.base : buys ? tick.bid : tick.ask;
  const wrong = setStops(order, body, reference);
  if (wrong !== undefined) return wrong;

  if (OPEN_MAX <= model.liveOf(entry.user, entry.book).length) return refusal(CODE.tooManyOpen);
  if (!hasCapacity(model, order)) return refusal(CODE.exposure);
  const { accounts } = model.reference;
  const at = accountsOf(order);
  if (accounts.of(at.available) < order.margin + order.openFee) return refusal(CODE.balance, 'lots');

  const effects = new ContractEffects(entry);
  const details = { lots, points: order.base, margin: order.margin, fee: order.openFee, stops: true };
  if (waits) {
    order.held = order.margin + order.openFee;
    accounts.move(at.available, at.held, order.held);
    effects.step(order, 'placed', tick, details);
  } else {
    openAt(order, tick, entry);
    accounts.move(at.available, at.margin, order.margin);
    accounts.move(at.available, at.fees, order.openFee);
    effects.step(order, 'opened', tick, details);
  }
  model.live.set(order.id, order);
  effects.save(order, tick);
  return effects.done(viewOf(order, tick));
}

export function openAt(order: Contract, tick: StoredTick, { seq, at }: Entry): void {
  order.state = 'open';
  order.opened = { tick, by: seq, at };
  order.night = nightAt(at);
}

function plan(
  entry: Entry,
  body: BuyBody,
  of: {
    readonly terms: ContractTerms;
    readonly feeRate: bigint;
    readonly lots: bigint;
    readonly rate: bigint;
    readonly limit: number | null;
    readonly base: number;
  },
): Contract {
  const { terms, feeRate, lots, rate, limit, base } = of;
  const order: Contract = {
    id: entry.seq,
    user: entry.user,
    book: entry.book,
    code: terms.code,
    terms,
    side: body.side,
    type: body.type,
    leverage: body.leverage,
    lots,
    lotSize: mustUnits(terms.lotSize),
    quoteRate: rate,
    feeRate,
    financingRate: mustUnits(terms.financingRate),
    limit,
    placedAt: entry.at,
    state: 'waiting',
    left: lots,
    stop: null,
    target: null,
    base,
    held: 0n,
    initial: 0n,
    margin: 0n,
    openFee: 0n,
    closeFee: 0n,
    financing: 0n,
    realised: 0n,
    closeValue: 0n,
    pnlExact: 0n,
    pnlCredited: 0n,
    feeExact: 0n,
    feeCharged: 0n,
    night: null,
    liquidationPoints: null,
  };
  order.margin = initialMargin(sizeOf(order), base, body.leverage);
  order.initial = order.margin;
  order.openFee = feeAt(sizeOf(order), base, order.feeRate);
  updateLiquidationPrice(order);
  return order;
}

type StopTexts = { readonly stopLoss?: string | null; readonly takeProfit?: string | null };

/**
 * Parses stop-loss and take-profit and checks them against the price; a missing one stays, null
 * removes it.
 */
export function setStops(order: Contract, body: StopTexts, reference: number): Prediction | undefined {
  const places = order.terms.precision;
  const read = (text: string | null | undefined, now: number | null): number | null | undefined =>
    text === undefined ? now : text === null ? null : pointsOf(text, places);
  const [stop, target] = [read(body.stopLoss, order.stop), read(body.takeProfit, order.target)];
  if (stop === undefined) return refusal(CODE.stop, 'stopLoss');
  if (target === undefined) return refusal(CODE.target, 'takeProfit');
  const apart = Math.max(1, order.terms.stopDistancePoints);
  const sign = order.side === 'buy' ? 1 : -1;
  if (body.stopLoss !== undefined && stop !== null) {
    const useless = order.liquidationPoints !== null && sign * (stop - order.liquidationPoints) <= 0;
    if (sign * (reference - stop) < apart || useless) return refusal(CODE.stop, 'stopLoss');
  }
  if (body.takeProfit !== undefined && target !== null && sign * (target - reference) < apart) {
    return refusal(CODE.target, 'takeProfit');
  }
  order.stop = stop;
  order.target = target;
  return undefined;
}

/**
 * Checks the notional of everything live on the book plus this order: per instrument, in total, and
 * against the pool.
 */
function hasCapacity(model: ContractsState, order: Contract): boolean {
  let here = notionalOf(order);
  let total = here;
  for (const other of model.live.values()) {
    if (other.book !== order.book) continue;
    total += notionalOf(other);
    if (other.code === order.code) here += notionalOf(other);
  }
  const { exposureMax, exposureTotalMax, poolCover } = order.terms;
  if (mustUnits(exposureMax) < here || mustUnits(exposureTotalMax) < total) return false;
  return ceilDiv(total * mustUnits(poolCover), WHOLE_RATE) <= model.reference.accounts.of(accountsOf(order).pool);
}
