import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultContractOffer } from '../../../products/contracts/offer.ts';
import { defaultConvertOffers } from '../../../products/convert/offer.ts';
import { defaultOptionOffer } from '../../../products/options/offer.ts';
import { defaultSpotOffer } from '../../../products/spot/offer.ts';
import { MARKET_TYPES } from '../instrument.ts';
import { LOGO_FOLDER, logoFile, logoUrl } from '../logos.ts';
import { CATALOGUE, instrumentByCode } from './index.ts';

/** Quote of every pair, with no instrument of its own; drawn beside balances (`asset-logo.tsx`). */
const LOGO_OF_QUOTE = '/logos/coin-usdt.svg';

const count = (type: number): number => CATALOGUE.filter((instrument) => instrument.type === type).length;

describe('the default catalogue', () => {
  test.each([
    ['crypto', 350],
    ['forex', 40],
    ['futures', 20],
    ['etf', 40],
    ['stocks', 60],
    ['metals', 4],
  ] as const)('holds at least as many %s as promised: %d', (type, least) => {
    expect(count(MARKET_TYPES[type])).toBeGreaterThanOrEqual(least);
  });

  test('codes and ids are unique, and every line is within what money and the wire can carry', () => {
    expect(new Set(CATALOGUE.map(({ code }) => code)).size).toBe(CATALOGUE.length);
    expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
    for (const line of CATALOGUE) {
      expect(line.code, line.code).toMatch(/^[A-Z0-9.]{1,16}$/);
      expect(line.name.length, line.code).toBeGreaterThan(1);
      expect(line.precision, line.code).toBeLessThanOrEqual(10);
      expect(line.lotSize, line.code).toMatch(/^(0\.\d{1,8}|[1-9]\d*)$/);
      expect(Number(line.minLots), line.code).toBeGreaterThan(0);
      expect(line.spreadPoints, line.code).toBeGreaterThanOrEqual(1);
      expect(60_000 % line.tickMs, line.code).toBe(0);
      expect(line.tickMs < line.stalenessMs && line.stalenessMs <= line.gapLimitMs, line.code).toBe(true);
    }
  });

  test('what is recorded can be traded', () => {
    for (const code of 'BTCUSDT ETHUSDT SOLUSDT BNBUSDT AAPL NVDA TSLA QQQ SPY USDJPY EURUSD 6E XAUUSD'.split(' ')) {
      expect(instrumentByCode(code)?.code).toBe(code);
    }
    expect(instrumentByCode('NOSUCH')).toBeUndefined();
  });

  /**
   * Ids are on the wire and in people's orders: a line that is inserted instead of appended changes
   * this.
   */
  test('ids never change their meaning', () => {
    const lines = (type: number, most: number): string =>
      CATALOGUE.filter((instrument) => instrument.type === type)
        .sort((left, right) => left.id - right.id)
        .slice(0, most)
        .map(({ id, code }) => `${id} ${code}`)
        .join('\n');
    const digest = (type: number, most: number): string =>
      createHash('sha256').update(lines(type, most)).digest('hex').slice(0, 12);
    expect([
      digest(MARKET_TYPES.crypto, 350),
      digest(MARKET_TYPES.forex, 48),
      digest(MARKET_TYPES.stocks, 70),
      digest(MARKET_TYPES.futures, 24),
      digest(MARKET_TYPES.etf, 46),
      digest(MARKET_TYPES.metals, 4),
    ]).toMatchInlineSnapshot(`
      [
        "6489d1071470",
        "6fcb027472e4",
        "52606f9c8110",
        "95ffb630e337",
        "b22e620003a3",
        "3ed1a35ad547",
      ]
    `);
  });
});

test.each([
  ['BTCUSDT', 6_000, 500, 15_000],
  ['ETHUSDT', 6_000, 500, 15_000],
  ['DOGEUSDT', 8_000, 1_000, 15_000],
  ['PEPEUSDT', 8_000, 1_000, 15_000],
  ['ETHBTC', 10_000, 1_000, 15_000],
  ['USDCUSDT', 15_000, 1_000, 30_000],
  ['PAXGUSDT', 15_000, 1_000, 30_000],
  ['EURUSD', 5_000, 1_000, 15_000],
  ['EURJPY', 8_000, 1_000, 15_000],
  ['USDTRY', 15_000, 1_000, 30_000],
  ['AAPL', 8_000, 1_000, 15_000],
  ['SPY', 10_000, 1_000, 15_000],
  ['TLT', 10_000, 1_000, 15_000],
  ['BND', 20_000, 1_000, 30_000],
  ['ES', 5_000, 1_000, 15_000],
  ['CL', 6_000, 1_000, 15_000],
  ['6E', 15_000, 1_000, 30_000],
  ['ZC', 15_000, 1_000, 30_000],
  ['ZN', 15_000, 1_000, 30_000],
  ['XAUUSD', 5_000, 1_000, 15_000],
  ['XPTUSD', 15_000, 1_000, 30_000],
])('a price of %s is valid for %d ms, there is at most one in %d, and %d are a gap', (code, ...pace) => {
  const { stalenessMs, tickMs, gapLimitMs } = instrumentByCode(code)!;
  expect([stalenessMs, tickMs, gapLimitMs]).toEqual(pace);
});

test('what is offered says so, and the log with it', () => {
  const instruments = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));
  const convert = new Map(defaultConvertOffers(CATALOGUE).map((offer) => [offer.code, offer]));
  for (const code of ['BTCUSDT', 'BND', 'EURUSD', 'ETHBTC', 'ZC']) {
    const instrument = instrumentByCode(code)!;
    const { stalenessMs, tickMs } = instrument;
    const offers = [
      defaultOptionOffer(instrument),
      defaultContractOffer(instrument, instruments),
      defaultSpotOffer(instrument),
      convert.get(code),
    ].filter((offer) => offer !== undefined);
    expect(offers.length, code).toBeGreaterThan(1);
    for (const offer of offers) expect(offer, code).toMatchObject({ stalenessMs, tickMs });
  }
});

describe('logos', () => {
  test('a coin has one over all its pairs, a currency pair its two flags, others may have none', () => {
    expect(logoUrl('BTCUSDT')).toBe('/logos/coin-btc.svg');
    expect(logoUrl('ETHBTC')).toBe(logoUrl('ETHUSDT'));
    expect(logoUrl('EURUSD')).toBe('/logos/eurusd.svg');
    expect(logoFile('EURUSD')).toBe(join(LOGO_FOLDER, 'eurusd.svg'));
    expect(logoUrl('AGG')).toBeNull();
    expect(logoFile('AGG')).toBeNull();
    // The coin and the company share a ticker, not a logo.
    expect(logoUrl('CVX')).not.toBe('/logos/coin-cvx.svg');
  });

  test('files are small drawings without scripts, pictures or other hosts, and each is used', () => {
    const used = new Set([...CATALOGUE.map(({ logo }) => logo), LOGO_OF_QUOTE]);
    const names = readdirSync(LOGO_FOLDER).filter((file) => file.endsWith('.svg'));
    expect(names.map((name) => `/logos/${name}`)).toContain(LOGO_OF_QUOTE);
    for (const name of names) {
      const drawing = readFileSync(join(LOGO_FOLDER, name), 'utf8');
      expect(drawing.startsWith('<svg '), name).toBe(true);
      expect(drawing.length, name).toBeLessThan(10_000);
      expect(drawing, name).not.toMatch(/<script|<image|<foreignObject|\son\w+=|(?:href|src)="(?!#)|url\((?!#|"#|'#)/i);
      expect(used.has(`/logos/${name}`), name).toBe(true);
    }
  });
});
