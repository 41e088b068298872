import { optionsPeriod } from '@glasshouse/api/schemas/market';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { medianDrift, stepAdvantage, stepShare } from '../../market-data/feeds/sim/price-moves.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { defaultOptionOffer } from './offer.ts';

const bySeconds = (code: string): Map<number, number> =>
  new Map(
    defaultOptionOffer(CATALOGUE.find((instrument) => instrument.code === code)!).periods.map(
      ({ seconds, payoutRate }) => [seconds, Number(payoutRate)],
    ),
  );

test('the drift of a median takes a quarter of the published edge at most, of every option sold', () => {
  const above: string[] = [];
  for (const instrument of CATALOGUE) {
    for (const { seconds, payoutRate } of defaultOptionOffer(instrument).periods) {
      const edge = 1 / (1 + Number(payoutRate)) - 0.5;
      if (edge / 4 + 1e-12 < medianDrift(instrument.code, seconds)) above.push(`${instrument.code} ${seconds} s`);
    }
  }
  expect(above).toEqual([]);
});

test.each([
  ['BTCUSDT', 86_400, 0.92],
  ['ETHUSDT', 86_400, 0.91],
  ['PEPEUSDT', 86_400, 0.85],
  ['PEPEUSDT', 14_400, 0.9],
  ['EURUSD', 86_400, 0.92],
  ['ETHBTC', 86_400, 0.92],
  ['AAPL', 14_400, 0.9],
])('%s over %d seconds pays %d', (code, seconds, payout) => {
  expect(bySeconds(code).get(seconds)).toBe(payout);
});

test('a calm coin sells every period, and the API can show each', () => {
  const seconds = [...bySeconds('BTCUSDT').keys()];
  expect(seconds).toEqual([30, 60, 120, 180, 300, 600, 1_800, 3_600, 14_400, 86_400]);
  expect(seconds.filter((period) => !Value.Check(optionsPeriod.properties.id, period))).toEqual([]);
});

test('a price that has just stepped takes half of the edge at most, and every instrument has options', () => {
  const above: string[] = [];
  for (const instrument of CATALOGUE) {
    const { periods } = defaultOptionOffer(instrument);
    expect(periods.length, instrument.code).toBeGreaterThan(0);
    for (const { seconds, payoutRate } of periods) {
      const edge = 1 / (1 + Number(payoutRate)) - 0.5;
      const wins = 0.5 / (1 - 0.39894 * stepShare(instrument, seconds));
      if (0.5 + edge / 2 + 1e-5 < wins) above.push(`${instrument.code} ${seconds} s`);
    }
  }
  expect(above).toEqual([]);
});

test('so does who fades ranges, and in calm stretches of the quietest hour they stay below break-even', () => {
  const above: string[] = [];
  for (const instrument of CATALOGUE) {
    for (const { seconds, payoutRate } of defaultOptionOffer(instrument).periods) {
      const edge = 1 / (1 + Number(payoutRate)) - 0.5;
      const { mean, calmest } = stepAdvantage(instrument, seconds);
      if (edge / 2 + 1e-9 < mean || edge <= calmest) above.push(`${instrument.code} ${seconds} s`);
    }
  }
  expect(above).toEqual([]);
});

test('prices of a slow clock at night say more of where they lie', () => {
  const [gas, oil] = ['NG', 'CL'].map((code) =>
    stepAdvantage(CATALOGUE.find((instrument) => instrument.code === code)!, 120),
  );
  // Oil has coarser steps, but only gas rests for four seconds at night.
  // Jumps take more of what oil moves by, whose clock has more indices a day: hence not the double.
  expect(gas!.mean).toBeGreaterThan(1.5 * oil!.mean);
  expect(gas!.calmest).toBeGreaterThan(oil!.calmest);
});

test.each([
  ['BTCUSDT', 30],
  ['EURUSD', 30],
  ['AAPL', 30],
  ['XAUUSD', 30],
  ['USDCUSDT', 180],
  ['CL', 1_800],
  ['NG', 1_800],
  ['ES', 600],
  ['ZC', 14_400],
  ['BND', 14_400],
])('the shortest period of %s is %d seconds', (code, seconds) => {
  expect(Math.min(...bySeconds(code).keys())).toBe(seconds);
});

test('a longer period never drifts less', () => {
  for (const { code } of CATALOGUE) {
    const drifts = [30, 3_600, 14_400, 86_400].map((seconds) => medianDrift(code, seconds));
    expect(drifts.toSorted((left, right) => left - right)).toEqual(drifts);
  }
});

test.each([
  ['BTCUSDT', 86_400],
  ['EURUSD', 86_400],
  ['ES', 14_400],
  ['ZC', 14_400],
  ['XAUUSD', 14_400],
  ['AAPL', 14_400],
])('the longest period of %s is %d seconds: no other fits into a session', (code, seconds) => {
  expect(Math.max(...bySeconds(code).keys())).toBe(seconds);
});
