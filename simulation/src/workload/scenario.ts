import type { SequencerLimits } from '@glasshouse/server/kernel/core/sequencer-options';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { Random } from '../random.ts';
import type { Holds, Schedule } from '../schedule.ts';
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
  /** When its price is held. */
  readonly holds: Holds | undefined;
  readonly startPoints: number;
  /** Chance of an unchanged price. */
  readonly flat: number;
  /** Probability that a price leaps past many waiting orders. */
  readonly jumps: number;
  /** Probability that a price becomes something from a half to a double of what it began with. */
  readonly leaps?: number;
  /** Chance per tick that the feed falls silent for about the gap limit. */
  readonly silence: number;
}

export const PRODUCTS = ['options', 'contracts', 'spot', 'convert', 'funding', 'referrals', 'plans', 'nfts'] as const;
/**
 * `loans` are in worlds of their own, in which days pass; in `years` everything of them does. Where
 * the focus is `accountData`, people close their accounts; where it is `payouts`, each payout is
 * followed until after its end; where it is `heldCredits`, deposits exceed limits; where it is
 * `remainders`, people convert what is left of their coins.
 */
export const FOCUSES = [...PRODUCTS, 'loans', 'years', 'accountData', 'remainders', 'payouts', 'heldCredits'] as const;
export type Product = (typeof FOCUSES)[number];

/** Worlds in which hours and days pass. */
export const passesDays = (focus: Product): boolean =>
  focus === 'plans' || focus === 'accountData' || focus === 'payouts' || lends(focus);
export const sellsPlans = (focus: Product): boolean => focus === 'plans' || focus === 'years';
export const lends = (focus: Product): boolean => focus === 'loans' || focus === 'years';
/** Every so many worlds are about loans. */
const LOANS_EVERY = 6;
/** In every so many people leave. */
const CLOSURES_EVERY = 15;
export function focusOf(seed: number, { focus }: Scenario): Product {
  if (seed % CLOSURES_EVERY === CLOSURES_EVERY - 1) return 'accountData';
  return seed % LOANS_EVERY === LOANS_EVERY - 1 ? 'loans' : focus;
}

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
  readonly capitalUnits: number;
  /** The product most users of this world trade, beside all others. */
  readonly focus: Product;
  readonly startAt: number;
}

/** In one of as many worlds days pass, and people hold plans. */
const PLANS_EVERY = 6;
/** 20:59 UTC, so that overnight fees fall due soon after the start of many worlds. */
const START_AT = 1_699_995_540_000;
/** Of LTCUSDT in the catalogue. */
const JUMPS = 0.006;
/** Pledges are warned of and sold while a loan runs. */
const PLEDGE_JUMPS = 0.1;
const PLEDGE_PRECISION = CATALOGUE.find(({ code }) => code === 'LTCUSDT')?.precision ?? 2;
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
    instruments: instrumentsOf(random, seed),
    limits: {
      batchMax,
      queueMax: random.pick([10, 100, 1_000, 20_000]),
      residentsMax: random.pick([0, 1, 5, 50, 100_000]),
      firedMax: [250, 1, 2, 3, 7][seed % 5] as number,
    },
    attemptsMax: random.pick([1, 3, 5]),
    faults: {
      flushBefore: rate(0.05),
      flushAfter: rate(0.05),
      flushHang: rate(0.01),
      read: rate(0.03),
      acquire: rate(0.2),
      refusedOneIn: seed % 4 === 1 ? 300 : 0,
    },
    crash: rate(0.02),
    takeover: rate(0.01),
    gridMs,
    stepMsMax: gridMs * random.pick([1, 1, 2]),
    burstMax: random.pick([4, 20, 20, 80]),
    tickChance: random.pick([0.3, 0.6, 0.9]),
    poolUnits: random.pick([200, 20_000, 10_000_000, 10_000_000]),
    focus: seed % PLANS_EVERY === 0 ? 'plans' : random.pick(PRODUCTS.filter((product) => product !== 'plans')),
    startAt: START_AT + random.int(0, 100) * 1_000,
    capitalUnits: random.pick([0, 500, 50_000, 50_000_000]),
  };
}

/** In every third world the last one is the price of the currency that banks are paid in. */
function instrumentsOf(random: Random, seed: number): readonly SimInstrument[] {
  const count = random.pick([1, 2, 3, 4, 6, 8, 12]);
  const made = Array.from({ length: count }, (_, index) => instrumentOf(random, index));
  if (seed % 3 !== 1 || count === 1) return made;
  return made.with(-1, { ...made.at(-1)!, code: 'EURUSD', precision: 5, startPoints: 110_000 });
}

/** A loss that doubles at once is more than positions bear while their own prices stand still. */
const RATE_LEAPS = 0.25;

/** Where contracts are traded, every second instrument leaps: it converts what the others win. */
const withRateLeaps = (scenario: Scenario): Scenario => ({
  ...scenario,
  instruments: scenario.instruments.map((instrument) =>
    instrument.index % 2 === 1 ? { ...instrument, leaps: RATE_LEAPS } : instrument,
  ),
});

/** Pledges are valued by instruments of the catalogue: the first one becomes one of them. */
const withPledgeCoin = (scenario: Scenario): Scenario => ({
  ...scenario,
  instruments: scenario.instruments.with(0, {
    ...(scenario.instruments[0] as SimInstrument),
    code: 'LTCUSDT',
    base: 'LTC',
    precision: PLEDGE_PRECISION,
    startPoints: 8_000,
    jumps: PLEDGE_JUMPS,
  }),
});

/** The instruments of a world as what people trade there needs them. */
export function withMarketOf(focus: Product, scenario: Scenario): Scenario {
  if (lends(focus)) return withPledgeCoin(scenario);
  return focus === 'contracts' ? withRateLeaps(scenario) : scenario;
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
    holds: random.chance(0.3)
      ? {
          reason: random.pick(['jump', 'sources']),
          everyMs: random.int(30, 300) * 1_000,
          forMs: random.int(1, 9) * 1_000,
        }
      : undefined,
    startPoints: random.pick([50, 10_000, 6_500_000]),
    flat: random.pick([0.05, 0.5]),
    jumps: JUMPS,
    silence: random.pick([0.01, 0.05, 0.1]),
  };
}
