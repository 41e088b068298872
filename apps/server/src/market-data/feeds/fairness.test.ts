import { describe, expect, test } from 'vitest';
import { sessionAt } from '../instruments/calendar.ts';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { makeRecording } from './replay/recording.ts';
import { ReplayFeed } from './replay/replay-feed.ts';
import { secretOfSeed } from './secret.ts';
import { SimFeed } from './sim/sim-feed.ts';
import { mayWin, playOptions } from './testing/play-options.ts';

/** Fast here; `npm run fairness` plays 10⁵ options of each kind for ten keys. */
const OPTIONS = 500;
/** A sample of so many errs by this much in one of ten thousand cases. */
const ERROR = (bets: number): number => (3.9 * 0.5) / Math.sqrt(bets);
const FROM = Date.UTC(2025, 2, 3);
const TO = Date.UTC(2025, 5, 30);

/** A fixed sequence, so that a run can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const CODES = ['BTCUSDT', 'PEPEUSDT', 'EURUSD', 'AAPL'];
const PERIODS: [seconds: number, payoutRate: number][] = [
  [30, 0.8],
  [120, 0.83],
  [14_400, 0.9],
];

describe('no way to bet on past prices beats the simulated market', () => {
  test.each(CODES.flatMap((code) => PERIODS.map(([seconds, rate]) => [code, seconds, rate] as const)))(
    '%s over %d seconds',
    (code, periodSeconds, rate) => {
      const instrument = CATALOGUE.find((one) => one.code === code)!;
      const feed = new SimFeed({ catalogue: [instrument], secret: secretOfSeed(`fair ${code}`) });
      const isOpen = (from: number, to: number): boolean => {
        const endsAt = sessionAt(instrument.calendar, from)?.endsAt;
        return endsAt !== undefined && to < endsAt;
      };
      const range = { from: FROM, to: TO, random: randomOf(periodSeconds), isOpen };
      const tally = playOptions({ feed, code, periodSeconds, options: OPTIONS, ...range });
      for (const { name, bets, rate: won } of tally.rates()) {
        expect(won, `${name}: ${bets} options`).toBeLessThan(mayWin(rate) + ERROR(bets));
      }
    },
  );
});

test('the mean of a price stays, at every horizon', () => {
  // A day of the liveliest class, from many keys: the mean of the ratio is one.
  const catalogue = CATALOGUE.filter(({ code }) => code === 'PEPEUSDT');
  const ratios: number[] = [];
  for (let key = 0; key < 25; key += 1) {
    const feed = new SimFeed({ catalogue, secret: secretOfSeed(`mean ${key}`) });
    const days = feed.bars('PEPEUSDT', '1d', { from: FROM, to: FROM + 60 * 86_400_000, limit: 60 });
    for (let day = 1; day < days.length; day += 1) ratios.push(days[day]!.close / days[day - 1]!.close);
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const deviation = Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / ratios.length);
  expect(Math.abs(mean - 1)).toBeLessThan((4 * deviation) / Math.sqrt(ratios.length));
});

test('inside a recorded minute, what came before says nothing of what comes next', () => {
  // Long wicks on both sides: straight lines between open, high, low and close would show.
  const minute = 60_000;
  const start = Date.UTC(2025, 0, 6);
  const bars = Array.from({ length: 3_000 }, (_, index) => {
    const open = 1_000 + ((index * 37) % 11);
    const close = 1_000 + (((index + 1) * 37) % 11);
    return {
      at: start + index * minute,
      open,
      high: Math.max(open, close) + 6,
      low: Math.min(open, close) - 6,
      close,
      volume: 1,
    };
  });
  const made = makeRecording({
    code: 'ETHUSDT',
    precision: 2,
    spreadPoints: 1,
    bars,
    now: Date.UTC(2026, 0),
    outlierBps: 800,
  });
  if ('empty' in made) throw new Error('no bars');
  const feed = new ReplayFeed({
    recordings: [made],
    catalogue: CATALOGUE,
    speed: 1,
    secret: secretOfSeed('minute'),
    order: 'shuffled',
  });
  const from = Date.UTC(2025, 5, 2);
  const mids: number[] = [];
  for (let at = from; mids.length < 60 * 1_500; at += minute) {
    for (const { mid } of feed.ticksBetween(at - 1, at + minute - 1)) mids.push(mid);
    if (from + 4_000 * minute < at) break;
  }
  for (const back of [5, 25, 60]) {
    let [wins, bets] = [0, 0];
    for (let now = 100; now + 30 < mids.length; now += 15) {
      const before = Math.sign(mids[now]! - mids[now - back]!);
      const after = Math.sign(mids[now + 30]! - mids[now]!);
      if (before === 0 || after === 0) continue;
      bets += 1;
      if (before === after) wins += 1;
    }
    expect(Math.abs(wins / bets - 0.5), `the last ${back} s`).toBeLessThan(mayWin(0.8) - 0.5 + ERROR(bets));
  }
});
