import { ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { mustUnits } from '../figures.ts';
import { isWithinLead } from '../leads.ts';
import type { Prediction } from '../prediction.ts';
import { type Entry, type StoredTick, tickName } from '../stored.ts';
import { isReachedBy, isWaiting, openOf, restsAt, type SpotOrder, viewOf } from './order.ts';
import { SpotEffects } from './spot-effects.ts';
import type { SpotState } from './state.ts';
import { costOf, enterBook, marketLimit, match } from './submit.ts';
import type { SpotTerms } from './terms.ts';

interface TriggerBody {
  readonly tick: StoredTick;
  readonly peak: StoredTick | null;
  readonly orders: readonly number[];
}

const nothing: Prediction = { code: CODE.done, result: null, counts: ['a trigger of an order that has gone'] };

/**
 * Predicts what a tick makes of one waiting order: it enters the book as if its owner had placed it
 * now, with its own funds; what would be refused then ends it.
 */
export function predictTrigger(model: SpotState, entry: Entry, current: StoredTick | undefined): Prediction {
  const { accounts, findings, hits } = model.reference;
  const { tick, peak, orders } = entry.body as TriggerBody;
  const id = orders[0] as number;
  const next = hits.tickOf(entry, orders, current);
  findings.equal(`entry ${entry.seq}: orders`, orders.length, 1);
  if (next === undefined || tickName(next) !== tickName(tick)) {
    findings.add(`entry ${entry.seq} triggers at ${tickName(tick)}, which is not the current tick`);
  }
  const order = model.resting.get(id);
  if (order === undefined) {
    findings.check(model.waited.has(id), () => `entry ${entry.seq} triggers ${id}, which nobody placed`);
    return nothing;
  }
  const { waits, terms, book } = order;
  findings.check(isWaiting(order) && isReachedBy(order, tick.mid), () => `entry ${entry.seq}: ${id} is not reached`);
  findings.check(
    !isWithinLead(order.crossesFrom, tick),
    () => `entry ${entry.seq}: ${id} is triggered within its lead`,
  );
  findings.equal(`entry ${entry.seq}: peak of ${id}`, peak, waits?.peak ?? null);
  if (waits !== undefined && waits.peak !== null) Object.assign(waits, { recorded: waits.peak, seen: tick.seq });

  const market = model.market(book, terms.code);
  market.book.remove(id);
  const effects = new SpotEffects(accounts, entry, market.trades, model.terms.get(terms.code));
  effects.touch(order);
  effects.release(order);
  order.triggered = { seq: entry.seq, at: entry.at, tick };
  const why = refusalOf(model, order, tick);
  if (typeof why === 'number') {
    Object.assign(order, { state: 'revoked', ended: { seq: entry.seq, at: entry.at } });
    model.resting.delete(id);
    return ended(effects, order, why);
  }
  enterBook(model, { entry, effects, order, tick, taken: why.taken, rests: why.rests });
  return ended(effects, order, null);
}

function ended(effects: SpotEffects, order: SpotOrder, refused: number | null): Prediction {
  const end = refused === null ? '' : ` and ended by ${refused}`;
  if (refused !== null) effects.refused.set(order.id, refused);
  effects.counts.push(`spot ${order.type} ${order.side} triggered${end}`);
  return effects.done({ order: viewOf(order), refused });
}

/** Why it cannot enter, or what it takes. */
function refusalOf(model: SpotState, order: SpotOrder, tick: StoredTick) {
  const { accounts } = model.reference;
  const { measure, user, book, side } = order;
  const hasPrice = restsAt(order) !== null;
  const force = hasPrice || order.force === 'FOK' ? order.force : 'IOC';
  // As of now: only its rates are of when it was placed.
  const terms = model.terms.get(order.terms.code) as SpotTerms;
  const limit = restsAt(order) ?? marketLimit(terms, side, tick);
  const steps = Number((order.quantity === null ? mustUnits(terms.maxQuantity) : openOf(order)) / measure.step);
  const { taken: fills, left, isCut } = match(model, order, { steps, limit, budget: order.amount ?? undefined }, tick);
  const nothingMet = fills.length === 0;
  if (force === 'postOnly' && !nothingMet) return CODE.wouldTrade;
  if (force === 'FOK' && (0 < left || isCut || nothingMet)) return CODE.notAtOnce;
  // What its limit order filled before stays: the rest of it ends without a refusal.
  if (force === 'IOC' && nothingMet && order.fills.length === 0) return CODE.notAtOnce;
  if (fills.some(({ maker }) => maker !== undefined && model.resting.get(maker)?.user === user)) return CODE.selfTrade;
  const rests = (force === 'GTC' || force === 'postOnly') && 0 < left && !isCut;
  const paying = ofUser(user, book, side === 'buy' ? terms.quote : terms.base, 'available');
  if (accounts.of(paying) < costOf(order, fills, rests)) return CODE.quoteBalance;
  return { taken: fills, rests };
}
