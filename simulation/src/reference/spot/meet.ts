import { ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { mustUnits } from '../figures.ts';
import type { ExpectedEvent, ExpectedRow, Prediction } from '../prediction.ts';
import { type Entry, type StoredTick, tickName } from '../stored.ts';
import { eventOf, isQueued, meetsFrom, openOf, rowOf, type SpotOrder, viewOf } from './order.ts';
import { SpotEffects } from './spot-effects.ts';
import type { SpotState } from './state.ts';
import { costOf, enterBook, marketLimit, match } from './submit.ts';
import type { SpotTerms } from './terms.ts';

/** Whether the tick is the price that an order waits for: after it, and after those of its legs. */
function isItsPrice(model: SpotState, order: SpotOrder, tick: StoredTick): boolean {
  const since = meetsFrom(order);
  const { awaits = [] } = model.terms.get(order.terms.code) ?? order.terms;
  const hasTicked = (leg: string): boolean => {
    const last = model.reference.prices.last(leg);
    return last === undefined || since < last.at;
  };
  return since <= tick.at && tick.at <= since + model.patienceOf(order) && awaits.every(hasTicked);
}

/** After a tick: whoever waited for it has entered. */
export function checkMet(model: SpotState, order: SpotOrder, tick: StoredTick): void {
  const { findings, hits } = model.reference;
  const isMissed = isQueued(order) && !hits.has(order.id) && isItsPrice(model, order, tick);
  findings.check(!isMissed, () => `spot order ${order.id} did not enter at ${tickName(tick)}`);
}

/** The first price after its placing: it enters the book as if it were placed now. */
export function predictMeet(model: SpotState, entry: Entry, current: StoredTick | undefined): Prediction {
  const { accounts, findings, hits } = model.reference;
  const { tick, orders } = entry.body as { tick: StoredTick; orders: readonly number[] };
  const id = orders[0] as number;
  findings.equal(`entry ${entry.seq}: orders`, orders.length, 1);
  const next = hits.tickOf(entry, orders, current);
  if (next === undefined || tickName(next) !== tickName(tick)) {
    findings.add(`entry ${entry.seq} enters at ${tickName(tick)}, which is not the current tick`);
  }
  const order = model.resting.get(id);
  if (order === undefined) {
    findings.check(hits.wasReset(id), () => `entry ${entry.seq} enters ${id}, which does not wait`);
    return { code: CODE.done, result: null, counts: ['an entry of an order that has gone'] };
  }
  const { queued, terms, book } = order;
  const isNow = current !== undefined && tickName(tick) === tickName(current);
  const isIts = isQueued(order) && queued !== undefined && meetsFrom(order) <= tick.at && terms.code === tick.code;
  findings.check(
    isIts && (!isNow || isItsPrice(model, order, tick)),
    () => `entry ${entry.seq}: not the price of ${id}`,
  );
  const first = [...model.resting.values()].find(
    (candidate) =>
      isQueued(candidate) &&
      candidate.book === book &&
      candidate.terms.code === tick.code &&
      isItsPrice(model, candidate, tick),
  );
  findings.check(
    !isNow || first === undefined || id <= first.id,
    () => `entry ${entry.seq}: ${first?.id} was before ${id}`,
  );

  const effects = new SpotEffects(accounts, entry, model.market(book, terms.code).trades, model.terms.get(terms.code));
  effects.touch(order);
  effects.release(order);
  order.queued = {
    at: queued?.at ?? 0,
    lead: queued?.lead ?? 0,
    worst: queued?.worst ?? null,
    met: { seq: entry.seq, at: entry.at, tick },
  };
  const why = refusalOf(model, order, tick);
  if (typeof why === 'number') {
    Object.assign(order, { state: 'revoked', ended: { seq: entry.seq, at: entry.at } });
    model.resting.delete(id);
    effects.refused.set(id, why);
    effects.counts.push(`spot order refused by its price with ${why}`);
    return effects.done({ order: viewOf(order), refused: why });
  }
  enterBook(model, { entry, effects, order, tick, taken: why.taken, rests: why.rests });
  effects.counts.push('spot order met its price');
  return effects.done({ order: viewOf(order), refused: null });
}

/** Why it cannot enter, or what it takes. */
function refusalOf(model: SpotState, order: SpotOrder, tick: StoredTick) {
  const { measure, user, book, side, force } = order;
  const terms = model.terms.get(order.terms.code) as SpotTerms;
  const limit = order.queued?.worst ?? order.price ?? marketLimit(terms, side, tick);
  const steps = Number((order.quantity === null ? mustUnits(terms.maxQuantity) : openOf(order)) / measure.step);
  const budget = order.amount === null ? undefined : order.amount - order.paid - order.fee;
  const { taken: fills, left, isCut } = match(model, order, { steps, limit, budget }, tick);
  const isNothing = fills.length === 0;
  if (force === 'FOK' && (0 < left || isCut || isNothing)) return CODE.notAtOnce;
  if (force === 'IOC' && isNothing && order.fills.length === 0) return CODE.notAtOnce;
  if (fills.some(({ maker }) => maker !== undefined && model.resting.get(maker)?.user === user)) return CODE.selfTrade;
  const rests = force === 'GTC' && 0 < left && !isCut;
  const paying = ofUser(user, book, side === 'buy' ? terms.quote : terms.base, 'available');
  if (model.reference.accounts.of(paying) < costOf(order, fills, rests)) return CODE.quoteBalance;
  return { taken: fills, rests };
}

/** No price came in time. */
export function predictLapse(model: SpotState, entry: Entry, current: StoredTick | undefined): Prediction {
  const { findings, hits } = model.reference;
  const { orders: ids } = entry.body as { orders: readonly number[] };
  hits.tickOf(entry, ids, current);
  const rows: ExpectedRow[] = [];
  const events: ExpectedEvent[] = [];
  for (const id of ids) {
    const order = model.resting.get(id);
    if (order === undefined) {
      findings.check(hits.wasReset(id), () => `entry ${entry.seq} gives up ${id}, which does not wait`);
      continue;
    }
    const until = meetsFrom(order) + model.patienceOf(order);
    findings.check(isQueued(order) && until < entry.at, () => `spot order ${id} is given up too early`);
    model.revoke(order, entry);
    rows.push(rowOf(order));
    events.push(eventOf(order, CODE.noPriceInTime));
  }
  const result = { orders: ids.length, refused: CODE.noPriceInTime };
  return { code: CODE.done, result, rows, events, counts: ids.map(() => 'spot order without a price') };
}
