import { type Instrument, MARKET_TYPES } from '../instrument.ts';
import { logoUrl } from '../logos.ts';
import { precisionOf, spreadOf } from './lines.ts';
import { PACES } from './pace.ts';
import { type CoinClass, coinCrosses, coins, etfs, forexPairs, futures, metals, stocks } from './parts.ts';

const DEFAULTS = { minLots: '0.01' } as const;

const COIN_PACES: Readonly<Record<CoinClass, (typeof PACES)[keyof typeof PACES]>> = {
  b: PACES.majorCoin,
  m: PACES.majorCoin,
  l: PACES.coin,
  a: PACES.coin,
  d: PACES.coin,
  s: PACES.calmCoin,
  g: PACES.calmCoin,
};

const COIN_RULES: Readonly<Record<CoinClass, { spreadBps: number; maxLeverage: number; outlierBps: number }>> = {
  b: { spreadBps: 0.2, maxLeverage: 100, outlierBps: 500 },
  m: { spreadBps: 0.8, maxLeverage: 75, outlierBps: 600 },
  l: { spreadBps: 2, maxLeverage: 50, outlierBps: 800 },
  a: { spreadBps: 4, maxLeverage: 25, outlierBps: 1000 },
  d: { spreadBps: 6, maxLeverage: 20, outlierBps: 1500 },
  s: { spreadBps: 0.5, maxLeverage: 5, outlierBps: 100 },
  g: { spreadBps: 3, maxLeverage: 20, outlierBps: 500 },
};

/** The power of ten of the base that is worth some hundred dollars. */
function coinLot(price: number): string {
  const exponent = Math.round(Math.log10(500 / price));
  return exponent < 0 ? (10 ** exponent).toFixed(-exponent) : String(10 ** exponent);
}

const crypto: Instrument[] = [
  ...coins.map((coin, index): Instrument => {
    const { spreadBps, ...rules } = COIN_RULES[coin.kind];
    const precision = precisionOf(coin.price);
    return {
      ...DEFAULTS,
      ...rules,
      ...COIN_PACES[coin.kind],
      code: `${coin.symbol}USDT`,
      id: 20_001 + index,
      type: MARKET_TYPES.crypto,
      name: `${coin.symbol}/USDT`,
      base: coin.symbol,
      quote: 'USDT',
      logo: logoUrl(`${coin.symbol}USDT`),
      precision,
      lotSize: coinLot(coin.price),
      calendar: 'always',
      spreadPoints: spreadOf({ price: coin.price, precision, bps: spreadBps }),
    };
  }),
  ...coinCrosses.map(({ base, quote }, index): Instrument => {
    const { spreadBps, ...rules } = COIN_RULES[base.kind];
    const price = base.price / quote.price;
    const precision = precisionOf(price);
    const code = `${base.symbol}${quote.symbol}`;
    return {
      ...DEFAULTS,
      ...rules,
      ...PACES.coinCross,
      maxLeverage: Math.min(25, rules.maxLeverage),
      code,
      id: 25_001 + index,
      type: MARKET_TYPES.crypto,
      name: `${base.symbol}/${quote.symbol}`,
      base: base.symbol,
      quote: quote.symbol,
      logo: logoUrl(code),
      precision,
      lotSize: coinLot(base.price),
      calendar: 'always',
      spreadPoints: spreadOf({ price, precision, bps: spreadBps * 1.5 }),
    };
  }),
];

/** Quoted with three decimals, as one tenth of a pip of these is a thousandth. */
const THREE_DECIMALS = new Set(['JPY', 'HUF', 'THB']);
const MAJORS = new Set(['EUR', 'GBP', 'USD', 'JPY', 'CHF', 'AUD', 'NZD', 'CAD']);

const forex = forexPairs.map(({ base, quote, spreadPoints }, index): Instrument => {
  const code = `${base.code}${quote.code}`;
  const isMajor = MAJORS.has(base.code) && MAJORS.has(quote.code);
  const hasDollar = base.code === 'USD' || quote.code === 'USD';
  return {
    ...DEFAULTS,
    ...(isMajor ? (hasDollar ? PACES.dollarPair : PACES.majorPair) : PACES.pair),
    code,
    id: 10_001 + index,
    type: MARKET_TYPES.forex,
    name: `${base.code}/${quote.code}`,
    base: base.code,
    quote: quote.code,
    logo: logoUrl(code),
    precision: THREE_DECIMALS.has(quote.code) ? 3 : 5,
    lotSize: '100000',
    maxLeverage: isMajor ? 200 : 50,
    calendar: 'forex',
    spreadPoints,
    outlierBps: 300,
  };
});

const share = { ...DEFAULTS, precision: 2, lotSize: '1', minLots: '1', quote: 'USD', calendar: 'us-equities' } as const;

/** Of those that follow nothing but themselves, bonds move least. */
const isBondFund = ({ factor, coefficient }: (typeof etfs)[number]): boolean => factor === 'own' && coefficient < 0.5;

const shares = [
  ...stocks.map(
    (stock, index): Instrument => ({
      ...share,
      ...PACES.stock,
      code: stock.code,
      id: 30_001 + index,
      type: MARKET_TYPES.stocks,
      name: stock.name,
      base: stock.code,
      logo: logoUrl(stock.code),
      maxLeverage: 10,
      spreadPoints: spreadOf({ price: stock.price, precision: 2, bps: 0.6 }),
      outlierBps: 2000,
    }),
  ),
  ...etfs.map(
    (etf, index): Instrument => ({
      ...share,
      ...(isBondFund(etf) ? PACES.bondFund : PACES.fund),
      code: etf.code,
      id: 50_001 + index,
      type: MARKET_TYPES.etf,
      name: etf.name,
      base: etf.code,
      logo: logoUrl(etf.code),
      maxLeverage: Math.abs(etf.coefficient) < 2 ? 20 : 5,
      spreadPoints: spreadOf({ price: etf.price, precision: 2, bps: 0.25 }),
      outlierBps: 1500,
    }),
  ),
];

const INDEX_FACTORS = new Set(['us', 'tech']);
const CALM_CALENDARS = new Set(['cme-fx', 'cbot-grains']);

function futurePace({ factor, coefficient, calendar }: (typeof futures)[number]) {
  if (INDEX_FACTORS.has(factor)) return PACES.indexFuture;
  // Currencies, grains and bonds.
  const isCalm = CALM_CALENDARS.has(calendar) || (factor === 'own' && coefficient < 1);
  return isCalm ? PACES.calmFuture : PACES.commodityFuture;
}

const dated = futures.map(
  (future, index): Instrument => ({
    ...DEFAULTS,
    ...futurePace(future),
    code: future.code,
    id: 40_001 + index,
    type: MARKET_TYPES.futures,
    name: future.name,
    base: future.code,
    quote: 'USD',
    logo: logoUrl(future.code),
    precision: future.precision,
    lotSize: future.contract,
    minLots: '0.1',
    maxLeverage: 50,
    calendar: future.calendar,
    // The mid stays on the exchange's price steps, so each side is one step away from it.
    spreadPoints: 2 * future.stepPoints,
    outlierBps: 1000,
  }),
);

const PRECIOUS = new Set(['XAUUSD', 'XAGUSD']);
const METAL_LOTS: Readonly<Record<string, string>> = { XAUUSD: '100', XAGUSD: '5000', XPTUSD: '100', XPDUSD: '100' };

const spotMetals = metals.map(
  (metal, index): Instrument => ({
    ...DEFAULTS,
    ...(PRECIOUS.has(metal.code) ? PACES.preciousMetal : PACES.rareMetal),
    code: metal.code,
    id: 60_001 + index,
    type: MARKET_TYPES.metals,
    name: metal.name,
    base: metal.code.slice(0, 3),
    quote: 'USD',
    logo: logoUrl(metal.code),
    precision: metal.code === 'XAGUSD' ? 4 : 3,
    lotSize: METAL_LOTS[metal.code]!,
    maxLeverage: 100,
    calendar: 'metals',
    spreadPoints: metal.spreadPoints,
    outlierBps: 800,
  }),
);

/**
 * Everything that can be traded by default. Codes and ids are unique and never change their
 * meaning.
 */
export const CATALOGUE: readonly Instrument[] = [...crypto, ...forex, ...shares, ...dated, ...spotMetals];

const byCode: ReadonlyMap<string, Instrument> = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));

export function instrumentByCode(code: string): Instrument | undefined {
  return byCode.get(code);
}
