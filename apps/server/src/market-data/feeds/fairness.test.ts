import { expect, test } from 'vitest';
import { defaultOptionOffer } from '../../products/options/offer.ts';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { makeRecording } from './replay/recording.ts';
import { ReplayFeed } from './replay/replay-feed.ts';
import { type MarketShape, NEWEST_SHAPE, OLDEST_SHAPE, secretOfSeed } from './secret.ts';
import { SimFeed } from './sim/sim-feed.ts';
import { mayWin, playOptions } from './testing/play-options.ts';
import { simulatedMarket } from './testing/played-market.ts';
import type { Rate } from './testing/strategies.ts';

/** Fast here: two thousand bets on each period; `npm run fairness` plays every instrument. */
const STRETCHES = 50;
/** Of some five thousand averages none errs by more in one of a hundred runs. */
const ERRORS = 4.6;
const BETS_MIN = 200;
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

/** Averages that are clearly above what this payout leaves. */
function above(
  code: string,
  sold: readonly { seconds: number; payoutRate: number }[],
  shape: MarketShape,
): readonly string[] {
  const instrument = CATALOGUE.find((candidate) => candidate.code === code)!;
  const feed = new SimFeed({ catalogue: [instrument], secret: secretOfSeed(`fair ${code}`, shape) });
  const range = { from: FROM, to: TO, random: randomOf(7) };
  const periods = sold.map(({ seconds }) => seconds);
  const tallies = playOptions({ market: simulatedMarket(feed), instrument, periods, stretches: STRETCHES, ...range });
  return sold.flatMap(({ seconds, payoutRate }) => {
    const isAbove = ({ bets, rate, error }: Rate): boolean =>
      BETS_MIN <= bets && mayWin(payoutRate) + ERRORS * error < rate;
    return tallies
      .get(seconds)!
      .rates()
      .filter(isAbove)
      .map(({ name }) => `${code} ${seconds} s: ${name}`);
  });
}

/** Of each class, with the liveliest coin, coarse prices, and futures of a slow clock at night. */
const PLAYED = [
  'BTCUSDT',
  'PEPEUSDT',
  'ETHBTC',
  'EURUSD',
  'EURJPY',
  'AAPL',
  'SPY',
  'BND',
  'CL',
  'ES',
  'NG',
  'HG',
  'ZC',
  'XAUUSD',
];
/** Installations of before keep their shape, and are offered what the newest one allows. */
const OF_BEFORE = ['BTCUSDT', 'EURJPY', 'AAPL', 'NG'];
const ON_EACH_SHAPE = [
  ...PLAYED.map((code) => [NEWEST_SHAPE, code] as const),
  ...OF_BEFORE.map((code) => [OLDEST_SHAPE, code] as const),
];

test.each(ON_EACH_SHAPE)('in shape %i no way to bet on past prices beats what is sold on %s', (shape, code) => {
  const { periods } = defaultOptionOffer(CATALOGUE.find((instrument) => instrument.code === code)!);
  const sold = periods.map(({ seconds, payoutRate }) => ({ seconds, payoutRate: Number(payoutRate) }));
  expect(above(code, sold, shape)).toEqual([]);
});

test.each([
  ['ZC', 30],
  ['BND', 30],
])('what is not sold would be found: whoever fades %s over %d seconds wins', (code, seconds) => {
  expect(above(code, [{ seconds, payoutRate: 0.8 }], NEWEST_SHAPE).join()).toContain('fade the range');
});

test('the mean of a price stays, at every horizon', () => {
  // A day of the liveliest class, from many keys: the mean of the ratio is one.
  const catalogue = CATALOGUE.filter(({ code }) => code === 'PEPEUSDT');
  const ratios: number[] = [];
  for (let key = 0; key < 25; key += 1) {
    const feed = new SimFeed({ catalogue, secret: secretOfSeed(`mean ${key}`, NEWEST_SHAPE) });
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
