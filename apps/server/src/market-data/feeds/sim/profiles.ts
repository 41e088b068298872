import type { CoinClass } from '../../instruments/catalogue/parts.ts';
import {
  coinCrosses,
  coins,
  currencies,
  etfs,
  forexPairs,
  futures,
  metals,
  stocks,
} from '../../instruments/catalogue/parts.ts';
import type { ClockName } from './clock.ts';

type Terms = Readonly<Record<string, number>>;

/** What the simulated market of one instrument is made of, from the tables of the catalogue. */
export interface SimProfile {
  /** Price at which all factors are zero. */
  readonly price: number;
  readonly clock: ClockName;
  readonly activity: ActivityName;
  /** What its base and its quote are worth in dollars: factor name → coefficient. */
  readonly base: Terms;
  readonly quote: Terms;
  /** Prices are multiples of so many points. */
  readonly stepPoints: number;
  /** Worth of what trades on one day, in the quote's unit. */
  readonly turnoverPerDay: number;
}

export interface FactorProfile {
  readonly clock: ClockName;
  readonly activity: ActivityName;
  readonly dailyVolatility: number;
}

/** Relative activity by hour of UTC. */
export const ACTIVITIES = {
  crypto: [9, 9, 8, 8, 8, 8, 8, 9, 10, 10, 9, 9, 10, 13, 15, 15, 14, 12, 11, 10, 10, 10, 9, 9],
  forex: [8, 8, 7, 6, 6, 7, 10, 13, 13, 11, 10, 10, 13, 15, 15, 14, 11, 9, 8, 7, 6, 4, 5, 6],
  exchange: [5, 5, 5, 5, 5, 5, 6, 8, 8, 7, 7, 7, 9, 16, 15, 12, 10, 9, 9, 11, 12, 6, 5, 5],
} as const;
export type ActivityName = keyof typeof ACTIVITIES;

const CRYPTO_MARKET = 0.0195;
const US_MARKET = 0.009;
/** Share in the market's movement, own daily volatility, turnover a day. */
const COINS: Readonly<Record<CoinClass, { beta: number; own: number; turnover: number }>> = {
  b: { beta: 1, own: 0.009, turnover: 1.5e10 },
  m: { beta: 1.05, own: 0.019, turnover: 2.5e9 },
  l: { beta: 1.1, own: 0.027, turnover: 2e8 },
  a: { beta: 1.3, own: 0.032, turnover: 2.5e7 },
  d: { beta: 1.4, own: 0.042, turnover: 6e7 },
  s: { beta: 0, own: 0.0002, turnover: 2e8 },
  g: { beta: 0, own: 0.009, turnover: 4e7 },
};

/** Companies that move with the technology index beside the whole market. */
const TECH = new Set(
  'AAPL NVDA MSFT AMZN GOOGL META AVGO AMD NFLX INTC QCOM ORCL CRM ADBE TXN MU PLTR SHOP TSM ASML ARM SNOW SMCI TSLA'.split(
    ' ',
  ),
);
const TECH_SHARE = 0.8;

/** Turnover a day of those that are traded far more than others. */
const TURNOVERS: Readonly<Record<string, number>> = {
  SPY: 4e10,
  QQQ: 2.5e10,
  IWM: 7e9,
  TLT: 3e9,
  VOO: 4e9,
  GLD: 3e9,
  NVDA: 3e10,
  TSLA: 2.5e10,
  AAPL: 1.2e10,
  MSFT: 1e10,
  AMZN: 9e9,
  META: 9e9,
  AMD: 9e9,
  GOOGL: 7e9,
};

/** What a factor named in the tables is made of. */
const INDEX_TERMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  us: { us: 1 },
  tech: { us: 1.1, tech: 1 },
  gold: { gold: 1 },
  silver: { gold: 1.1, silver: 1 },
  platinum: { gold: 0.7, platinum: 1 },
  palladium: { gold: 0.6, palladium: 1 },
  oil: { oil: 1 },
};
const EXCHANGE_FACTORS = new Set(['us', 'tech']);

const factors = new Map<string, FactorProfile>([
  ['crypto', { clock: 'always', activity: 'crypto', dailyVolatility: CRYPTO_MARKET }],
  ['us', { clock: 'exchange', activity: 'exchange', dailyVolatility: US_MARKET }],
  ['tech', { clock: 'exchange', activity: 'exchange', dailyVolatility: 0.006 }],
  ['gold', { clock: 'week', activity: 'forex', dailyVolatility: 0.011 }],
  ['silver', { clock: 'week', activity: 'forex', dailyVolatility: 0.013 }],
  ['platinum', { clock: 'week', activity: 'forex', dailyVolatility: 0.014 }],
  ['palladium', { clock: 'week', activity: 'forex', dailyVolatility: 0.018 }],
  ['oil', { clock: 'week', activity: 'exchange', dailyVolatility: 0.021 }],
]);
const profiles = new Map<string, SimProfile>();

const scaled = (terms: Readonly<Record<string, number>>, by: number): Record<string, number> =>
  Object.fromEntries(Object.entries(terms).map(([name, coefficient]) => [name, coefficient * by]));

const coinTerms = ({ symbol, kind }: { symbol: string; kind: CoinClass }): Terms => ({
  ...(COINS[kind].beta === 0 ? {} : { crypto: COINS[kind].beta }),
  [`coin:${symbol}`]: 1,
});

for (const coin of coins) {
  const { own, turnover } = COINS[coin.kind];
  factors.set(`coin:${coin.symbol}`, { clock: 'always', activity: 'crypto', dailyVolatility: own });
  profiles.set(`${coin.symbol}USDT`, {
    price: coin.price,
    clock: 'always',
    activity: 'crypto',
    base: coinTerms(coin),
    quote: {},
    stepPoints: 1,
    turnoverPerDay: turnover,
  });
}

for (const { base, quote } of coinCrosses) {
  profiles.set(`${base.symbol}${quote.symbol}`, {
    price: base.price / quote.price,
    clock: 'always',
    activity: 'crypto',
    base: coinTerms(base),
    quote: coinTerms(quote),
    stepPoints: 1,
    turnoverPerDay: COINS[base.kind].turnover / 20 / quote.price,
  });
}

for (const currency of currencies.values()) {
  const { dailyVolatility } = currency;
  if (0 < dailyVolatility)
    factors.set(`currency:${currency.code}`, { clock: 'week', activity: 'forex', dailyVolatility });
}
const currencyTerm = (code: string): Record<string, number> =>
  factors.has(`currency:${code}`) ? { [`currency:${code}`]: 1 } : {};

for (const { base, quote, price } of forexPairs) {
  profiles.set(`${base.code}${quote.code}`, {
    price,
    clock: 'week',
    activity: 'forex',
    base: currencyTerm(base.code),
    quote: currencyTerm(quote.code),
    stepPoints: 1,
    turnoverPerDay: 2e10 * price,
  });
}

for (const stock of stocks) {
  const isTech = TECH.has(stock.code);
  // The market never explains more than three quarters of a stock's movement.
  const beta = Math.min(
    0.5 + stock.dailyVolatility / 0.03,
    (0.75 * stock.dailyVolatility) / (isTech ? 0.011 : US_MARKET),
  );
  const terms = isTech ? scaled(INDEX_TERMS.tech!, beta * TECH_SHARE) : { us: beta };
  const explained = Object.entries(terms).reduce(
    (sum, [name, coefficient]) => sum + (coefficient * factors.get(name)!.dailyVolatility) ** 2,
    0,
  );
  factors.set(`stock:${stock.code}`, {
    clock: 'exchange',
    activity: 'exchange',
    dailyVolatility: Math.sqrt(stock.dailyVolatility ** 2 - explained),
  });
  profiles.set(stock.code, {
    price: stock.price,
    clock: 'exchange',
    activity: 'exchange',
    base: { ...terms, [`stock:${stock.code}`]: 1 },
    quote: {},
    stepPoints: 1,
    turnoverPerDay: TURNOVERS[stock.code] ?? 2.5e9,
  });
}

/**
 * A fund or future: an index with its own small noise, a currency, or (`own`) nothing but itself.
 */
function derived(
  code: string,
  options: { factor: string; coefficient: number; noise: number },
): {
  clock: ClockName;
  terms: Record<string, number>;
} {
  const { factor, coefficient, noise } = options;
  const own = `own:${code}`;
  if (factor === 'own') {
    factors.set(own, { clock: 'exchange', activity: 'exchange', dailyVolatility: coefficient / 100 });
    return { clock: 'exchange', terms: { [own]: 1 } };
  }
  const index = INDEX_TERMS[factor] ?? currencyTerm(factor);
  const clock = EXCHANGE_FACTORS.has(factor) ? 'exchange' : 'week';
  if (noise === 0) return { clock, terms: scaled(index, coefficient) };
  factors.set(own, { clock, activity: 'exchange', dailyVolatility: noise });
  return { clock, terms: { ...scaled(index, coefficient), [own]: 1 } };
}

for (const { code, price, factor, coefficient } of etfs) {
  const { clock, terms } = derived(code, { factor, coefficient, noise: coefficient === 1 ? 0.0004 : 0.004 });
  profiles.set(code, {
    price,
    clock,
    activity: 'exchange',
    base: terms,
    quote: {},
    stepPoints: 1,
    turnoverPerDay: TURNOVERS[code] ?? 1.5e9,
  });
}

for (const { code, price, factor, coefficient, stepPoints, contract } of futures) {
  const { clock, terms } = derived(code, { factor, coefficient, noise: 0.0003 });
  // Volume of a future counts contracts.
  profiles.set(code, {
    price,
    clock,
    activity: 'exchange',
    base: terms,
    quote: {},
    stepPoints,
    turnoverPerDay: 5e10 / Number(contract),
  });
}

for (const { code, price, factor } of metals) {
  profiles.set(code, {
    price,
    clock: 'week',
    activity: 'forex',
    base: INDEX_TERMS[factor]!,
    quote: {},
    stepPoints: 1,
    turnoverPerDay: 1e10,
  });
}

export const SIM_PROFILES: ReadonlyMap<string, SimProfile> = profiles;
export const FACTOR_PROFILES: ReadonlyMap<string, FactorProfile> = factors;
