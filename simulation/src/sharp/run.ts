import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { ContractsTrader } from './contracts-trader.ts';
import { ConvertTrader, QuotesTrader, TrianglesTrader } from './convert-trader.ts';
import { History } from './history.ts';
import { OptionsTrader } from './options-trader.ts';
import { type Prices, simPrices, walkPrices } from './prices.ts';
import { SpotTrader } from './spot-trader.ts';
import type { Line, Trader } from './trader.ts';
import { Venue } from './venue.ts';

/** Coins that every product is offered on; the calmest and wildest of them, and one in between. */
const CODES = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'DOGEUSDT', 'XRPUSDT', 'BNBUSDT'] as const;
/** A Monday morning: nights and the days when markets are closed are not what is tried here. */
const START_AT = Date.UTC(2026, 0, 5, 6);
const STEP_MS = 1_000;
/** Before the first order, so that every strategy has a past to look at. */
const WARM_UP_STEPS = 1_900;
/** After the longest order has ended: until an answer to it has come. */
const COOL_DOWN_STEPS = 60;
/**
 * Standard errors by which a mean must exceed zero: with about a hundred strategies, chance alone
 * does so once in three hundred runs.
 */
const ERRORS_MIN = 4;
/** Standard errors on each side of a mean that hold 95 % of chance. */
const ERRORS_OF_95 = 1.96;

export interface SharpOptions {
  /** Of each product. */
  readonly orders: number;
  readonly seed: number;
  readonly prices: 'sim' | 'walk';
  /** For tests: prices that can be predicted, which the run must find. */
  readonly drift?: number;
  /** Between two turns, in which each strategy places one order of each product. */
  readonly everySeconds: number;
  /** Nothing is bet on or kept for longer. */
  readonly longestSeconds: number;
  readonly products?: readonly string[];
  readonly print: (line: string) => void;
}

export interface SharpReport {
  readonly lines: readonly Line[];
  /** Strategies that earn more than they should. */
  readonly found: readonly string[];
  readonly orders: ReadonlyMap<string, number>;
}

/** Lets the sharp trader try everything on every product, and says what it earned. */
export async function runSharp(options: SharpOptions): Promise<SharpReport> {
  const { orders, seed, print, products, everySeconds, longestSeconds } = options;
  const instruments = CODES.map((code) => CATALOGUE.find((instrument) => instrument.code === code)!);
  const prices =
    options.prices === 'sim' ? simPrices(instruments) : walkPrices(instruments, { seed, drift: options.drift ?? 0 });
  const venue = await Venue.open(instruments, START_AT);
  const histories = new Map(instruments.map(({ code }) => [code, new History()]));
  for (const [code, history] of histories) {
    history.others = [...histories].flatMap(([otherCode, otherHistory]) => (otherCode === code ? [] : [otherHistory]));
  }
  const lots = new Map(instruments.map(({ code, minLots }) => [code, minLots]));
  const traderOptions = (number: number) => ({
    venue,
    histories,
    seed: seed + number,
    firstUser: 1 + number * 10_000,
    longestSeconds,
  });
  const traders = [
    new OptionsTrader(traderOptions(1)),
    new ContractsTrader({ ...traderOptions(2), lots }),
    new SpotTrader(traderOptions(3)),
    new ConvertTrader(traderOptions(4)),
    new TrianglesTrader(traderOptions(5)),
    new QuotesTrader(traderOptions(6)),
  ].filter(({ product }) => products === undefined || products.includes(product));
  for (const trader of traders) await trader.open();
  print(`prices of ${prices.name}, seed ${seed}, ${orders} orders of each product`);

  const started = performance.now();
  const clock = new Clock(venue, prices, histories);
  for (let step = 0; step < WARM_UP_STEPS; step += 1) await clock.step();
  // The least willing of the strategies decides nothing: each product has its own count.
  let waiting: readonly Trader[] = traders;
  for (let step = 0; 0 < waiting.length; step += 1) {
    await clock.step();
    const isTurn = step % everySeconds === 0;
    await Promise.all(traders.map((trader) => (isTurn && waiting.includes(trader) ? trader.turn() : trader.settle())));
    waiting = waiting.filter((trader) => trader.orders < orders);
  }
  for (let step = 0; step < COOL_DOWN_STEPS + longestSeconds; step += 1) {
    await clock.step();
    await Promise.all(traders.map((trader) => trader.settle()));
  }
  await venue.stop();
  const lines = traders.flatMap((trader) => trader.lines());
  const found = lines
    .filter(({ isJudged, mean }) => isJudged && ERRORS_MIN * mean.error < mean.mean)
    .map(({ product, strategy }) => `${product}: ${strategy}`);
  report({ traders, lines, print, seconds: (performance.now() - started) / 1_000 });
  return { lines, found, orders: new Map(traders.map(({ product, orders: done }) => [product, done])) };
}

/** Moves everything on by one step, and lets those from outside see one ahead. */
class Clock {
  readonly #venue: Venue;
  readonly #prices: Prices;
  readonly #histories: ReadonlyMap<string, History>;
  #next: ReturnType<Prices['ticksBetween']>;

  constructor(venue: Venue, prices: Prices, histories: ReadonlyMap<string, History>) {
    this.#venue = venue;
    this.#prices = prices;
    this.#histories = histories;
    this.#next = prices.ticksBetween(venue.now, venue.now + STEP_MS);
  }

  async step(): Promise<void> {
    const at = this.#venue.now + STEP_MS;
    const ticks = this.#next;
    this.#next = this.#prices.ticksBetween(at, at + STEP_MS);
    await this.#venue.advance(at, ticks);
    for (const tick of ticks) this.#histories.get(tick.code)?.add(tick);
    for (const { code, mid } of this.#next) {
      const history = this.#histories.get(code);
      if (history !== undefined) history.outside = mid;
    }
  }
}

const percent = (share: number): string => `${share < 0 ? '' : '+'}${(share * 100).toFixed(4)} %`;

function report(results: {
  readonly traders: readonly Trader[];
  readonly lines: readonly Line[];
  readonly print: (line: string) => void;
  readonly seconds: number;
}): void {
  const { traders, lines, print, seconds } = results;
  for (const { product, strategy, mean, isJudged } of lines) {
    // Too short a run says nothing, neither way.
    const mark = !Number.isFinite(mean.error)
      ? 'few '
      : !isJudged
        ? 'cost'
        : ERRORS_MIN * mean.error < mean.mean
          ? 'GAIN'
          : 'ok  ';
    const [from, to] = [-1, 1].map((side) => percent(mean.mean + side * ERRORS_OF_95 * mean.error));
    const range = !Number.isFinite(mean.error) ? percent(mean.mean) : `${percent(mean.mean)} (95 %: ${from} to ${to})`;
    print(`${mark} ${product.padEnd(10)} ${strategy.padEnd(24)} ${range}, ${mean.count} orders`);
  }
  for (const { product, orders, refusals } of traders) {
    const refused = [...refusals].map(([code, count]) => `${count} × ${code}`).join(', ');
    print(`${product}: ${orders} orders${refused === '' ? '' : `, refused ${refused}`}`);
  }
  print(`${seconds.toFixed(0)} s`);
}
