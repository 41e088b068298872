import { CODE } from '../codes.ts';
import { feeRateAt } from '../fee-tiers.ts';
import { ceilDiv, floorDiv, greatest, least, mustUnits, pointsOf, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { NO_SHARE, networkMax, networkPoolMax } from '../networks.ts';
import { heldRefusal, type Prediction, refusal } from '../prediction.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { feeAt, initialMargin, isLiquidated, liquidationPoint, shareAt } from './arithmetic.ts';
import { ContractEffects } from './contract-effects.ts';
import { accountsOf } from './endings.ts';
import {
  answerOf,
  type Contract,
  convertsBy,
  nightOf,
  notionalOf,
  positionOf,
  rateOf,
  sizeOf,
  updateGainPoint,
  updateLiquidationPrice,
} from './position.ts';
import type { ContractsState, MarketFacts } from './state.ts';
import { type RungText, setStops } from './stops.ts';
import { type ContractTerms, leverageAt, leverageMax } from './terms.ts';
import { beginTrail, type TrailText } from './trail.ts';

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

/** An open position that is converted at its close needs a fresh rate that is not held. */
export function refuseRate(order: Contract, facts: MarketFacts, at: number): Prediction | undefined {
  if (convertsBy(order) === null) return undefined;
  if (quoteRate(order.terms, facts, at) === undefined) return refusal(CODE.closed, 'id');
  return facts.conversionHeld === undefined ? undefined : heldRefusal(facts.conversionHeld, 'id');
}

/** Where it is liquidated at the rate of now. */
export const liquidationAt = (order: Contract, by: StoredTick | null): number | null =>
  convertsBy(order) === null ? order.liquidationPoints : liquidationPoint(positionOf(order, rateOf(order, by)));

interface BuyBody {
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly type: Contract['type'];
  readonly price?: string;
  readonly stopPrice?: string;
  readonly lots: string;
  readonly leverage: number;
  readonly stopLoss?: string;
  readonly takeProfit?: string;
  readonly targets?: readonly RungText[];
  readonly trailing?: TrailText;
  readonly ocoWith?: number;
}

/**
 * Predicts the answer to a new order. The first refusal wins: product, trading hours, lots,
 * leverage, price, stops, limits, funds.
 */
export function predictBuy(model: ContractsState, entry: Entry): Prediction {
  const body = entry.body as BuyBody;
  return take(model, entry, { body, facts: model.checkFacts(entry, body.code) });
}

/** The order that reverses a position, judged as if that were closed already. */
export function predictReverse(
  model: ContractsState,
  entry: Entry,
  { order, facts }: { order: Contract; facts: MarketFacts },
): Prediction {
  const { code, side, left, leverage } = order;
  const opposite = side === 'buy' ? ('sell' as const) : ('buy' as const);
  const body: BuyBody = { code, side: opposite, type: 'market', lots: textOf(left), leverage };
  return take(model, entry, { body, facts, freed: order });
}

function take(
  model: ContractsState,
  entry: Entry,
  { body, facts, freed }: { body: BuyBody; facts: MarketFacts; freed?: Contract },
): Prediction {
  const named = freed === undefined ? 'code' : 'id';
  const terms = model.terms.get(body.code);
  if (terms === undefined) return refusal(CODE.notOffered, named);
  const tick = tradable(facts, terms, entry.at);
  const rate = quoteRate(terms, facts, entry.at);
  if (tick === undefined || rate === undefined) return refusal(CODE.closed, named);
  const held = facts.held ?? facts.conversionHeld;
  if (held !== undefined) return heldRefusal(held, named);
  const lots = unitsOf(body.lots);
  const fewest = mustUnits(terms.minLots);
  const most = mustUnits(terms.maxLots);
  if (lots === undefined || lots < fewest || most < lots || lots % mustUnits(terms.lotStep) !== 0n) {
    return refusal(CODE.lots, 'lots');
  }
  if (leverageAt(terms, entry.at, facts.sessionEndsAt) < body.leverage) return refusal(CODE.leverage, 'leverage');

  const hasLimit = body.type === 'limit' || body.type === 'stopLimit';
  const hasStop = body.type === 'stop' || body.type === 'stopLimit';
  const limit = body.price === undefined ? undefined : pointsOf(body.price, terms.precision);
  if (hasLimit ? limit === undefined : body.price !== undefined) return refusal(CODE.price, 'price');
  const buys = body.side === 'buy';
  const market = buys ? tick.ask : tick.bid;
  const slippage = terms.slippageRate === undefined ? undefined : mustUnits(terms.slippageRate);
  const stop = body.stopPrice === undefined ? undefined : pointsOf(body.stopPrice, terms.precision);
  if (hasStop) {
    const isAhead = stop !== undefined && (buys ? market < stop : stop < market);
    if (!isAhead || slippage === undefined) return refusal(CODE.price, 'stopPrice');
  } else if (body.stopPrice !== undefined) return refusal(CODE.price, 'stopPrice');
  const partner = partnerOf(model, entry);
  if (partner !== undefined && 'result' in partner) return partner;
  const waits = hasStop || (limit !== undefined && (buys ? limit < market : market < limit));
  const seen = stop ?? tick.mid;
  const width = Number(ceilDiv(BigInt(seen) * (slippage ?? 0n), WHOLE_RATE));
  const isNext = slippage !== undefined && !waits;
  const from = stop ?? market;
  const furthest = buys ? Math.min(Number.MAX_SAFE_INTEGER, from + width) : Math.max(1, from - width);
  const feeRate = feeRateAt(mustUnits(terms.feeRate), model.reference.feeDiscountOf(entry.user, entry.book));
  const planned = plan(entry, body, {
    terms,
    feeRate,
    lots,
    rate,
    limit: limit ?? (isNext || hasStop ? furthest : null),
    entry: stop ?? null,
    oco: partner === undefined ? null : (partner.oco ?? partner.id),
    base: waits ? (limit ?? from) : market,
    network: facts.network,
    reverses: freed?.id ?? null,
  });
  const order: Contract = {
    ...planned,
    seen: isNext ? market : null,
    counted: waits || isNext ? countedOf(planned, tick.mid) : null,
  };
  const mine = model.liveOf(entry.user, entry.book);
  const same = mine.filter((contract) => contract.code === order.code && contract !== freed);
  const person = same.reduce((sum, contract) => sum + notionalOf(contract), notionalOf(order));
  const { personMax } = terms;
  const mark = waits ? order.base : tick.mid;
  if (
    leverageMax(terms, personMax === undefined ? notionalOf(order) : person) < body.leverage ||
    isLiquidated(positionOf(order), mark)
  ) {
    return refusal(CODE.leverage, 'leverage');
  }
  const reference = waits ? order.base : buys ? tick.bid : tick.ask;
  const wrong = setStops(order, body, {
    reference,
    onlyNearer: false,
    tick: null,
    liquidation: order.liquidationPoints,
  });
  if (wrong !== undefined) return wrong;

  if (model.reference.figure('contracts.openOrdersMax', OPEN_MAX) <= mine.length) return refusal(CODE.tooManyOpen);
  if (personMax !== undefined && mustUnits(personMax) < person) return refusal(CODE.person);
  if (!fitsNetwork(model, order, freed)) return refusal(CODE.neighbours);
  if (!fitsCap(model, order, freed)) return refusal(CODE.exposure);
  const { accounts } = model.reference;
  const at = accountsOf(order);
  // The worst price that it may open at: a seller's margin grows with the price.
  const worst = worstOf(order, { isNext, seller: market + width });
  const cost = initialMargin(sizeOf(order), worst, order.leverage) + feeAt(sizeOf(order), worst, order.feeRate);
  if (accounts.of(at.available) < cost) return refusal(CODE.balance, 'lots');

  const effects = new ContractEffects(entry);
  if (partner !== undefined && partner.oco === null) {
    partner.oco = partner.id;
    effects.step(partner, 'grouped', tick, {});
    effects.save(partner, tick);
  }
  const details = {
    lots,
    points: isNext || waits ? (order.limit as number) : order.base,
    margin: order.margin,
    fee: order.openFee,
    stops: true,
  };
  if (waits || isNext) {
    order.held = cost;
    accounts.move(at.available, at.held, order.held);
    effects.step(order, 'placed', tick, details);
  } else {
    openAt(order, tick, entry);
    accounts.move(at.available, at.margin, order.margin);
    accounts.fee(at.available, at.fees, order.openFee);
    effects.step(order, 'opened', tick, details);
  }
  model.live.set(order.id, order);
  effects.save(order, tick);
  if (freed !== undefined) {
    freed.closing = { lots: freed.left, at: entry.at };
    freed.reversedBy = order.id;
    effects.step(freed, 'closeAsked', tick, { lots: freed.left });
    effects.save(freed, tick);
    effects.counts.push('positions reversed');
  }
  return effects.done(answerOf(order, tick, effects.rateFor(order)));
}

/** What the hold must be enough for. A seller's margin grows with the price. */
function worstOf(order: Contract, at: { isNext: boolean; seller: number }): number {
  if (order.side === 'buy') return order.entry === null && !at.isNext ? order.base : (order.limit as number);
  if (at.isNext) return at.seller;
  return order.entry === null ? order.base : Math.max(order.entry, order.limit as number);
}

/** The waiting order that a new one is to exclude. */
function partnerOf(model: ContractsState, entry: Entry): Contract | Prediction | undefined {
  const { ocoWith: id, code, type } = entry.body as BuyBody;
  if (id === undefined) return undefined;
  const partner = model.live.get(id);
  if (partner === undefined) return refusal(CODE.final, 'ocoWith');
  const isOwn = partner.user === entry.user && partner.book === entry.book;
  if (!isOwn || partner.code !== code || type === 'market') return refusal(CODE.notFound, 'ocoWith');
  if (model.reference.hits.has(id)) return refusal(CODE.hit, 'ocoWith');
  return partner.state === 'waiting' && partner.type !== 'market' ? partner : refusal(CODE.final, 'ocoWith');
}

export function openAt(order: Contract, tick: StoredTick, { seq, at }: Entry): void {
  order.state = 'open';
  order.opened = { tick, by: seq, at };
  order.night = nightOf(at);
  beginTrail(order, tick);
}

function plan(
  entry: Entry,
  body: BuyBody,
  inputs: {
    readonly terms: ContractTerms;
    readonly feeRate: bigint;
    readonly lots: bigint;
    readonly rate: bigint;
    readonly limit: number | null;
    readonly entry: number | null;
    readonly oco: number | null;
    readonly base: number;
    readonly network: string | undefined;
    readonly reverses: number | null;
  },
): Contract {
  const { terms, feeRate, lots, rate, limit, base, network, oco } = inputs;
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
    entry: inputs.entry,
    triggeredBy: null,
    oco,
    ladder: null,
    trail: null,
    stopsFrom: null,
    before: null,
    reverses: inputs.reverses,
    reversedBy: null,
    seen: null,
    closing: null,
    placedAt: entry.at,
    network: network ?? null,
    counted: null,
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
    netted: 0n,
    closeValue: 0n,
    pnlExact: 0n,
    pnlCredited: 0n,
    feeExact: 0n,
    feeCharged: 0n,
    night: null,
    gainMax: null,
    gainPoints: null,
    liquidationPoints: null,
    raisedPoints: null,
  };
  order.margin = initialMargin(sizeOf(order), base, body.leverage);
  order.initial = order.margin;
  order.openFee = feeAt(sizeOf(order), base, order.feeRate);
  updateLiquidationPrice(order);
  if (terms.profitMaxRate !== undefined) {
    order.gainMax = shareAt(sizeOf(order), base, mustUnits(terms.profitMaxRate));
    updateGainPoint(order);
  }
  return order;
}

/** All that came from one network, whoever sent it. */
function fitsNetwork(model: ContractsState, order: Contract, freed: Contract | undefined): boolean {
  if (order.network === null) return true;
  let here = notionalOf(order);
  let total = here;
  for (const contract of model.live.values()) {
    if (contract === freed || contract.book !== order.book || contract.network !== order.network) continue;
    total += notionalOf(contract);
    if (contract.code === order.code) here += notionalOf(contract);
  }
  const most = networkMax(order.terms);
  const mostOfAll = networkTotalMax(model, order.terms);
  return (most === undefined || here <= most) && (mostOfAll === undefined || total <= mostOfAll);
}

/** Most of all instruments of a book together, since these rules. */
function networkTotalMax({ reference }: ContractsState, terms: ContractTerms): bigint | undefined {
  if (reference.rulesOf(undefined) < 11) return undefined;
  const share = reference.figure('networks.poolShare', NO_SHARE);
  return networkPoolMax(terms, mustUnits(terms.exposureTotalMax), share);
}

/** What an order takes of the capacity of the house. */
const occupies = (order: Contract): bigint =>
  order.state === 'waiting' && order.counted !== null ? order.counted : notionalOf(order);

/** A limit order away from the price counts less, but never less than its margin. */
function countedOf(order: Contract, mid: number): bigint | null {
  const { nearRate } = order.terms;
  if (nearRate === undefined) return null;
  const waitsAt = order.entry ?? (order.limit as number);
  const whole = notionalOf(order);
  const away = BigInt(Math.abs(waitsAt - mid)) * WHOLE_RATE;
  const near = mustUnits(nearRate) * BigInt(mid);
  if (away <= near) return whole;
  const part = ceilDiv(whole * near, away);
  return least(whole, greatest(part, order.margin));
}

/** What an order may gain at most; one that waits far away counts the share that it occupies. */
export function promises(order: Contract): bigint {
  if (order.gainMax === null) return occupies(order);
  const isShare = order.state === 'waiting' && order.counted !== null;
  return isShare ? ceilDiv(order.gainMax * occupies(order), notionalOf(order)) : order.gainMax;
}

/**
 * Checks everything live on the book plus this order: its notional per instrument and in total, and
 * what all of it may gain against pool and capital.
 */
export function fitsCap(model: ContractsState, order: Contract, freed?: Contract): boolean {
  // An order that is about to open no longer counts as one that waits.
  let here = model.live.has(order.id) ? notionalOf(order) : occupies(order);
  let total = here;
  for (const contract of model.live.values()) {
    if (contract.book !== order.book || contract.id === order.id || contract === freed) continue;
    total += occupies(contract);
    if (contract.code === order.code) here += occupies(contract);
  }
  const { exposureMax, exposureTotalMax, poolCover } = order.terms;
  const { accounts } = model.reference;
  const at = accountsOf(order);
  if (mustUnits(exposureMax) < here || mustUnits(exposureTotalMax) < total) return false;
  if (order.gainMax === null) return ceilDiv(total * mustUnits(poolCover), WHOLE_RATE) <= accounts.of(at.pool);
  let worst = model.live.has(order.id) ? order.gainMax : promises(order);
  for (const contract of model.live.values()) {
    if (contract.book === order.book && contract.id !== order.id && contract !== freed) worst += promises(contract);
  }
  return worst <= accounts.of(at.pool) + accounts.of(at.capital);
}
