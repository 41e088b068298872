import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import { Random } from '../random.ts';
import { BurstMarket, COINS, CROSS, type PriceMove } from './burst-market.ts';
import { BURSTS, Burst } from './burst-strategies.ts';
import type { Mean } from './tally.ts';
import { Venue } from './venue.ts';

const START_AT = Date.UTC(2026, 0, 5, 6);
const SECOND_MS = 1_000;
/** Between two prices of one second, which come one after the other. */
const BETWEEN_MS = 100;
const ERRORS_MIN = 4;
const WARM_UP_SECONDS = 5;
const COOL_DOWN_SECONDS = 30;

export interface BurstOptions {
  /** Of each strategy at least, and as many as it takes to judge it. */
  readonly orders: number;
  readonly seed: number;
  /** As before: quotes of the house and firm prices are met at the last price. */
  readonly isBefore?: boolean;
  /** A cross ticks whenever one of its coins does, as from live sources; else once a second. */
  readonly isLive?: boolean;
  readonly print: (line: string) => void;
}

export interface BurstLine {
  readonly product: string;
  readonly strategy: string;
  readonly mean: Mean;
}

export interface BurstReport {
  readonly lines: readonly BurstLine[];
  /** Strategies that earn. */
  readonly found: readonly string[];
  readonly orders: number;
}

/**
 * All coins make the same jump within a second, but show it one after the other. Whoever has seen
 * some of them trades those that have not ticked yet, again and again, with every product that
 * sells them; what was bought is sold at the price after.
 */
export async function runBursts(options: BurstOptions): Promise<BurstReport> {
  const { orders, seed, print, isBefore = false, isLive = false } = options;
  const instruments = [...COINS, CROSS].map(
    (code) => CATALOGUE.find((instrument) => instrument.code === code) as Instrument,
  );
  const random = new Random(seed);
  const venue = await Venue.open(instruments, START_AT);
  if (isBefore) await venue.offerAsBefore();
  const market = new BurstMarket(instruments, random, isLive);
  const strategies = BURSTS.map((strategy, index) => new Burst(strategy, { venue, firstUser: 1 + index * 1_000 }));
  for (const burst of strategies) await burst.open();
  print(`bursts at jumps${isBefore ? ' under terms of before' : ''}${isLive ? ', live crosses' : ''}, seed ${seed}`);

  let left = COOL_DOWN_SECONDS;
  for (let second = 0; 0 < left; second += 1) {
    const isOver = strategies.every((burst) => burst.hasDone(orders));
    if (isOver) left -= 1;
    const seen: PriceMove[] = [];
    for (const code of market.begin()) {
      const tick = market.tick(code, venue.now + BETWEEN_MS);
      await venue.advance(tick.at, [tick]);
      seen.push(market.seen(code));
      for (const burst of strategies) await burst.heard(code);
      if (isOver || second < WARM_UP_SECONDS) continue;
      const silent = market.silent(seen);
      for (const burst of strategies) if (!burst.hasDone(orders)) await burst.look(seen, silent, market);
    }
    await venue.advance(START_AT + (second + 1) * SECOND_MS, []);
  }
  await venue.stop();
  const lines = strategies.map((burst) => ({
    product: burst.strategy.product,
    strategy: burst.strategy.name,
    mean: burst.tally.mean,
  }));
  const found = lines
    .filter(({ mean }) => Number.isFinite(mean.error) && ERRORS_MIN * mean.error < mean.mean)
    .map(({ product, strategy }) => `${product}: ${strategy}`);
  for (const line of lines) print(textOf(line));
  return { lines, found, orders: strategies.reduce((sum, { count }) => sum + count, 0) };
}

const percent = (share: number): string => `${share < 0 ? '' : '+'}${(share * 100).toFixed(4)} %`;

function textOf({ product, strategy, mean }: BurstLine): string {
  const mark = !Number.isFinite(mean.error) ? 'few ' : ERRORS_MIN * mean.error < mean.mean ? 'GAIN' : 'ok  ';
  const [from, to] = [-1, 1].map((side) => percent(mean.mean + side * 1.96 * mean.error));
  return `${mark} ${product.padEnd(10)} ${strategy.padEnd(28)} ${percent(mean.mean)} (95 %: ${from} to ${to}), ${mean.count} orders`;
}
