import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import type { Random } from '../random.ts';

/** The two coins of the cross first; the others follow the same market. */
export const COINS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'DOGEUSDT', 'XRPUSDT', 'BNBUSDT'] as const;
export const CROSS = 'ETHBTC';
/** A move of all coins, or of one: a share of the price. */
const JUMP = 0.008;
const JUMP_CHANCE = 0.1;
const CALM = 0.00005;

/** A price as everybody sees it, in order of time. */
export interface PriceMove {
  readonly code: string;
  /** Since the last price of the same instrument, as a share. */
  readonly move: number;
  readonly mid: number;
}

/** Prices of coins with a common part, and of a cross that follows from two of them. */
export class BurstMarket {
  readonly #instruments: ReadonlyMap<string, Instrument>;
  readonly #random: Random;
  readonly #logarithms = new Map<string, number>();
  /** The last price of each instrument, and its move before that. */
  readonly #shown = new Map<string, PriceMove>();
  readonly #start = new Map<string, number>();
  readonly #isLive: boolean;

  /** `isLive`: the cross ticks whenever one of its coins does, by what they showed last. */
  constructor(instruments: readonly Instrument[], random: Random, isLive: boolean) {
    this.#isLive = isLive;
    this.#instruments = new Map(instruments.map((instrument) => [instrument.code, instrument]));
    this.#random = random;
    for (const [code, price] of Object.entries(START_PRICES)) this.#start.set(code, price);
  }

  /** Draws where prices go in this second; the order in which they are shown. */
  begin(): string[] {
    const random = this.#random;
    const sign = (): number => (random.chance(0.5) ? 1 : -1);
    const common = random.chance(JUMP_CHANCE) ? sign() * JUMP : 0;
    for (const code of COINS) {
      const own = random.chance(JUMP_CHANCE / COINS.length) ? sign() * JUMP : sign() * CALM;
      this.#logarithms.set(code, (this.#logarithms.get(code) ?? 0) + common + own);
    }
    const coins = shuffled(COINS, random);
    // Simulated crosses show their coins as of the second; live ones what their coins showed last.
    if (!this.#isLive) return shuffled([...coins, CROSS], random);
    return coins.flatMap((code) => (code === 'ETHUSDT' || code === 'BTCUSDT' ? [code, CROSS] : [code]));
  }

  tick(code: string, at: number) {
    const instrument = this.#instruments.get(code) as Instrument;
    const mid = Math.max(1, Math.round(this.#priceOf(code) * 10 ** instrument.precision));
    const last = this.#shown.get(code);
    this.#shown.set(code, { code, mid, move: last === undefined ? 0 : mid / last.mid - 1 });
    const half = Math.max(1, Math.floor(instrument.spreadPoints / 2));
    return { code, bid: Math.max(1, mid - half), ask: mid + half, mid, volume: 1, at };
  }

  seen(code: string): PriceMove {
    return this.#shown.get(code) as PriceMove;
  }

  /** Coins that have shown nothing of this second yet, and the cross. */
  silent(seen: readonly PriceMove[]): readonly string[] {
    const shown = new Set(seen.map(({ code }) => code));
    return [...COINS, CROSS].filter((code) => !shown.has(code) && this.#shown.has(code));
  }

  /** What a price says in whole units of the quote asset. */
  shownPrice(code: string): number {
    return (this.#shown.get(code)?.mid ?? 0) / 10 ** (this.#instruments.get(code)?.precision ?? 0);
  }

  #priceOf(code: string): number {
    if (code === CROSS) return this.#crossPrice();
    return (this.#start.get(code) ?? 1) * Math.exp(this.#logarithms.get(code) ?? 0);
  }

  #crossPrice(): number {
    const price = this.#isLive ? this.shownPrice.bind(this) : this.#priceOf.bind(this);
    const eth = price('ETHUSDT');
    const btc = price('BTCUSDT');
    return 0 < eth && 0 < btc ? eth / btc : START_PRICES.ETHUSDT / START_PRICES.BTCUSDT;
  }
}

const START_PRICES = {
  BTCUSDT: 100_000,
  ETHUSDT: 4_000,
  SOLUSDT: 200,
  DOGEUSDT: 0.2,
  XRPUSDT: 2,
  BNBUSDT: 700,
} as const;

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const list = [...items];
  for (let last = list.length - 1; 0 < last; last -= 1) {
    const index = random.int(0, last);
    [list[last], list[index]] = [list[index] as Item, list[last] as Item];
  }
  return list;
}
