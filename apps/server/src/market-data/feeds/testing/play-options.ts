import type { Feed } from '../types.ts';
import { type Seen, Tally } from './strategies.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Market {
  readonly feed: Feed;
  readonly code: string;
  readonly options: number;
  /** Options are bought between these times, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
  /** Whether the market is open from one time to another without a break. */
  readonly isOpen: (from: number, to: number) => boolean;
}

export interface Play extends Market {
  readonly periodSeconds: number;
}

export interface PlayOfAll extends Market {
  /** One for each period: seconds, and where its bets are counted. */
  readonly tallies: ReadonlyMap<number, Tally>;
  /** Tells apart bets of different keys, which have nothing in common. */
  readonly round: number;
}

/** The share of options that the break-even of a payout asks for, less half the published edge. */
export const mayWin = (payoutRate: number): number => {
  const breakEven = 1 / (1 + payoutRate);
  return breakEven - (breakEven - 0.5) / 2;
};

/** Buys options of one period at drawn moments and lets every strategy bet on each. */
export function playOptions({ periodSeconds, ...market }: Play): Tally {
  const tally = new Tally();
  playPeriods({ ...market, tallies: new Map([[periodSeconds, tally]]), round: 0 });
  return tally;
}

/**
 * Buys one option of each period at drawn moments: what is looked at before buying is the same for
 * all of them, and costs most of the time.
 */
export function playPeriods({ feed, code, tallies, options, from, to, random, isOpen, round }: PlayOfAll): void {
  const periods = [...tallies.keys()];
  const bought = new Map(periods.map((seconds) => [seconds, 0]));
  const priceAt = (at: number): number | undefined =>
    feed.bars(code, '1m', { from: at - MINUTE_MS, to: at + 1, limit: 1, asOf: at })[0]?.close;
  for (let drawn = 0; drawn < 20 * options; drawn += 1) {
    const wanted = periods.filter((seconds) => bought.get(seconds)! < options);
    if (wanted.length === 0) return;
    const at = from + Math.floor(random() * (to - from));
    const sold = wanted.filter((seconds) => isOpen(at - MINUTE_MS, at + seconds * SECOND_MS));
    if (sold.length === 0) continue;
    for (const seconds of sold) bought.set(seconds, bought.get(seconds)! + 1);
    const entry = priceAt(at);
    if (entry === undefined) continue;
    const moveOf = (span: number): number => {
      const before = priceAt(at - span);
      return before === undefined ? 0 : entry - before;
    };
    const [seconds, minute, hours] = [moveOf(7 * SECOND_MS), moveOf(MINUTE_MS), moveOf(8 * 3600 * SECOND_MS)];
    const around = surroundings(feed, code, at);
    for (const period of sold) {
      const length = period * SECOND_MS;
      const exit = priceAt(at + length);
      if (exit === undefined) continue;
      // Bets whose periods may overlap win and lose together.
      const block = round * 1_000_000 + Math.floor(at / Math.max(length, DAY_MS / 4));
      const moves = [seconds, minute, moveOf(length), hours];
      tallies.get(period)!.add({ moves, ...around }, { outcome: Math.sign(exit - entry), block });
    }
  }
}

/** The last full minute beside the ten before it. */
function surroundings(feed: Feed, code: string, at: number): Pick<Seen, 'volume' | 'range'> {
  const to = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const bars = feed.bars(code, '1m', { from: to - 11 * MINUTE_MS, to, limit: 11 });
  const last = bars.at(-1);
  const rest = bars.slice(0, -1);
  if (last === undefined || rest.length === 0) return { volume: 1, range: 1 };
  const mean = (of: (bar: (typeof rest)[number]) => number): number =>
    rest.reduce((sum, bar) => sum + of(bar), 0) / rest.length;
  const rangeOf = ({ high, low }: (typeof rest)[number]): number => high - low;
  return {
    volume:
      last.volume /
      Math.max(
        1e-9,
        mean(({ volume }) => volume),
      ),
    range: rangeOf(last) / Math.max(1e-9, mean(rangeOf)),
  };
}
