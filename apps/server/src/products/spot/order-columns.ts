import type { Tick } from '../../kernel/core/types.ts';
import type { SpotOrder } from './rows.ts';

/** What is null of an order that never waits for a trigger. */
export const NO_TRIGGER = {
  stop_points: null,
  stop_limit_points: null,
  trail_points: null,
  trail_rate: null,
  trail_from: null,
  peak_seq: null,
  peak_bid: null,
  peak_ask: null,
  peak_mid: null,
  peak_at: null,
  seen_seq: null,
  triggered_by: null,
  triggered_at: null,
  trigger_seq: null,
  trigger_bid: null,
  trigger_ask: null,
  trigger_mid: null,
  trigger_at: null,
} as const satisfies Partial<SpotOrder>;

/** What is null of an order until it waits for a price, enters by one, or rests. */
export const NOT_QUEUED = {
  queued_at: null,
  lead_ms: null,
  worst_points: null,
  entered_by: null,
  entered_at: null,
  entry_seq: null,
  entry_bid: null,
  entry_ask: null,
  entry_mid: null,
  entry_at: null,
  rested_quantity: null,
} as const satisfies Partial<SpotOrder>;

export const peakColumns = (tick: Tick) => ({
  peak_seq: tick.seq,
  peak_bid: tick.bid,
  peak_ask: tick.ask,
  peak_mid: tick.mid,
  peak_at: tick.at,
});

export const triggerColumns = (tick: Tick) => ({
  trigger_seq: tick.seq,
  trigger_bid: tick.bid,
  trigger_ask: tick.ask,
  trigger_mid: tick.mid,
  trigger_at: tick.at,
});

export const entryColumns = (tick: Tick) => ({
  entry_seq: tick.seq,
  entry_bid: tick.bid,
  entry_ask: tick.ask,
  entry_mid: tick.mid,
  entry_at: tick.at,
});

/** The best tick of a trailing stop as its row says. */
export function peakOf(order: SpotOrder): Tick {
  const { code, peak_seq: seq, peak_bid: bid, peak_ask: ask, peak_mid: mid, peak_at: at } = order;
  if (seq === null || bid === null || ask === null || mid === null || at === null) {
    throw new Error(`order ${order.id} trails nothing`);
  }
  return { code, seq, bid, ask, mid, at };
}

export const tickColumns = (tick: Tick | undefined) => ({
  tick_seq: tick?.seq ?? null,
  tick_bid: tick?.bid ?? null,
  tick_ask: tick?.ask ?? null,
  tick_mid: tick?.mid ?? null,
  tick_at: tick?.at ?? null,
});
