import {
  closingPrice,
  contractFeeOf,
  directionOf,
  financingOf,
  marginOf,
  notionalOf,
  openingPrice,
} from '@glasshouse/rules/contracts';
import { closePart, NO_CARRY, settleClose } from '@glasshouse/rules/contracts-close';
import { isStopAhead, ladderPart } from '@glasshouse/rules/contracts-entries';
import { isLiquidated, type Position } from '@glasshouse/rules/contracts-liquidation';
import { cappedPnl, profitLimitPrice, profitMaxOf, profitMaxPart } from '@glasshouse/rules/contracts-profit';
import { maintenanceOf, raisedRequirement } from '@glasshouse/rules/contracts-tiers';
import { feeRateOf } from '@glasshouse/rules/fee-tiers';
import { type Amount, add, amountOf, lesser, type Rate, rateOf, subtract, ZERO } from '@glasshouse/rules/money';
import {
  closingSide,
  isActive,
  isFurther,
  isStopReached as isLevelReached,
  trailingStop,
} from '@glasshouse/rules/trailing';
import { sameJson } from '../../kernel/core/canonical-json.ts';
import { pointSize } from './position.ts';
import {
  firingAt,
  keptOf,
  keptRow,
  ladderOf,
  leaveLadder,
  type Replayed,
  type StepContext,
  setTrail,
  sizeFor,
} from './replayed.ts';
import { type ContractOrder, isTrailHeld, priceAt, rateNow, type StopsBefore } from './rows.ts';
import type { ContractStep } from './steps.ts';
import { type ContractTerms, readTiers } from './terms.ts';
import { distanceOf, nearerStop, reachedStop } from './trail.ts';
import { adjustmentFault, dividendFault } from './verify-adjustments.ts';

const MINUTE_MS = 60_000;

const FIRED_BY_STOPS: ReadonlySet<ContractOrder['closed_by']> = new Set(['stopLoss', 'trailingStop', 'takeProfit']);

/** Frozen terms, and what the fee tiers took off when the order was placed. */
export type HistoryTerms = ContractTerms & {
  readonly discounts: readonly Rate[];
  /** The entry after which changed stops keep what they were until the change counts. */
  readonly keptSince?: number;
};

/**
 * Replays an order from its steps and frozen terms by the rules alone: every opening at the right
 * side of the book, financing, margin, PnL and fee of every close, every trigger actually reached,
 * and at the end the order's own figures. Returns what does not follow.
 */
export function historyFaults(order: ContractOrder, steps: readonly ContractStep[], terms: HistoryTerms): string[] {
  const faults: string[] = [];
  if (!isFeeOfSomeTier(order, terms)) faults.push(`its fee rate ${order.fee_rate} is that of no fee tier`);
  const replayed: Replayed = {
    // An action may have changed the lots of the order since.
    lots: amountOf(steps[0]?.lots ?? order.lots),
    margin: ZERO,
    open: null,
    openFee: ZERO,
    closeFee: ZERO,
    financing: ZERO,
    realised: ZERO,
    carry: NO_CARRY,
    profitMax: undefined,
    stop: null,
    target: null,
    targets: [],
    trail: null,
    stopsFrom: null,
    before: null,
    trailedFrom: [],
    isTriggered: false,
    request: null,
  };
  const agreedMax = maxBeforeAdjustment(steps);
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const fault = stepFault({ order, step, terms, replayed, isLast, agreedMax });
    if (fault !== undefined) faults.push(`step ${step.seq}.${step.idx} (${step.kind}): ${fault}`);
  }
  const isOver = order.settled_by !== null;
  const expected = {
    open_lots: isOver ? ZERO : replayed.lots,
    margin: isOver || order.state === 'waiting' ? amountOf(order.margin) : replayed.margin,
    close_fee: replayed.closeFee,
    financing: replayed.financing,
    realised: replayed.realised,
  };
  for (const [column, amount] of Object.entries(expected)) {
    const has = order[column as keyof typeof expected];
    if (amountOf(has) !== amount) faults.push(`its ${column} is ${has}, its steps make something else`);
  }
  const by = terms.convertsAt === undefined ? null : terms.conversion;
  if (!sameJson(order.converts_by, by)) faults.push('it is converted otherwise than its terms say');
  const promised = isOver && replayed.profitMax !== undefined ? ZERO : replayed.profitMax;
  const stored = order.profit_max === null ? undefined : amountOf(order.profit_max);
  if (order.stops_from !== replayed.stopsFrom) faults.push('its stops fire from another time than its steps say');
  if (!sameJson(order.stops_before, keptRow(replayed.before))) {
    faults.push('what fires until its stops count is not what they were before');
  }
  if (stored !== promised) faults.push(`its profit_max is ${order.profit_max}, its terms make something else`);
  return faults;
}

/** The order does not name its fee tier, but the tiers of its day allow no other rates. */
function isFeeOfSomeTier(order: ContractOrder, { feeRate, discounts }: HistoryTerms): boolean {
  const has = rateOf(order.fee_rate);
  const listed = rateOf(feeRate);
  return discounts.some((discount) => feeRateOf(listed, discount) === has);
}

/** Of an order that waited while an action moved its prices; undefined for all others. */
function maxBeforeAdjustment(steps: readonly ContractStep[]): Amount | undefined {
  const first = steps.find(({ kind }) => kind === 'adjusted' || kind === 'opened');
  const max = first?.adjusted?.before.profitMax ?? null;
  return max === null ? undefined : amountOf(max);
}

function stepFault(context: StepContext): string | undefined {
  const { order, step, terms, replayed } = context;
  // Agreed at the first price: the one that was seen, or where it opened, or was to open.
  if (replayed.profitMax === undefined && terms.profitMaxRate !== undefined && step.points !== null) {
    const waitsAt = order.type === 'stop' ? order.entry_points : null;
    const price = priceAt(order, order.reference_points ?? waitsAt ?? step.points);
    replayed.profitMax =
      context.agreedMax ?? profitMaxOf(sizeFor(order, replayed.lots), price, rateOf(terms.profitMaxRate));
  }
  switch (step.kind) {
    case 'placed':
    case 'opened':
      replayed.stop = step.stop_points;
      replayed.target = step.target_points;
      replayed.targets = ladderOf(step);
      if (step.trail !== null) setTrail(replayed, step);
      if (step.kind === 'opened') return openingFault(context);
      replayed.request = step;
      return undefined;
    case 'triggered':
      replayed.isTriggered = true;
      return isStopReached(order, step) ? undefined : 'its tick does not reach the stop price';
    case 'grouped':
      return order.oco_group === order.id ? undefined : 'it is in no group of its own';
    case 'closeLapsed':
      replayed.request = null;
      return undefined;
    case 'closeAsked':
      replayed.request = step;
      return undefined;
    case 'stopsChanged': {
      const fault = leadFault(context);
      replayed.stop = step.stop_points;
      replayed.target = step.target_points;
      replayed.targets = ladderOf(step);
      setTrail(replayed, step);
      return fault;
    }
    case 'financed':
      return financingFault(context);
    case 'adjusted':
      return adjustmentFault(context);
    case 'dividend':
      return dividendFault(context);
    case 'partClosed':
    case 'closed':
    case 'liquidated':
      return closingFault(context);
    case 'cancelled':
      return context.isLast ? undefined : 'something came after it';
  }
}

/** Whether the tick of a step reaches the price that a stop order waits for. */
function isStopReached({ entry_points: stop, side }: ContractOrder, step: ContractStep): boolean {
  const price = openingPrice(side, bookOf(step));
  return stop !== null && price !== null && !isStopAhead({ side, stop, price });
}

const bookOf = ({ tick_bid, tick_ask }: ContractStep) => ({ bid: tick_bid, ask: tick_ask });

/**
 * Changed stops wait for the lead of the terms, counted from the change, and what they were fires
 * until then.
 */
function leadFault({ order, step, terms, replayed }: StepContext): string | undefined {
  if (step.stops_from === null) return undefined;
  const { keptSince } = terms as HistoryTerms;
  const isKept = step.stops_before !== null || (keptSince !== undefined && keptSince < step.seq);
  const before = isKept ? keptBy(order, step, replayed) : null;
  replayed.stopsFrom = step.stops_from;
  replayed.before = keptOf(step);
  if (step.stops_from !== step.at + (terms.leadMs ?? 0)) return 'its lead is not that of its terms';
  return sameJson(step.stops_before, before) ? undefined : 'what fires until then is not what fired before';
}

/**
 * What the rules keep of the stops that a step changed; how far a trailing stop had come is on the
 * tape.
 */
function keptBy(
  { side }: ContractOrder,
  step: ContractStep,
  { stop, target, targets, trail, trailedFrom, stopsFrom: from }: Replayed,
): StopsBefore | null {
  const { trails = false, peak = null } = step.stops_before ?? {};
  const isOfTime = (seq: number | null): boolean =>
    peak !== null && seq !== null && seq <= peak.seq && peak.seq <= (step.tick_seq ?? 0);
  const isGone = trail !== null && !trails && peak !== null && trailedFrom.some(isOfTime);
  const nearest = nearerStop(side, stop, isGone ? reachedStop({ side }, trail, peak) : null);
  const isNothing = nearest === null && target === null && targets.length === 0 && !trails;
  const isSound = trails ? trail !== null && peak === null && sameJson(trail, step.trail) : peak === null || isGone;
  if (isNothing || !isSound) return null;
  return keptRow({ stop: nearest, target, targets, trails, peak, from });
}

function openingFault({ order, step, replayed }: StepContext): string | undefined {
  const points = step.points as number;
  replayed.open = points;
  replayed.margin = amountOf(step.margin ?? '0');
  replayed.openFee = amountOf(step.fee ?? '0');
  if (points !== openingPrice(order.side, bookOf(step))) return 'its price is not the side of the tick that opens';
  if (order.type === 'market' && fillsAtKnown(step, replayed.request)) return 'its tick was known when it was placed';
  if (order.entry_points !== null && !replayed.isTriggered && !isStopReached(order, step)) {
    return 'its tick does not reach the stop price';
  }
  const direction = Number(directionOf(order.side));
  if (order.limit_points !== null && direction * points > direction * order.limit_points) {
    return 'its price is worse than the limit';
  }
  const size = sizeFor(order, replayed.lots);
  const price = priceAt(order, points);
  if (replayed.openFee !== contractFeeOf(size, price, rateOf(order.fee_rate)))
    return 'the fee is not that of its terms';
  const margin = marginOf(size, price, order.leverage);
  // A seller's limit that opens at a better price gets no more than its hold.
  const isCut = order.limit_points !== null && order.side === 'sell' && replayed.margin < margin;
  return replayed.margin === margin || isCut ? undefined : 'the margin is not that of its leverage';
}

/** It fills at a tick that came after it was asked for, never at one that was known by then. */
function fillsAtKnown(step: ContractStep, request: ContractStep | null): boolean {
  if (request === null) return false;
  return (step.tick_seq ?? 0) <= (request.tick_seq ?? 0) || (step.tick_at ?? 0) < request.at;
}

function financingFault({ order, step, replayed }: StepContext): string | undefined {
  const paid = amountOf(step.fee ?? '0');
  const price = priceAt(order, replayed.open as number);
  const cost = financingOf(sizeFor(order, replayed.lots), price, rateOf(order.financing_rate));
  const expected = lesser(cost, replayed.margin);
  replayed.margin = subtract(replayed.margin, paid);
  replayed.financing = add(replayed.financing, paid);
  return paid === expected ? undefined : 'a night does not cost that';
}

function closingFault({ order, step, terms, replayed, isLast }: StepContext): string | undefined {
  // A demo reset ends a position without a price.
  if (step.points === null) return order.closed_by === 'reset' && isLast ? undefined : 'it has no price';
  if (step.points !== closingPrice(order.side, bookOf(step)))
    return 'its price is not the side of the tick that closes';
  const firing = firingAt(replayed, step.tick_at ?? 0);
  const isByLadder = takeFromLadder(order, step, replayed);
  const asksFirst =
    terms.slippageRate !== undefined && !isByLadder && (step.kind === 'partClosed' || order.closed_by === 'user');
  if (asksFirst && (replayed.request?.kind !== 'closeAsked' || fillsAtKnown(step, replayed.request))) {
    return 'its tick was known when its close was asked for';
  }
  const lots = amountOf(step.lots ?? '0');
  const open = priceAt(order, replayed.open as number);
  const rate = rateNow(order, step.rate);
  if (rate === undefined || (step.rate !== null && step.at < step.rate.at)) return 'nothing converts it at its time';
  const size = sizeFor(order, replayed.lots, rate);
  const position = { side: order.side, size, open, margin: replayed.margin, feeRate: rateOf(order.fee_rate) };
  const required = requirementFor({ order, step, terms, replayed });
  if (typeof required === 'string') return required;
  const isByStops = isByLadder || (isLast && FIRED_BY_STOPS.has(order.closed_by));
  const held = { stops_from: replayed.stopsFrom, stops_before: keptRow(replayed.before) };
  const isByTrail = isLast && order.closed_by === 'trailingStop';
  if (isByTrail ? isTrailHeld(held, step.tick_at ?? 0) : isByStops && firing === undefined) {
    return 'its tick may have been known when its stops were changed';
  }
  const unreached = isLast && !isByLadder ? triggerFault(order, step, { replayed, firing }, position) : undefined;
  if (order.closed_by === 'dividend' && isLast && 0n <= replayed.carry.pnl) return 'it owed no dividend';
  if (
    step.kind === 'liquidated' &&
    !isLiquidated({ ...position, ...required }, priceAt(order, step.tick_mid as number))
  ) {
    return 'its tick does not meet the condition';
  }
  const part = closePart({ ...position, carry: replayed.carry }, { lots, price: priceAt(order, step.points) });
  const most =
    replayed.profitMax === undefined ? undefined : profitMaxPart(replayed.profitMax, { lots, open: replayed.lots });
  const money = settleClose({ ...part, pnl: cappedPnl(part.pnl, most) });
  const pnl = subtract(money.profit, money.loss);
  replayed.lots = subtract(replayed.lots, lots);
  replayed.margin = subtract(replayed.margin, part.margin);
  replayed.closeFee = add(replayed.closeFee, money.fee);
  replayed.realised = add(replayed.realised, pnl);
  replayed.carry = part.carry;
  if (replayed.profitMax !== undefined && most !== undefined) replayed.profitMax = subtract(replayed.profitMax, most);
  const isSame =
    amountOf(step.margin ?? '0') === part.margin &&
    amountOf(step.pnl ?? '0') === pnl &&
    amountOf(step.fee ?? '0') === money.fee;
  return isSame ? unreached : 'margin, PnL or fee do not follow from its price';
}

/** What the position needed then: more shortly before a close. */
function requirementFor({
  order,
  step,
  terms,
  replayed,
}: Omit<StepContext, 'isLast' | 'agreedMax'>): Pick<Position, 'maintenance' | 'markShare'> | string {
  const notional = notionalOf(sizeFor(order, replayed.lots), priceAt(order, replayed.open as number));
  const maintenance = maintenanceOf(readTiers(terms), notional);
  if (step.closes_at === null) return { maintenance };
  const { closeRequirement: more } = terms;
  const at = Math.max(step.tick_at ?? 0, step.rate?.at ?? 0);
  const isSoon = more !== undefined && at < step.closes_at && step.closes_at - at <= more.minutes * MINUTE_MS;
  if (!isSoon) return 'no close was near that raises what it needs';
  const rate = rateOf(more.rate);
  return more.basis === 'mark'
    ? { maintenance, markShare: rate }
    : { maintenance: raisedRequirement({ maintenance, notional, rate }) };
}

/**
 * Whether the steps of the ladder that a tick reached are what was closed. They are gone from it
 * then.
 */
function takeFromLadder(order: ContractOrder, step: ContractStep, replayed: Replayed): boolean {
  const open = replayed.lots;
  const price = step.points as number;
  const at = step.tick_at ?? 0;
  const { lots, left } = ladderPart(firingAt(replayed, at)?.targets ?? [], { side: order.side, open, price });
  const isWhole = step.kind === 'closed' && order.closed_by === 'takeProfit';
  if (lots === 0n || (!isWhole && (step.kind !== 'partClosed' || amountOf(step.lots ?? '0') !== lots))) return false;
  leaveLadder(replayed, at, left);
  return true;
}

/** Whether the stop or target that closed it existed and was reached by the tick. */
function triggerFault(
  order: ContractOrder,
  step: ContractStep,
  { replayed, firing }: { readonly replayed: Replayed; readonly firing: ReturnType<typeof firingAt> },
  position: Pick<Position, 'side' | 'size' | 'open'>,
): string | undefined {
  const { stop = null, target = null } = firing ?? {};
  const direction = Number(directionOf(order.side));
  const points = step.points as number;
  if (order.closed_by === 'stopLoss') {
    return stop !== null && direction * (points - stop) <= 0 ? undefined : 'its stop was not reached';
  }
  if (order.closed_by === 'trailingStop') return trailFault(order, step, replayed);
  if (order.closed_by === 'takeProfit') {
    return target !== null && 0 <= direction * (points - target) ? undefined : 'its target was not reached';
  }
  if (order.closed_by === 'profitLimit') {
    const { profitMax: max } = replayed;
    const level = max === undefined ? undefined : profitLimitPrice({ ...position, max }, pointSize(order.precision));
    const isReached = level !== undefined && 0n <= directionOf(order.side) * (priceAt(order, points) - level);
    return isReached ? undefined : 'it had not gained all that it may';
  }
  return undefined;
}

/**
 * Whether it trailed from when it was set, and its best tick left it where the last one reached it.
 */
function trailFault(
  { side, peak, trail_from: from }: ContractOrder,
  step: ContractStep,
  { trail, trailedFrom }: Replayed,
): string | undefined {
  if (trail === null || peak === null || from === null || !trailedFrom.includes(from.seq)) return 'it trailed nothing';
  const own = closingSide(side);
  const best = closingPrice(side, peak);
  const isWithin = from.seq <= peak.seq && peak.seq < (step.tick_seq ?? 0);
  const isBest = isWithin && !isFurther(own, closingPrice(side, from), best);
  if (!isBest) return 'its best tick is of another time, or worse than the first';
  const stop = trailingStop(own, best, distanceOf(trail));
  const isReached = isActive(own, best, trail.activation) && isLevelReached(own, stop, step.points as number);
  return isReached ? undefined : 'its trailing stop was not reached';
}
