import type { Instrument } from '../../instruments/instrument.ts';
import { SIM_PROFILES } from '../sim/profiles.ts';
import type { PlayedMarket } from './played-market.ts';
import { type MarketView, RANGE_SECONDS, STRATEGIES, Tally } from './strategies.ts';

const SECOND_MS = 1_000;
const HOURS_MS = 8 * 3_600_000;
const MINUTE_S = 60;
/** Looked back on before the first bet of a stretch: eleven minutes. */
const PAST_S = 660;
/** In one stretch bets are placed for so long. */
const BETTING_S = 1_200;
const BET_EVERY_S = 30;
/** Exits of longer periods are read one by one, and fewer bets are placed on them. */
const NEAR_S = 600;
const FAR_EVERY_S = 300;
const BLOCK_MS = 6 * 3_600_000;
/** In moments that are drawn and lie outside of trading. */
const TRIES = 40;

export interface Play {
  readonly market: PlayedMarket;
  readonly instrument: Instrument;
  /** Seconds. */
  readonly periods: readonly number[];
  readonly stretches: number;
  /** Options are bought between these times, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
  /** One for each period, from an earlier play under another key. */
  readonly tallies?: ReadonlyMap<number, Tally>;
}

/** The share of options that the break-even of a payout asks for, less half the published edge. */
export const mayWin = (payoutRate: number): number => {
  const breakEven = 1 / (1 + payoutRate);
  return breakEven - (breakEven - 0.5) / 2;
};

/**
 * Lets every strategy bet on each period at many moments of drawn stretches of an open market. As
 * in the product, an option enters at the price after the one that its buyer looked at.
 */
export function playOptions(play: Play): ReadonlyMap<number, Tally> {
  const { market, instrument, periods, stretches, from, to, random } = play;
  const tallies = play.tallies ?? new Map(periods.map((seconds) => [seconds, new Tally()]));
  const starts = Array.from({ length: stretches * TRIES }, () => from + random() * (to - from))
    .map((at) => at - (at % SECOND_MS))
    .filter((at) => market.isOpen(instrument, at, at + (PAST_S + BETTING_S) * SECOND_MS))
    .slice(0, stretches)
    .sort((left, right) => left - right);
  // Its bets on short periods share a stretch; long periods that overlap share their outcome.
  for (const [stretch, at] of starts.entries()) playStretch(play, tallies, { at, stretch });
  return tallies;
}

function playStretch(
  { market, instrument, periods }: Play,
  tallies: ReadonlyMap<number, Tally>,
  { at, stretch }: { readonly at: number; readonly stretch: number },
): void {
  const { code } = instrument;
  const { mids, volumes } = market.stretch(code, at, PAST_S + BETTING_S + NEAR_S + 1);
  const past: Past = {
    mids,
    volumes,
    ranges: rangesOf(mids),
    hoursAgo: market.stretch(code, at - HOURS_MS, 1).mids[0]!,
  };
  const { hoursAgo } = past;
  for (let second = PAST_S; second < PAST_S + BETTING_S; second += BET_EVERY_S) {
    const seen = seenAt(instrument, past, second);
    const sides = STRATEGIES.map(([, view]) => view(seen));
    for (const period of periods) {
      const isFar = NEAR_S < period;
      if (isFar && (second - PAST_S) % FAR_EVERY_S !== 0) continue;
      const bought = at + (second + 1) * SECOND_MS;
      const ends = bought + period * SECOND_MS;
      if (!market.isOpen(instrument, bought, ends)) continue;
      const exit = isFar ? market.stretch(code, ends, 1).mids[0]! : mids[second + 1 + period]!;
      const outcome = Math.sign(exit - mids[second + 1]!);
      const block = isFar ? Math.floor(at / Math.max(period * SECOND_MS, BLOCK_MS)) : stretch;
      // The move over the period itself is the only thing that differs between periods.
      const own = period <= second ? mids[second]! - mids[second - period]! : mids[second]! - hoursAgo;
      const bets = own === seen.moves[OWN_MOVE] ? sides : withMove(seen, own);
      tallies.get(period)!.add(bets, { outcome, block });
    }
  }
}

const OWN_MOVE = 2;

function withMove(seen: MarketView, own: number): number[] {
  const moves = seen.moves.with(OWN_MOVE, own);
  return STRATEGIES.map(([, view]) => view({ ...seen, moves }));
}

interface Past {
  readonly mids: Float64Array;
  readonly volumes: readonly number[];
  /** Of each minute. */
  readonly ranges: readonly number[];
  readonly hoursAgo: number;
}

function rangesOf(mids: Float64Array): number[] {
  return Array.from({ length: Math.floor(mids.length / MINUTE_S) }, (_, minute) => {
    const from = minute * MINUTE_S;
    let [high, low] = [mids[from]!, mids[from]!];
    for (let second = from; second < from + MINUTE_S; second += 1) {
      const mid = mids[second]!;
      if (high < mid) high = mid;
      if (mid < low) low = mid;
    }
    return high - low;
  });
}

/** The average of the ten minutes before one. */
function meanBefore(values: readonly number[], minute: number): number {
  const before = values.slice(Math.max(0, minute - 10), minute);
  return before.reduce((sum, value) => sum + value, 0) / before.length;
}

function seenAt({ code }: Instrument, { mids, volumes, ranges, hoursAgo }: Past, second: number): MarketView {
  const now = mids[second]!;
  const edges: number[] = [];
  let [high, low] = [now, now];
  let ago = 0;
  for (const seconds of RANGE_SECONDS) {
    for (; ago <= seconds; ago += 1) {
      const mid = mids[second - ago]!;
      if (high < mid) high = mid;
      if (mid < low) low = mid;
    }
    edges.push(high === low ? 0 : now === high ? 1 : now === low ? -1 : 0);
  }
  const minute = Math.floor(second / MINUTE_S) - 1;
  return {
    moves: [now - mids[second - 7]!, now - mids[second - MINUTE_S]!, 0, now - hoursAgo],
    volume: volumes[minute]! / Math.max(1e-9, meanBefore(volumes, minute)),
    range: ranges[minute]! / Math.max(1e-9, meanBefore(ranges, minute)),
    edges,
    steps: (high - low) / SIM_PROFILES.get(code)!.stepPoints,
  };
}
