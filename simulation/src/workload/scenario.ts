import type { SequencerLimits } from '@glasshouse/server/kernel/sequencer-options';
import { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { FaultRates } from '../store/faults.ts';

export interface SimInstrument {
  readonly index: number;
  readonly code: string;
  /** The coin priced in USDT. */
  readonly base: string;
  readonly precision: number;
  readonly gapLimitMs: number;
  readonly stalenessMs: number;
  readonly schedule: Schedule;
  readonly startPoints: number;
  /** Chance of an unchanged price. */
  readonly flat: number;
  /** Chance per tick that the feed falls silent for about the gap limit. */
  readonly silence: number;
}

export const PRODUCTS = ['options', 'contracts', 'spot', 'convert'] as const;
export type Product = (typeof PRODUCTS)[number];

/** Everything a seed decides before the first step. */
export interface Scenario {
  readonly users: number;
  /** Users who keep placing orders until they reach the open order limit. */
  readonly heavyUsers: number;
  readonly instruments: readonly SimInstrument[];
  readonly limits: SequencerLimits;
  readonly attemptsMax: number;
  readonly faults: FaultRates;
  /** Chance per step to crash the core's process, and to start a second owner beside it. */
  readonly crash: number;
  readonly takeover: number;
  /** All times are multiples of this, so that they often hit limits exactly. */
  readonly gridMs: number;
  readonly stepMsMax: number;
  readonly burstMax: number;
  readonly tickChance: number;
  readonly poolUnits: number;
  /** The product most users of this world trade, beside all others. */
  readonly focus: Product;
  readonly startAt: number;
}

/** 20:59 UTC, so that overnight fees fall due soon after the start of many worlds. */
const START_AT = 1_699_995_540_000;
/** Each offer picks one, so that orders under different limits are open at once. */
export const GAP_LIMITS_MS = [2_000, 3_000, 5_000, 8_000, 15_000] as const;

export function scenarioOf(seed: number): Scenario {
  const random = new Random(seed);
  const gridMs = random.pick([100, 250, 500, 500, 1_000]);
  const batchMax = random.pick([1, 2, 7, 20, 50, 50, 200]);
  const violent = random.chance(0.7);
  const rate = (most: number): number => (violent && random.chance(0.7) ? random.next() * most : 0);
  const users = random.pick([5, 60, 400, 2_000]);
  return {
    users,
    heavyUsers: random.int(0, 3),
    instruments: Array.from({ length: random.pick([1, 2, 3, 4, 6, 8, 12]) }, (_, index) => instrumentOf(random, index)),
    limits: {
      batchMax,
      queueMax: random.pick([10, 100, 1_000, 20_000]),
      residentsMax: random.pick([0, 1, 5, 50, 100_000]),
    },
    attemptsMax: random.pick([1, 3, 5]),
    faults: {
      flushBefore: rate(0.05),
      flushAfter: rate(0.05),
      flushHang: rate(0.01),
      read: rate(0.03),
      acquire: rate(0.2),
    },
    crash: rate(0.02),
    takeover: rate(0.01),
    gridMs,
    stepMsMax: gridMs * random.pick([1, 1, 2]),
    burstMax: random.pick([4, 20, 20, 80]),
    tickChance: random.pick([0.3, 0.6, 0.9]),
    poolUnits: random.pick([200, 20_000, 10_000_000, 10_000_000]),
    focus: random.pick(PRODUCTS),
    startAt: START_AT + random.int(0, 100) * 1_000,
  };
}

function instrumentOf(random: Random, index: number): SimInstrument {
  const gapLimitMs = random.pick(GAP_LIMITS_MS);
  return {
    index,
    code: `SIM${index}USDT`,
    base: `SIM${index}`,
    precision: random.int(0, 5),
    gapLimitMs,
    stalenessMs: random.pick([3_000, gapLimitMs, 30_000, 30_000]),
    schedule: random.chance(0.7)
      ? 'always'
      : { fromMs: START_AT - 60_000, openMs: random.int(30, 300) * 1_000, closedMs: random.int(5, 90) * 1_000 },
    startPoints: random.pick([50, 10_000, 6_500_000]),
    flat: random.pick([0.05, 0.5]),
    silence: random.pick([0.01, 0.05, 0.1]),
  };
}
