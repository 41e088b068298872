import { CODE } from './codes.ts';
import { pointsOf, pointsText } from './figures.ts';
import { type Prediction, refusal } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import { type Entry, type StoredTick, tickName } from './stored.ts';

interface Alert {
  readonly id: number;
  readonly user: number;
  readonly book: string;
  readonly code: string;
  readonly places: number;
  readonly above: boolean;
  readonly points: number;
  readonly judgedBy: number;
  readonly at: number;
  state: 'active' | 'fired' | 'removed';
  ended?: { readonly by: number; readonly at: number; readonly tick: StoredTick | null };
}

/** Active alerts per user, both books together. */
const ACTIVE_MAX = 50;

/** The reference model of price alerts: scans all of them at every tick. */
export class AlertsModel implements Product {
  readonly #active = new Map<number, Alert>();
  readonly #reference: Reference;
  readonly types: Product['types'];

  constructor(reference: Reference) {
    this.#reference = reference;
    this.types = {
      'alerts.add': (entry) => this.#add(entry),
      'alerts.remove': (entry) => this.#remove(entry),
      'alerts.fire': (entry, next) => this.#fire(entry, next),
    };
  }

  afterTick(tick: StoredTick): void {
    for (const alert of this.#active.values()) {
      if (this.#reference.hits.has(alert.id)) continue;
      const isMissed = alert.code === tick.code && alert.judgedBy < tick.seq && this.#isReached(alert, tick);
      this.#reference.findings.check(!isMissed, () => `alert ${alert.id} did not fire at ${tickName(tick)}`);
    }
  }

  #add(entry: Entry): Prediction {
    const { code, precision, price } = entry.body as { code: string; precision: number; price: string | null };
    const { prices, findings } = this.#reference;
    const last = prices.last(code);
    const facts = last === undefined ? null : { seq: last.seq, mid: last.mid };
    findings.equal(`entry ${entry.seq}: facts about ${code}`, entry.facts, facts);
    if (last === undefined && price !== null) return refusal(CODE.closed, 'code');
    const points = price === null ? 1 : pointsOf(price, precision);
    if (points === undefined || (price !== null && points === last?.mid)) return refusal(CODE.price, 'price');
    const mine = [...this.#active.values()].filter(({ user }) => user === entry.user);
    if (this.#reference.figure('alerts.activeMax', ACTIVE_MAX) <= mine.length) return refusal(CODE.tooManyAlerts);
    const alert: Alert = {
      id: entry.seq,
      user: entry.user,
      book: entry.book,
      code,
      places: precision,
      above: price === null || (last?.mid ?? 0) < points,
      points,
      judgedBy: last?.seq ?? 0,
      at: entry.at,
      state: 'active',
    };
    this.#active.set(alert.id, alert);
    return this.#done([alert]);
  }

  #remove(entry: Entry): Prediction {
    const alert = this.#active.get((entry.body as { id: number }).id);
    const isHit = alert !== undefined && this.#reference.hits.has(alert.id);
    if (alert === undefined || alert.user !== entry.user || isHit) return refusal(CODE.nothingFound, 'id');
    return this.#done([this.#end(alert, 'removed', entry, null)]);
  }

  #fire(entry: Entry, current: StoredTick | undefined): Prediction {
    const { findings, hits } = this.#reference;
    const { tick, alerts: ids } = entry.body as { tick: StoredTick; alerts: number[] };
    const next = hits.tickOf(entry, ids, current);
    const isUnderWay = next !== undefined && tickName(next) === tickName(tick);
    findings.check(isUnderWay, () => `entry ${entry.seq} fires at ${tickName(tick)}, which is not the current tick`);
    const alerts = ids.flatMap((id) => this.#active.get(id) ?? []);
    const fits = alerts.length === ids.length && new Set(ids).size === ids.length;
    const isRight = ({ book, code, judgedBy }: Alert): boolean =>
      book === entry.book && code === tick.code && judgedBy < tick.seq;
    findings.check(
      fits && alerts.every((alert) => isRight(alert) && this.#isReached(alert, tick)),
      () => `entry ${entry.seq} fires alerts [${ids}], but ${tickName(tick)} does not reach all of them`,
    );
    return this.#done(alerts.map((alert) => this.#end(alert, 'fired', entry, tick)));
  }

  #end(alert: Alert, state: 'fired' | 'removed', { seq, at }: Entry, tick: StoredTick | null): Alert {
    this.#active.delete(alert.id);
    return Object.assign(alert, { state, ended: { by: seq, at, tick } });
  }

  #isReached(alert: Alert, { code, mid, at }: StoredTick): boolean {
    if (isOpening(alert)) return alert.at <= at && this.#reference.sessionEnd(code, at) !== null;
    return alert.above ? alert.points <= mid : mid <= alert.points;
  }

  #done(alerts: readonly Alert[]): Prediction {
    const data = alerts.map(viewOf);
    return {
      code: CODE.done,
      result: data.length === 1 ? data[0] : { alerts: data.length },
      rows: alerts.map((alert) => ({ table: 'price_alerts', row: rowValuesOf(alert) })),
      events: alerts.map(({ user, book }, index) => ({ userId: user, book, kind: 'alert', data: data[index] })),
      counts: alerts.map(({ state }) => `alert ${state}`),
    };
  }
}

const isOpening = ({ above, points }: Alert): boolean => above && points === 1;

function viewOf(alert: Alert): Record<string, unknown> {
  const { id, code, places, above, points, state, at, ended } = alert;
  const text = (points: number): string => pointsText(points, places);
  const tick = ended?.tick ?? null;
  const shown = tick === null ? null : { price: text(tick.mid), bid: text(tick.bid), ask: text(tick.ask) };
  return {
    id,
    code,
    precision: places,
    direction: above ? 'above' : 'below',
    price: text(points),
    ...(isOpening(alert) && { opening: true }),
    state,
    createdAt: new Date(at).toISOString(),
    firedAt: state === 'fired' ? new Date(ended?.at ?? 0).toISOString() : null,
    tick: tick === null ? null : { seq: tick.seq, ...shown, at: new Date(tick.at).toISOString() },
  };
}

function rowValuesOf(alert: Alert): Record<string, unknown> {
  const { id, user, book, code, places, above, points, judgedBy, state, at, ended } = alert;
  const tick = ended?.tick ?? null;
  return {
    id,
    user_id: user,
    book,
    code,
    precision: places,
    direction: above ? 'above' : 'below',
    points,
    judged_by: judgedBy,
    state,
    placed_at: at,
    fired_at: state === 'fired' ? ended?.at : null,
    tick: tick === null ? null : { seq: tick.seq, bid: tick.bid, ask: tick.ask, mid: tick.mid, at: tick.at },
    closed_by: ended?.by ?? null,
  };
}
