/**
 * Reads the recordings independently of the feed under test, so that a mistake in its mapping or
 * parsing shows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RECORDINGS } from './server.ts';

export interface RecordedBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const MINUTE_MS = 60_000;
/**
 * Promised by replay: loops start at the beginning of 2020, five minutes longer than the recording.
 */
const FIRST_LOOP_AT = Date.parse('2020-01-01T00:00:00Z');
const PAUSE_MS = 5 * MINUTE_MS;

export class RecordedMarket {
  readonly #bars = new Map<number, RecordedBar>();
  readonly #from: number;
  readonly #loopMs: number;

  constructor(file: string) {
    const text = gunzipSync(readFileSync(join(RECORDINGS, file))).toString('utf8');
    const [header = '', ...rows] = text.trim().split(/\r?\n/);
    const names = header.toLowerCase().split(',');
    const times: number[] = [];
    for (const row of rows) {
      const fields = row.split(',');
      const field = (name: string): string => fields[names.indexOf(name)] ?? '';
      const time = Date.parse(field('timestamp').replace(' ', 'T'));
      times.push(time);
      const [open, high, low, close] = [field('open'), field('high'), field('low'), field('close')].map(Number);
      this.#bars.set(time, { open: open!, high: high!, low: low!, close: close! });
    }
    this.#from = times[0]!;
    this.#loopMs = times.at(-1)! + MINUTE_MS - this.#from + PAUSE_MS;
  }

  /** The bar that plays at this instant; undefined in the pause between two loops. */
  barAt(wall: number): RecordedBar | undefined {
    const minute = Math.floor(wall / MINUTE_MS) * MINUTE_MS;
    return this.#bars.get(this.#from + ((minute - FIRST_LOOP_AT) % this.#loopMs));
  }

  /** How far the price moves from `price`, up or down, in the three minutes after this one. */
  moveFrom(price: number, wall: number): number {
    const bars = [1, 2, 3].map((minutes) => this.barAt(wall + minutes * MINUTE_MS));
    return Math.max(0, ...bars.map((bar) => (bar === undefined ? 0 : Math.max(bar.high - price, price - bar.low))));
  }
}

const COINS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT'] as const;

/**
 * A recorded coin that plays without a pause for the next minutes: recordings differ in length, so
 * one of them does. Of several, the one that will move most: in one of a hundred cases bitcoin
 * stays still for three minutes, and a test that waits for a price would hang.
 */
export function playingCoin(minutes: number): { readonly code: string; readonly market: RecordedMarket } {
  const now = Date.now();
  const playing = COINS.map((code) => ({ code, market: new RecordedMarket(`crypto_1m/${code}.csv.gz`) })).filter(
    ({ market }) =>
      Array.from({ length: minutes + 8 }, (_, index) => market.barAt(now + (index - 8) * MINUTE_MS)).every(Boolean),
  );
  const moveOf = ({ market }: { readonly market: RecordedMarket }): number => {
    const { close } = market.barAt(now)!;
    return market.moveFrom(close, now) / close;
  };
  const [liveliest] = playing.sort((left, right) => moveOf(right) - moveOf(left));
  if (liveliest === undefined) throw new Error('every recorded coin is pausing now');
  return liveliest;
}
