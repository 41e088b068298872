import type { Instrument } from '../../instruments/instrument.ts';
import type { CcxtMarket } from './exchange.ts';

/**
 * Quotes that stand for USDT, in order of preference: a dollar counts as one USDT everywhere in
 * Glasshouse.
 */
const QUOTES_FOR: Readonly<Record<string, readonly string[]>> = { USDT: ['USDT', 'USD'] };

/**
 * Coins that some exchanges still list under an earlier name. ccxt already unifies what exchanges
 * spell differently (XBT is BTC), but not what a project renamed. Only renamings one to one: a coin
 * that was split under a new name has another price.
 */
const EARLIER_NAMES: Readonly<Record<string, readonly string[]>> = {
  POL: ['MATIC'],
  RENDER: ['RNDR'],
  KAIA: ['KLAY'],
};

/**
 * The exchange's market of each instrument: the same pair, else the pair in dollars. An instrument
 * without one is not in the map: it has no price from this exchange.
 */
export function mapSymbols(
  instruments: readonly Instrument[],
  markets: Iterable<CcxtMarket>,
): ReadonlyMap<string, string> {
  const byPair = new Map<string, string>();
  for (const { base, quote, symbol, spot, active } of markets) {
    if (spot === false || active === false) continue;
    if (!byPair.has(`${base}/${quote}`)) byPair.set(`${base}/${quote}`, symbol);
  }
  const symbols = new Map<string, string>();
  for (const { code, base, quote } of instruments) {
    const quotes = QUOTES_FOR[quote] ?? [quote];
    const bases = [base, ...(EARLIER_NAMES[base] ?? [])];
    const pairs = bases.flatMap((name) => quotes.map((quote) => `${name}/${quote}`));
    const found = pairs.map((pair) => byPair.get(pair)).find((symbol) => symbol !== undefined);
    if (found !== undefined) symbols.set(code, found);
  }
  return symbols;
}
