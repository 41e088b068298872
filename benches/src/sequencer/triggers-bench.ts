import { createState, sliceOf } from '@glasshouse/server/kernel/core/state';
import type { MarketView, Tick } from '@glasshouse/server/kernel/core/types';
import { optionsModule } from '@glasshouse/server/products/options/handlers';
import { type OptionOrder, ORDERS_TABLE } from '@glasshouse/server/products/options/rows';
import type { OptionsSlice } from '@glasshouse/server/products/options/slice';
import { MODULES } from '@glasshouse/server/runtime/modules';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Figure, median, type Report, readable, targetAtMost } from '../harness/report.ts';
import { OPEN_CODES } from '../http/market.ts';

const LIVE = 1_000_000;
const TICKS = 200_000;
const START = 1_800_000_000_000;
/** Later than every tick that must fire nothing. */
const FIRST_EXPIRY = START + 86_400_000;
const SCANS = 40;

export const triggers: Bench = {
  name: 'triggers',
  about: 'a tick over 10⁶ live options, compared with a linear scan and a sorted array',
  run,
};

const market: MarketView = {
  lastTick: (code) => ({ code, seq: 1, bid: 99, ask: 101, mid: 100, at: START }),
  sessionEndsAt: () => Number.POSITIVE_INFINITY,
  heldBy: () => undefined,
  lastGapEndedAt: () => 0,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const live = isSmoke ? LIVE / 10 : LIVE;
  const state = createState(MODULES);
  const slice = sliceOf<OptionsSlice>(state, optionsModule);
  // Expiries are one millisecond apart and spread over the instruments, so that a later tick fires
  // a known number.
  for (let id = 1; id <= live; id += 1) {
    optionsModule.reduce(slice, { table: ORDERS_TABLE.table, row: openOrder(id) });
  }
  const sorted = Float64Array.from({ length: live }, (_, index) => FIRST_EXPIRY + index + 1);
  print(`${live} live options on ${OPEN_CODES.length} instruments`);

  const quiet: number[] = [];
  const firing: number[] = [];
  const scan: number[] = [];
  const bare: number[] = [];
  let expired = 0;
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(usOf(TICKS, (index) => optionsModule.onTick?.(state, tick(index, START), market)));
    bare.push(usOf(TICKS, () => ((sorted[expired] ?? 0) < START ? 1 : 0)));
    scan.push(
      usOf(SCANS, () => {
        let due = 0;
        for (const order of slice.orders.values()) if ((order.expires_at ?? 0) < START) due += 1;
        return due;
      }),
    );
    // One tick per instrument, at which one percent of all options expire.
    const share = live / 100;
    expired += share;
    let fired = 0;
    const at = FIRST_EXPIRY + expired + 1;
    const took = usOf(OPEN_CODES.length, (index) => {
      for (const command of optionsModule.onTick?.(state, tick(index, at), market) ?? []) {
        fired += ((command.body as { orders?: unknown[] }).orders ?? []).length;
      }
    });
    if (fired !== share) throw new Error(`${fired} options fired instead of ${share}`);
    firing.push((took * OPEN_CODES.length) / share);
    print(
      `round ${round + 1}: ${readable(quiet.at(-1) ?? 0)} µs per tick, ${readable(firing.at(-1) ?? 0)} µs per option fired`,
    );
  }
  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  return {
    title: 'A tick over a million live options',
    setting: `${live.toLocaleString('en-US')} open options on ${OPEN_CODES.length} instruments. A tick that fires nothing, and ticks at which one percent of all options expire; compared with a scan over all orders and with reading the head of one sorted array. ${rounds} rounds.`,
    figures: [
      figure('Glasshouse: a tick that fires nothing', 'µs', quiet),
      figure('Glasshouse: per option that fires', 'µs', firing),
      figure('limit: head of a sorted array', 'µs', bare),
      figure('linear scan', 'µs', scan),
    ],
    targets: [targetAtMost('a tick that fires nothing', median(quiet), 20, ' µs')],
  };
}

const tick = (index: number, at: number): Tick => {
  const code = OPEN_CODES[index % OPEN_CODES.length] as string;
  return { code, seq: 2 + index, bid: 99, ask: 101, mid: 100, at };
};

/** Mean time of one call, µs. */
function usOf(calls: number, call: (index: number) => unknown): number {
  const startedAt = performance.now();
  for (let index = 0; index < calls; index += 1) call(index);
  return ((performance.now() - startedAt) * 1000) / calls;
}

function openOrder(id: number): OptionOrder {
  const expires = FIRST_EXPIRY + id;
  return {
    id,
    user_id: 1 + (id % 10_000),
    book: 'demo',
    code: OPEN_CODES[id % OPEN_CODES.length] as string,
    asset: 'USDT',
    direction: 'up',
    stake: '1',
    fee: '0',
    profit: '0.8',
    payout_rate: '0.8',
    fee_rate: '0',
    period_seconds: 60,
    precision: 2,
    gap_limit_ms: 15_000,
    lead_ms: null,
    terms_version: 1,
    network: null,
    state: 'open',
    outcome: null,
    void_reason: null,
    placed_at: START,
    entry_seq: 1,
    entry_bid: 99,
    entry_ask: 101,
    entry_mid: 100,
    entry_at: START,
    entered_by: 1,
    expires_at: expires,
    exit_seq: null,
    exit_bid: null,
    exit_ask: null,
    exit_mid: null,
    exit_at: null,
    settled_by: null,
    settled_at: null,
    paid: null,
  };
}
