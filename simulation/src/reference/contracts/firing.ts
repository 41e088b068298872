import { CODE } from '../codes.ts';
import { least } from '../figures.ts';
import type { Prediction } from '../prediction.ts';
import type { Reference } from '../product.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { isLiquidated } from './arithmetic.ts';
import { type Contract, type Ending, positionOf, rowOf } from './position.ts';
import { ladderRow, type Rung } from './rungs.ts';
import type { ContractsState } from './state.ts';
import { firingAt, isPast, type Opening, type Trigger } from './triggers.ts';

/** The lots that a trigger closes, and how it is called; steps of a ladder are gone then. */
export function whatEnds(
  reference: Reference,
  entry: Entry,
  { order, by, tick }: { order: Contract; by: Trigger; tick: StoredTick },
): { lots: bigint; ending: Ending } {
  let lots = by === 'user' ? (order.closing?.lots ?? 0n) : order.left;
  let ending: Ending = by as Exclude<Trigger, Opening>;
  if (by === 'trailingStop' && order.trail !== null) {
    const { peak = null } = entry.body as { peak?: StoredTick };
    reference.findings.equal(`entry ${entry.seq}: peak of ${order.id}`, peak, order.trail.best);
    Object.assign(order.trail, { recorded: order.trail.best, seen: tick.seq });
  }
  const { target, ladder } = firingAt(order, tick);
  if (by === 'takeProfit' && (target === null || !isPast(order, target, tick))) {
    const met = (ladder ?? []).filter((rung) => isPast(order, rung.points, tick));
    if (met.length === 0) ending = 'profitLimit';
    else {
      const sum = met.reduce((all, rung) => all + rung.lots, 0n);
      const hasGained = order.gainPoints !== null && isPast(order, order.gainPoints, tick);
      if (!hasGained) lots = least(sum, order.left);
      leaveRungs(order, tick, (ladder ?? []).slice(met.length));
    }
  }
  return { lots, ending };
}

/** What is left of the ladder that fired; one that a change left as it was loses the same steps. */
function leaveRungs(order: Contract, tick: StoredTick, rungs: readonly Rung[]): void {
  const left = rungs.length === 0 ? null : rungs;
  const { before } = order;
  if (before === null || firingAt(order, tick) === order) {
    order.ladder = left;
    return;
  }
  if (JSON.stringify(ladderRow(order)) === JSON.stringify(ladderRow(before))) order.ladder = left;
  order.before = { ...before, ladder: left };
}

/** How far trailing stops have followed, as the store is told now and then. */
export function predictRecord({ live, reference }: ContractsState, entry: Entry): Prediction {
  const { orders, progress } = entry.body as {
    orders: number[];
    progress: { [id: string]: { peak: StoredTick | null; seen: number } };
  };
  const rows = orders.flatMap((id) => {
    const order = live.get(id);
    const logged = progress[String(id)];
    if (order === undefined || order.trail === null || order.trail.from === null || logged === undefined) return [];
    const seen = reference.prices.last(order.code)?.seq ?? null;
    const { best } = order.trail;
    reference.findings.equal(`entry ${entry.seq}: progress of ${id}`, logged, { peak: best, seen });
    Object.assign(order.trail, { recorded: best, seen });
    return [rowOf(order)];
  });
  return { code: CODE.done, result: null, rows, counts: ['peaks of contracts recorded'] };
}

/** Why an order with its margin at this price is not opened; undefined where it is. */
export function whyNotOpened(
  reference: Reference,
  order: Contract,
  moment: { tick: StoredTick; points: number; fits: boolean; isTooHigh: boolean },
): Ending | undefined {
  const { tick, points, fits, isTooHigh } = moment;
  const far = (order.type === 'market' || order.type === 'stop') && order.limit !== null;
  const sign = order.side === 'buy' ? 1 : -1;
  if (far && sign * (points - (order.limit as number)) > 0) return 'moved';
  // It would be liquidated at once.
  const isLost = order.margin <= 0n || isLiquidated(positionOf(order), tick.mid);
  if (!isLost && fits && !isTooHigh) return undefined;
  if (reference.rulesOf(undefined) < 14) return 'operator';
  if (isLost) return 'moved';
  return fits ? 'leverage' : 'noRoom';
}
