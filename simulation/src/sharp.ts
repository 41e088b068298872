/**
 * A sharp trader against every product: `npm run sharp`. It sees what a client sees, tries every
 * strategy, and must not earn more than the published odds leave it; exit code 1 and the last line
 * otherwise.
 */
import { parseArgs } from 'node:util';
import { runBursts } from './sharp/bursts.ts';
import { runHolds } from './sharp/holds.ts';
import { PLACED_AHEAD, TAKEN_BACK } from './sharp/lead-strategies.ts';
import { runLeads } from './sharp/leads.ts';
import { runSharp } from './sharp/run.ts';

/** A million orders last some two hundred hours of the market. */
const EVERY_SECONDS = 10;
const LONGEST_SECONDS = '3600';
/** Orders at jumps that not every instrument has shown yet: a product of its own here. */
const BURSTS = 'bursts';
const BURST_STRATEGIES = 9;
/** Contracts held for up to twelve weeks, another one. */
const HOLDS = 'holds';
/** Orders by who knows the source of a live price first, one more. */
const LEADS = 'leads';
const OWN_MARKETS = [BURSTS, HOLDS, LEADS];

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    prices: { type: 'string', default: 'sim' },
    /** Shorter ones are judged by shorter blocks of time, so that fewer orders tell as much. */
    longest: { type: 'string', default: LONGEST_SECONDS },
    product: { type: 'string', multiple: true },
    /** Bursts, holds and leads under the terms of earlier releases, to see what they earned. */
    /** Of twelve weeks, for contracts that are held. */
    windows: { type: 'string', default: '360' },
    before: { type: 'boolean', default: false },
  },
});
const { prices } = values;
if (prices !== 'sim' && prices !== 'walk') throw new RangeError(`--prices is sim or walk, not ${prices}`);
const print = (line: string): void => console.log(line);
const isWanted = (product: string): boolean => values.product?.includes(product) ?? true;
const found: string[] = [];
let judged = 0;
if (isWanted(BURSTS)) {
  for (const isLive of [false, true]) {
    const options = { orders: Math.ceil(Number(values.orders) / BURST_STRATEGIES), seed: Number(values.seed) };
    const report = await runBursts({ ...options, isLive, isBefore: values.before, print });
    found.push(...report.found);
    judged += report.lines.filter(({ mean }) => Number.isFinite(mean.error)).length;
  }
}
if (isWanted(HOLDS)) {
  const report = await runHolds({ windows: Number(values.windows), isBefore: values.before, print });
  found.push(...report.found);
  judged += report.lines.filter(({ mean }) => Number.isFinite(mean.error)).length;
}
if (isWanted(LEADS)) {
  const strategies = [...PLACED_AHEAD, ...TAKEN_BACK];
  const orders = Math.ceil(Number(values.orders) / strategies.length);
  const options = { orders, seed: Number(values.seed), strategies };
  const report = await runLeads({ ...options, isBefore: values.before, print });
  found.push(...report.found);
  judged += report.lines.filter(({ mean }) => Number.isFinite(mean.error)).length;
}
if (values.product?.some((product) => !OWN_MARKETS.includes(product)) ?? true) await everyProduct();
process.exitCode = found.length === 0 ? 0 : 1;
for (const what of found) console.log(`earns more than it should: ${what}`);
console.log(`${judged - found.length} passed, ${found.length} failed`);

async function everyProduct(): Promise<void> {
  const report = await runSharp({
    orders: Number(values.orders),
    seed: Number(values.seed),
    prices: prices as 'sim' | 'walk',
    everySeconds: EVERY_SECONDS,
    longestSeconds: Number(values.longest),
    ...(values.product === undefined ? {} : { products: values.product }),
    print,
  });
  found.push(...report.found);
  judged += report.lines.filter(({ isJudged, mean }) => isJudged && Number.isFinite(mean.error)).length;
}
