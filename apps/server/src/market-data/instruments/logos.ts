import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { coinCrosses, coins } from './catalogue/parts.ts';

/**
 * Logos are files of this server (`assets/logos`), served under `/logos/<name>.svg`; their sources
 * are named in the README there.
 */
export const LOGO_FOLDER = join(import.meta.dirname, '../../../assets/logos');
export const LOGO_URL_PREFIX = '/logos/';

const files: ReadonlySet<string> = new Set(existsSync(LOGO_FOLDER) ? readdirSync(LOGO_FOLDER) : []);

/**
 * Coins share one logo over all their pairs, and a coin may have the ticker of a company (`CVX`),
 * hence the prefix.
 */
const coinOfCode = new Map<string, string>([
  ...coins.map((coin) => [`${coin.symbol}USDT`, coin.symbol] as const),
  ...coinCrosses.map(({ base, quote }) => [`${base.symbol}${quote.symbol}`, base.symbol] as const),
]);

function logoName(code: string): string | undefined {
  const coin = coinOfCode.get(code);
  const name = `${coin === undefined ? code.toLowerCase() : `coin-${coin.toLowerCase()}`}.svg`;
  return files.has(name) ? name : undefined;
}

/** The path of the logo's file, or null where there is none: the page then draws initials. */
export function logoFile(code: string): string | null {
  const name = logoName(code);
  return name === undefined ? null : join(LOGO_FOLDER, name);
}

/** The path of the logo on this server, `/logos/coin-btc.svg`, or null. */
export function logoUrl(code: string): string | null {
  const name = logoName(code);
  return name === undefined ? null : LOGO_URL_PREFIX + name;
}
