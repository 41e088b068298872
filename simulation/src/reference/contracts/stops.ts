import { CODE } from '../codes.ts';
import { mustUnits, pointsOf, unitsOf } from '../figures.ts';
import { HELD_SINCE_RULES, KEPT_SINCE_RULES, leadOf } from '../leads.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Entry, StoredTick } from '../stored.ts';
import type { Contract } from './position.ts';
import type { Rung, StopsBefore } from './rungs.ts';
import type { MarketFacts } from './state.ts';
import { beginTrail, readTrail, type TrailText, trailStop } from './trail.ts';

export type RungText = { readonly price: string; readonly lots: string };
type StopTexts = {
  readonly stopLoss?: string | null;
  readonly takeProfit?: string | null;
  readonly targets?: readonly RungText[] | null;
  readonly trailing?: TrailText | null;
};

/**
 * Parses stop-loss, take-profit and ladder and checks them against the price; a missing one stays,
 * null removes it. A ladder takes the place of a target, and the other way round.
 */
export function setStops(
  order: Contract,
  body: StopTexts,
  limits: {
    readonly reference: number;
    readonly onlyNearer: boolean;
    readonly tick: StoredTick | null;
    readonly liquidation: number | null;
    /** Why stops of what it converts cannot be moved now. */
    readonly unconverted?: Prediction | undefined;
    /** Why they cannot be changed once more yet. */
    readonly early?: Prediction | undefined;
  },
): Prediction | undefined {
  const { reference, onlyNearer, tick, liquidation } = limits;
  const places = order.terms.precision;
  const read = (text: string | null | undefined, now: number | null): number | null | undefined =>
    text === undefined ? now : text === null ? null : pointsOf(text, places);
  const stop = read(body.stopLoss, order.stop);
  let target = read(body.takeProfit, order.target);
  if (stop === undefined) return refusal(CODE.stop, 'stopLoss');
  if (target === undefined) return refusal(CODE.target, 'takeProfit');
  const { targets: texts } = body;
  let ladder = texts === undefined ? order.ladder : rungsOf(texts, places);
  if (ladder === undefined || (texts != null && body.takeProfit != null)) return refusal(CODE.target, 'targets');
  if (limits.early !== undefined) return limits.early;
  if (limits.unconverted !== undefined) return limits.unconverted;
  if (texts != null) target = null;
  if (body.takeProfit != null) ladder = null;
  const trail = body.trailing === undefined ? order.trail : readTrail(order, body.trailing, reference);
  if (trail !== null && 'result' in trail) return trail;
  const apart = Math.max(1, order.terms.stopDistancePoints);
  const sign = order.side === 'buy' ? 1 : -1;
  const isFurther =
    (order.stop !== null && (stop === null || sign * stop < sign * order.stop)) ||
    (order.target !== null && (target === null || sign * order.target < sign * target)) ||
    (order.ladder !== null && ladder !== order.ladder) ||
    (order.trail !== null && trail !== order.trail);
  if (onlyNearer && isFurther) return { ...refusal(CODE.frozen), counts: ['contracts.stops of somebody frozen'] };
  if (body.stopLoss !== undefined && stop !== null) {
    const useless = liquidation !== null && sign * (stop - liquidation) <= 0;
    if (sign * (reference - stop) < apart || useless) return refusal(CODE.stop, 'stopLoss');
  }
  if (body.takeProfit !== undefined && target !== null && sign * (target - reference) < apart) {
    return refusal(CODE.target, 'takeProfit');
  }
  if (texts != null && !climbs(ladder ?? [], { order, reference, apart })) return refusal(CODE.target, 'targets');
  order.stop = stop;
  order.target = target;
  order.ladder = ladder;
  order.trail = trail;
  if (body.trailing !== undefined && order.state === 'open' && tick !== null) beginTrail(order, tick);
  return undefined;
}

/** Whether a command names any of them. */
export function areNamed({ body }: Pick<Entry, 'body'>): boolean {
  const stops = body as StopTexts;
  return (['stopLoss', 'takeProfit', 'targets', 'trailing'] as const).some((field) => stops[field] !== undefined);
}

/** Until a change counts there is no other one, nor while a price from before it may come. */
export function refuseEarly(
  order: Contract,
  entry: Entry,
  context: { readonly facts: MarketFacts; readonly rules: number },
): Prediction | undefined {
  const { stopsFrom: from, terms } = order;
  const { isOpen, held, tick } = context.facts;
  if (from === null || context.rules < KEPT_SINCE_RULES || !areNamed(entry)) return undefined;
  const isAwaited = isOpen && held === undefined && tick !== null && tick.at < from;
  if (from + (isAwaited ? terms.stalenessMs : 0) <= entry.at) return undefined;
  return { ...refusal(CODE.waits, 'id'), counts: ['contracts.stops changed twice within a lead'] };
}

/**
 * What was changed, whichever it is, fires after the lead; `was`: the order before it, which fires
 * until then.
 */
export function beginLead(
  order: Contract,
  entry: Entry,
  { was, rules }: { readonly was: Contract; readonly rules: number },
): number | null {
  const lead = leadOf(order.terms);
  if (rules < HELD_SINCE_RULES || lead === 0 || !areNamed(entry)) return null;
  order.stopsFrom = entry.at + lead;
  order.before = rules < KEPT_SINCE_RULES ? null : before(was, entry);
  return order.stopsFrom;
}

function before(was: Contract, { body }: Entry): StopsBefore | null {
  const { target, ladder, trail, stopsFrom: from, side } = was;
  const isLeft = (body as StopTexts).trailing === undefined;
  const trails = trail !== null && isLeft;
  const stops = [was.stop, isLeft ? null : trailStop(was)].filter((stop) => stop !== null);
  const stop = stops.length === 0 ? null : side === 'buy' ? Math.max(...stops) : Math.min(...stops);
  if (stop === null && target === null && ladder === null && !trails) return null;
  return { stop, target, ladder, trails, peak: isLeft ? null : (trail?.best ?? null), from };
}

function rungsOf(texts: readonly RungText[] | null, places: number): readonly Rung[] | null | undefined {
  if (texts === null) return null;
  const rungs = texts.map((text) => ({ points: pointsOf(text.price, places), lots: unitsOf(text.lots) }));
  return rungs.every((rung): rung is Rung => rung.points !== undefined && rung.lots !== undefined) ? rungs : undefined;
}

/** Whether each rung lies beyond the one before, and all of them fit the lots. */
function climbs(
  ladder: readonly Rung[],
  { order, reference, apart }: { order: Contract; reference: number; apart: number },
): boolean {
  const sign = order.side === 'buy' ? 1 : -1;
  const step = mustUnits(order.terms.lotStep);
  const all = ladder.reduce((sum, { lots }) => sum + lots, 0n);
  if (ladder.length < 1 || 5 < ladder.length || order.left < all) return false;
  return ladder.every(({ points, lots }, index) => {
    const before = ladder[index - 1]?.points ?? reference;
    const distance = index === 0 ? apart : 1;
    return distance <= sign * (points - before) && 0n < lots && lots % step === 0n;
  });
}
