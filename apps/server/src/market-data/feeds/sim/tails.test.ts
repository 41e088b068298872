import { expect, test } from 'vitest';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { NEWEST_SHAPE, secretOfSeed } from '../secret.ts';
import { SimFeed } from './sim-feed.ts';

/**
 * Moves of a minute, closing price to closing price without those over a gap, in recordings: how
 * many of 10,000 lie beyond five of their own deviations, and their kurtosis. Least and most of a
 * class. Crypto: Bybit perpetuals BTC, ETH, SOL (43,199 moves each) and BNB (14,397) in USDT.
 * Shares: AAPL, NVDA, QQQ, SPY and TSLA, seven sessions from 2026-03-12 (2,723 each). Currencies:
 * USDJPY of FXCM, mean of bid and ask, February 2013 (28,722), and the future 6E of CME, January
 * 2024 (29,620).
 */
const RECORDED = {
  crypto: { beyondFive: [19.4, 30.6], kurtosis: [13, 129.7] },
  shares: { beyondFive: [11, 22], kurtosis: [6, 53] },
  currencies: { beyondFive: [23, 27], kurtosis: [55.7, 108.1] },
} as const;
/** What a simulated class may be short of the least or beyond the most: recordings are few. */
const SLACK = 0.25;
/** A few moves decide a kurtosis: half of the least is within what seeds differ by. */
const KURTOSIS_SLACK = 0.5;

const FROM = Date.UTC(2025, 2, 3);
const DAYS = 14;
const MINUTE_MS = 60_000;
const SEEDS = 3;

interface Tails {
  readonly beyondFive: number;
  readonly kurtosis: number;
}

function tailsOf(code: string, seed: number, shape: 1 | 2): Tails {
  const catalogue = CATALOGUE.filter((instrument) => instrument.code === code);
  const feed = new SimFeed({ catalogue, secret: secretOfSeed(`tails ${seed}`, shape) });
  const bars = feed.bars(code, '1m', { from: FROM, to: FROM + DAYS * 86_400_000, limit: DAYS * 1_440 });
  const moves = bars.slice(1).flatMap((bar, index) => {
    const before = bars[index]!;
    return bar.at - before.at === MINUTE_MS ? [Math.log(bar.close / before.close)] : [];
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(moves);
  const variance = mean(moves.map((move) => (move - middle) ** 2));
  const isFar = (move: number): boolean => 5 * Math.sqrt(variance) < Math.abs(move - middle);
  return {
    beyondFive: (10_000 * moves.filter(isFar).length) / moves.length,
    kurtosis: mean(moves.map((move) => (move - middle) ** 4)) / variance ** 2,
  };
}

/** The middle one of some installations, since few moves decide such figures. */
function usualTails(codes: readonly string[], shape: 1 | 2): Tails {
  const all = codes.flatMap((code) => Array.from({ length: SEEDS }, (_, seed) => tailsOf(code, seed, shape)));
  const middleOf = (values: readonly number[]): number =>
    values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
  return {
    beyondFive: middleOf(all.map(({ beyondFive }) => beyondFive)),
    kurtosis: middleOf(all.map(({ kurtosis }) => kurtosis)),
  };
}

const SIMULATED = {
  crypto: ['BTCUSDT', 'SOLUSDT', 'PEPEUSDT'],
  shares: ['AAPL', 'NVDA', 'SPY'],
  currencies: ['USDJPY', 'EURUSD', '6E'],
} as const;
type MarketClass = keyof typeof SIMULATED;
const CLASSES = Object.keys(SIMULATED) as MarketClass[];

test.each(CLASSES)('minutes of %s have the tails of recorded ones', (name) => {
  const { beyondFive, kurtosis } = usualTails(SIMULATED[name], NEWEST_SHAPE);
  const recorded = RECORDED[name];
  expect(beyondFive).toBeGreaterThan(recorded.beyondFive[0] * (1 - SLACK));
  expect(beyondFive).toBeLessThan(recorded.beyondFive[1] * (1 + SLACK));
  expect(kurtosis).toBeGreaterThan(recorded.kurtosis[0] * KURTOSIS_SLACK);
  expect(kurtosis).toBeLessThan(recorded.kurtosis[1]);
});

test('the first shape keeps the thin tails that installations of before began with', () => {
  const { beyondFive, kurtosis } = usualTails(['BTCUSDT'], 1);
  expect(beyondFive).toBeLessThan(RECORDED.crypto.beyondFive[0] * (1 - SLACK));
  expect(kurtosis).toBeLessThan(RECORDED.crypto.kurtosis[0]);
});
