import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { EnvReader } from '../../platform/env-reader.ts';
import { openKeyFile } from '../../platform/key-file.ts';
import { MARKET_SHAPES, type MarketSecret, NEWEST_SHAPE, OLDEST_SHAPE, secretOfSeed } from './secret.ts';

const FILE = 'market.key';
const KEY_BYTES = 32;
/** Prices of a new installation begin at those of the catalogue, on a full hour. */
const HOUR_MS = 3_600_000;

/** Where the key lies, and not the key: settings travel between threads and may be shown. */
export type MarketKeySettings = {
  readonly folder: string;
  /** Named on purpose: prices that whoever knows it can compute. */
  readonly seed?: string;
};

export function readMarketKeySettings(env: EnvReader): MarketKeySettings {
  const seed = env.text('SIM_SEED');
  const folder = join(resolve(env.text('DATA_DIR') ?? './data'), 'keys');
  return { folder, ...(seed === undefined ? {} : { seed }) };
}

export const secretFor = ({ folder, seed }: MarketKeySettings): MarketSecret =>
  seed === undefined ? openMarketKey(folder) : secretOfSeed(seed);

/**
 * `keys/market.key` in the data folder, made at the first start: 64 hexadecimal digits, the time at
 * which it was made, and the number of the shape of its market, which keys of before do not name.
 */
function openMarketKey(folder: string): MarketSecret {
  const match = /^([0-9a-f]{64}) (\S+)(?: shape (\d+))?\s*$/.exec(openKeyFile(folder, FILE, makeKey));
  const anchor = Date.parse(match?.[2] ?? '');
  if (match === null || Number.isNaN(anchor)) throw new Error(`${join(folder, FILE)} is not a market key.`);
  const named = match[3] === undefined ? OLDEST_SHAPE : Number(match[3]);
  const shape = MARKET_SHAPES.find((known) => known === named);
  // Another shape would change every price that was ever shown.
  if (shape === undefined)
    throw new Error(`${join(folder, FILE)} names shape ${named}, which this version does not have.`);
  return { key: Buffer.from(match[1]!, 'hex'), anchor, shape };
}

function makeKey(): string {
  const madeAt = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return `${randomBytes(KEY_BYTES).toString('hex')} ${new Date(madeAt).toISOString()} shape ${NEWEST_SHAPE}\n`;
}
