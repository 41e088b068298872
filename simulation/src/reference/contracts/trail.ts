import { CODE } from '../codes.ts';
import { greatest, pointsOf, pointsText, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { StoredTick } from '../stored.ts';

/** A trailing stop: points or a share in 10⁻⁸ behind the best price, from an activation on. */
export interface Trail {
  readonly points: number | null;
  readonly share: bigint | null;
  readonly activation: number | null;
  /** Once the order is open: the first tick, the best so far, and what the store has of it. */
  from: StoredTick | null;
  best: StoredTick | null;
  recorded: StoredTick | null;
  seen: number | null;
}

export interface TrailText {
  readonly distance?: string;
  readonly rate?: string;
  readonly activation?: string;
}

/** The part of a contract that its trailing stop follows from. */
interface Contract {
  readonly side: 'buy' | 'sell';
  readonly terms: { readonly precision: number; readonly stopDistancePoints: number };
  trail: Trail | null;
  readonly ended?: { readonly by: string };
}

const exitOf = ({ side }: Contract, { bid, ask }: StoredTick): number => (side === 'buy' ? bid : ask);
const signOf = ({ side }: Contract): number => (side === 'buy' ? 1 : -1);

function behind({ points, share }: Trail, best: number): bigint {
  if (points !== null) return BigInt(points);
  return greatest(1n, (BigInt(best) * (share as bigint)) / WHOLE_RATE);
}

/** A new trailing stop, none, or why not. */
export function readTrail(order: Contract, text: TrailText | null, reference: number): Trail | null | Prediction {
  if (text === null) return null;
  const { precision } = order.terms;
  const wrong = refusal(CODE.stop, 'trailing');
  if ((text.distance === undefined) === (text.rate === undefined)) return wrong;
  const points = text.distance === undefined ? null : pointsOf(text.distance, precision);
  const share = text.rate === undefined ? null : unitsOf(text.rate);
  if (points === undefined || share === undefined || share === 0n) return wrong;
  const activation = text.activation === undefined ? null : pointsOf(text.activation, precision);
  if (activation === undefined) return refusal(CODE.stop, 'activation');
  if (activation !== null && signOf(order) * (activation - reference) <= 0) return refusal(CODE.stop, 'activation');
  const trail: Trail = { points, share, activation, from: null, best: null, recorded: null, seen: null };
  const from = activation ?? reference;
  const distance = behind(trail, from);
  const fewest = BigInt(Math.max(1, order.terms.stopDistancePoints));
  return distance < fewest || BigInt(from) < 2n * distance ? wrong : trail;
}

/** It follows from this tick on. */
export function beginTrail(order: Contract, tick: StoredTick): void {
  const { trail } = order;
  if (trail === null) return;
  const isActive = trail.activation === null || 0 <= signOf(order) * (exitOf(order, tick) - trail.activation);
  const best = isActive ? tick : null;
  order.trail = { ...trail, from: tick, best, recorded: best, seen: tick.seq };
}

/** After a tick that has not closed it. */
export function followTrail(order: Contract, tick: StoredTick): void {
  const { trail } = order;
  if (trail === null || trail.from === null || tick.seq <= trail.from.seq) return;
  const price = exitOf(order, tick);
  const than = trail.best === null ? trail.activation : exitOf(order, trail.best);
  const gain = signOf(order) * (price - (than as number));
  if (trail.best === null ? 0 <= gain : 0 < gain) trail.best = tick;
}

export function isTrailMet(order: Contract, tick: StoredTick): boolean {
  const stop = trailStop(order);
  return stop !== null && signOf(order) * (exitOf(order, tick) - stop) <= 0;
}

/** Where it has come to; null while it does not follow. */
export function trailStop(order: Contract): number | null {
  const { trail } = order;
  if (trail === null || trail.best === null) return null;
  const best = exitOf(order, trail.best);
  return best - signOf(order) * Number(behind(trail, best));
}

const shareText = (share: bigint | null): string | null => (share === null ? null : textOf(share));

export const trailRow = ({ trail }: Contract): Record<string, unknown> | null =>
  trail && { points: trail.points, rate: shareText(trail.share), activation: trail.activation };

export function trailView({ trail, terms, ended }: Contract): Record<string, unknown> {
  if (trail === null) return {};
  const text = (points: number | null): string | null => (points === null ? null : pointsText(points, terms.precision));
  const peak = ended?.by === 'trailingStop' ? trail.recorded : null;
  return {
    trailing: {
      distance: text(trail.points),
      rate: shareText(trail.share),
      activation: text(trail.activation),
      from: trail.from?.seq ?? null,
      peak: peak && tickView(peak, terms.precision),
    },
  };
}

export const tickView = ({ seq, mid, bid, ask, at }: StoredTick, precision: number): Record<string, unknown> => ({
  seq,
  price: pointsText(mid, precision),
  bid: pointsText(bid, precision),
  ask: pointsText(ask, precision),
  at: new Date(at).toISOString(),
});
