import { textOf } from '../figures.ts';
import type { ExpectedEvent, ExpectedRow, Prediction } from '../prediction.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { type Contract, convertsBy, eventOf, rowOf } from './position.ts';
import { beforeRow, ladderRow } from './rungs.ts';
import { trailRow } from './trail.ts';

type Details = {
  readonly lots?: bigint;
  readonly points?: number;
  readonly margin?: bigint;
  readonly fee?: bigint;
  readonly pnl?: bigint;
  readonly stops?: boolean;
  /** From when what was changed fires. */
  readonly stopsFrom?: number | null;
  /** Whether it closes lots, which something may convert. */
  readonly closes?: boolean;
};

/** The effects of one entry on contracts: steps, rows and events. */
export class ContractEffects {
  readonly entry: Entry;
  readonly rows: ExpectedRow[] = [];
  readonly events: ExpectedEvent[] = [];
  readonly counts: string[] = [];
  readonly #stepCounts = new Map<number, number>();

  readonly closesAt: number | null;

  constructor(entry: Entry) {
    this.entry = entry;
    this.closesAt = (entry.body as { closesAt?: number } | null)?.closesAt ?? null;
  }

  /** What converts an order in this entry, as far as it names it. */
  rateFor(order: Contract): StoredTick | null {
    const code = convertsBy(order)?.code;
    if (code === undefined) return null;
    const rates = (this.entry.body as { rates?: Record<string, StoredTick> } | null)?.rates;
    const fact = (this.entry.facts as { conversion?: StoredTick | null } | null)?.conversion;
    return rates?.[code] ?? (fact?.code === code ? fact : null);
  }

  step(order: Contract, kind: string, tick: StoredTick | null, details: Details): void {
    const idx = this.#stepCounts.get(order.id) ?? 0;
    this.#stepCounts.set(order.id, idx + 1);
    const text = (amount: bigint | undefined): string | null => (amount === undefined ? null : textOf(amount));
    const row = {
      order_id: order.id,
      seq: this.entry.seq,
      idx,
      kind,
      at: this.entry.at,
      tick_seq: tick?.seq ?? null,
      tick_bid: tick?.bid ?? null,
      tick_ask: tick?.ask ?? null,
      tick_mid: tick?.mid ?? null,
      tick_at: tick?.at ?? null,
      lots: text(details.lots),
      points: details.points ?? null,
      margin: text(details.margin),
      fee: text(details.fee),
      pnl: text(details.pnl),
      stop_points: details.stops === true ? order.stop : null,
      target_points: details.stops === true ? order.target : null,
      targets: details.stops === true ? ladderRow(order) : null,
      trail: details.stops === true ? trailRow(order) : null,
      stops_from: details.stopsFrom ?? null,
      stops_before: details.stopsFrom == null ? null : beforeRow(order),
      rate: details.closes === true && convertsBy(order) !== null ? this.rateFor(order) : null,
      closes_at: details.closes === true && kind === 'liquidated' ? this.closesAt : null,
      // No world carries out a corporate action, so nothing adjusts an order.
      adjusted: null,
    };
    this.rows.push({ table: 'contract_steps', row });
    this.counts.push(`contract ${kind}`);
  }

  save(order: Contract, tick: StoredTick | null): void {
    this.rows.push(rowOf(order));
    this.events.push(eventOf(order, tick, this.rateFor(order)));
    if (order.ended?.seq === this.entry.seq) this.counts.push(`contract ended by ${order.ended.by}`);
  }

  done(result: unknown): Prediction {
    const { rows, events, counts } = this;
    return { code: 200, result, rows, events, counts };
  }
}
