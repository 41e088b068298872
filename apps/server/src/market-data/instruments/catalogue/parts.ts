import { COIN_CROSSES, COINS } from './crypto.ts';
import { ETFS, FUTURES, METALS, STOCKS } from './exchange.ts';
import { CURRENCIES, FOREX_PAIRS } from './forex.ts';
import { parseLines } from './lines.ts';

/**
 * The tables of the catalogue with their fields named. What the simulated market and the catalogue
 * both read.
 */
export type CoinClass = 'b' | 'm' | 'l' | 'a' | 'd' | 's' | 'g';
const COIN_CLASSES = 'bmladsg';

export const coins = parseLines(COINS, 4).map(([symbol, price, kind, name]) => {
  if (kind!.length !== 1 || !COIN_CLASSES.includes(kind!)) throw new Error(`no such class of coin: ${kind}`);
  return { symbol: symbol!, price: Number(price), kind: kind as CoinClass, name: name! };
});
const coinBySymbol = new Map(coins.map((coin) => [coin.symbol, coin]));

export const coinCrosses = COIN_CROSSES.trim()
  .split(/\s+/)
  .map((pair) => {
    const [base, quote] = pair.split('/').map((symbol) => coinBySymbol.get(symbol));
    if (base === undefined || quote === undefined) throw new Error(`a cross of unknown coins: ${pair}`);
    return { base, quote };
  });

export const currencies = new Map(
  parseLines(CURRENCIES, 5).map(([code, dollars, volatility, flag, name]) => [
    code!,
    { code: code!, dollars: Number(dollars), dailyVolatility: Number(volatility) / 100, flag: flag!, name: name! },
  ]),
);

export const forexPairs = parseLines(FOREX_PAIRS, 2).map(([pair, spread]) => {
  const [base, quote] = pair!.split('/').map((code) => currencies.get(code));
  if (base === undefined || quote === undefined) throw new Error(`a pair of unknown currencies: ${pair}`);
  return { base, quote, spreadPoints: Number(spread), price: base.dollars / quote.dollars };
});

export const stocks = parseLines(STOCKS, 4).map(([code, price, volatility, name]) => ({
  code: code!,
  price: Number(price),
  dailyVolatility: Number(volatility) / 100,
  name: name!,
}));

export const etfs = parseLines(ETFS, 5).map(([code, price, factor, coefficient, name]) => ({
  code: code!,
  price: Number(price),
  factor: factor!,
  coefficient: Number(coefficient),
  name: name!,
}));

export const futures = parseLines(FUTURES, 9).map(
  ([code, price, calendar, precision, step, contract, factor, coefficient, name]) => ({
    code: code!,
    price: Number(price),
    calendar: calendar!,
    precision: Number(precision),
    stepPoints: Number(step),
    contract: contract!,
    factor: factor!,
    coefficient: Number(coefficient),
    name: name!,
  }),
);

export const metals = parseLines(METALS, 5).map(([code, price, spread, factor, name]) => ({
  code: code!,
  price: Number(price),
  spreadPoints: Number(spread),
  factor: factor!,
  name: name!,
}));
