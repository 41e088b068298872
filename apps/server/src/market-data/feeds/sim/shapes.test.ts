import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { INTERVAL_MS } from '../../candles/intervals.ts';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { MARKET_SHAPES, type MarketShape, secretOfSeed } from '../secret.ts';
import { SimFeed } from './sim-feed.ts';

/** Of every class and clock, a cross of two quotes, a leveraged fund, and coarse prices. */
const CODES = ['BTCUSDT', 'PEPEUSDT', 'ETHBTC', 'EURUSD', 'EURJPY', 'AAPL', 'TQQQ', 'BND', 'CL', 'ES', 'ZC', 'XAUUSD'];
const NOW = Date.UTC(2026, 0, 7, 15);
const DAY_MS = 86_400_000;
const DAYS_AGO = [0, 3, 40, 400];
const BARS = 50;

/** Ticks of ten seconds now and long ago, and the newest candles of minutes and days. */
function digestOf(shape: MarketShape): string {
  const catalogue = CATALOGUE.filter(({ code }) => CODES.includes(code));
  const feed = new SimFeed({ catalogue, secret: secretOfSeed('what was shown', shape) });
  const hash = createHash('sha256');
  for (const days of DAYS_AGO) {
    const at = NOW - days * DAY_MS;
    hash.update(JSON.stringify(feed.ticksBetween(at, at + 10_000)));
  }
  for (const { code } of catalogue) {
    for (const interval of ['1m', '1d'] as const) {
      const from = NOW - 2 * BARS * INTERVAL_MS[interval];
      hash.update(JSON.stringify(feed.bars(code, interval, { from, to: NOW, limit: BARS })));
    }
  }
  return hash.digest('hex');
}

/**
 * Prices are computed again whenever a chart is drawn and whenever a server starts: another one
 * would be a jump that ends positions, and would contradict what tapes and receipts hold. The
 * first digest is that of the release before shapes had numbers.
 */
const SHOWN: Readonly<Record<MarketShape, string>> = {
  1: '41ed92e9eec43ad769387d571268e949cfdfc3a75f347b26561f341ad254bc49',
  2: '5ce7d15ef00e1f2374b01e35914da32861fcf45e95efe489fa3e9a06a794284c',
};

test.each(MARKET_SHAPES)('prices of shape %i are what they were, to the last digit', (shape) => {
  expect(digestOf(shape)).toBe(SHOWN[shape]);
});
