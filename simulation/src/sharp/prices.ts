import { randomBytes } from 'node:crypto';
import { NEWEST_SHAPE, secretOfSeed } from '@glasshouse/server/market-data/feeds/secret';
import { SimFeed } from '@glasshouse/server/market-data/feeds/sim/sim-feed';
import type { FeedTick } from '@glasshouse/server/market-data/feeds/types';
import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import { Random } from '../random.ts';

/** Where the ticks come from: all of (after, upTo], in order of time. */
export interface Prices {
  readonly name: string;
  ticksBetween(after: number, upTo: number): readonly FeedTick[];
}

/** The simulated market of a new installation, under a key that nobody has seen. */
export function simPrices(instruments: readonly Instrument[]): Prices {
  const secret = secretOfSeed(randomBytes(32).toString('hex'), NEWEST_SHAPE);
  const feed = new SimFeed({ catalogue: instruments, secret });
  return { name: 'sim', ticksBetween: (after, upTo) => feed.ticksBetween(after, upTo) };
}

const SECOND_MS = 1_000;
const START_POINTS = 1_000_000;
/** Of a second's return in calm and in wild times. */
const CALM = 0.00005;
const WILD = 0.0004;
const CHANGES = 0.002;

interface Line {
  logarithm: number;
  volatility: number;
  last: number;
}

/**
 * A fair walk: volatility comes and goes and shows in the volume, but the next move has no
 * direction. `drift` breaks that on purpose: the share of the last move that the next one repeats.
 */
export function walkPrices(
  instruments: readonly Instrument[],
  { seed, drift = 0 }: { seed: number; drift?: number },
): Prices {
  const random = new Random(seed);
  const lines = new Map<string, Line>(
    instruments.map((instrument) => [instrument.code, { logarithm: 0, volatility: CALM, last: 0 }]),
  );
  const tickOf = ({ code, spreadPoints }: Instrument, at: number): FeedTick => {
    const line = lines.get(code)!;
    if (random.chance(CHANGES)) line.volatility = random.chance(0.5) ? CALM : WILD;
    const fresh = line.volatility * normal(random);
    const move = fresh + drift * line.last;
    line.last = move;
    // Exponentials of a fair walk rise on average, by half its variance.
    line.logarithm += move - line.volatility ** 2 / 2;
    const mid = Math.max(1, Math.round(START_POINTS * Math.exp(line.logarithm)));
    const half = Math.max(1, Math.floor(spreadPoints / 2));
    const volume = 1 + Math.abs(fresh) / CALM;
    return { code, bid: Math.max(1, mid - half), ask: mid + half, mid, volume, at };
  };
  return {
    name: drift === 0 ? 'a fair walk' : `a walk that repeats ${drift} of its last move`,
    ticksBetween: (after, upTo) => {
      const ticks: FeedTick[] = [];
      for (let at = (Math.floor(after / SECOND_MS) + 1) * SECOND_MS; at <= upTo; at += SECOND_MS) {
        for (const instrument of instruments) ticks.push(tickOf(instrument, at));
      }
      return ticks;
    },
  };
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
