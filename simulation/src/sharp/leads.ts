import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import { Random } from '../random.ts';
import { LeadMarket, SOURCE_MS, TICK_STEPS } from './lead-market.ts';
import { knowledgeOf, type LeadStrategy } from './lead-strategies.ts';
import { LeadTrader } from './lead-trader.ts';
import type { Mean } from './tally.ts';
import { Venue } from './venue.ts';

const CODE = 'ETHUSDT';
const START_AT = Date.UTC(2026, 0, 5, 6);
/** As of live sources. */
const LEAD_MS = 1_000;
/** An order that is sent so long before a tick is there in time. */
const IN_TIME_MS = 10;
const ERRORS_MIN = 4;

export interface LeadOptions {
  /** Of each strategy. */
  readonly orders: number;
  readonly seed: number;
  readonly strategies: readonly LeadStrategy[];
  /** As before: the first price after an order decides, whoever knew it. */
  readonly isBefore?: boolean;
  /** Rules of an earlier version. */
  readonly rules?: number;
  readonly print: (line: string) => void;
}

export interface LeadReport {
  readonly lines: readonly { readonly strategy: string; readonly mean: Mean }[];
  /** Strategies that earn. */
  readonly found: readonly string[];
}

/**
 * Somebody watches the source of a live price, and knows each tick and what follows it 300 ms
 * before the house. They trade on it in every way in which an order can be placed, moved and taken
 * back.
 */
export async function runLeads(options: LeadOptions): Promise<LeadReport> {
  const { orders, seed, strategies, isBefore = false, print } = options;
  const known = CATALOGUE.find(({ code }) => code === CODE) as Instrument;
  const instrument = isBefore ? known : { ...known, leadMs: LEAD_MS };
  const venue = await Venue.open([instrument], START_AT, options.rules);
  const market = new LeadMarket(instrument, new Random(seed));
  const traders = strategies.map(
    (strategy, index) => new LeadTrader(strategy, { venue, market, firstUser: 1 + index * 1_000 }),
  );
  for (const trader of traders) await trader.open();
  print(`300 ms ahead of a live source${isBefore ? ' under terms of before' : ''}, seed ${seed}`);

  for (let tick = 0; traders.some(({ count }) => count < orders); tick += 1) {
    const { coming: shown } = market;
    const at = START_AT + (tick + 1) * TICK_STEPS * SOURCE_MS;
    for (let step = 0; step < TICK_STEPS; step += 1) market.step();
    await venue.advance(at - IN_TIME_MS, []);
    if (0 < tick)
      for (const trader of traders) if (trader.count < orders) await trader.look(knowledgeOf(market, shown));
    await venue.advance(at, [{ code: CODE, ...market.coming, volume: 1, at }]);
  }
  await venue.stop();
  const lines = traders.map(({ strategy: { product, name }, tally }) => ({
    strategy: `${product}: ${name}`,
    mean: tally.mean,
  }));
  const found = lines.filter(({ mean }) => isGain(mean)).map(({ strategy }) => strategy);
  for (const line of lines) print(textOf(line));
  return { lines, found };
}

const isGain = ({ mean, error }: Mean): boolean => Number.isFinite(error) && ERRORS_MIN * error < mean;

const percent = (share: number): string => `${share < 0 ? '' : '+'}${(share * 100).toFixed(4)} %`;

function textOf({ strategy, mean }: LeadReport['lines'][number]): string {
  const mark = !Number.isFinite(mean.error) ? 'few ' : isGain(mean) ? 'GAIN' : 'ok  ';
  const [from, to] = [-1, 1].map((side) => percent(mean.mean + side * 1.96 * mean.error));
  return `${mark} ${strategy.padEnd(40)} ${percent(mean.mean)} (95 %: ${from} to ${to}), ${mean.count} orders`;
}
