/**
 * A sharp trader against every product: `npm run sharp`. It sees what a client sees, tries every
 * strategy, and must not earn more than the published odds leave it; exit code 1 and the last line
 * otherwise.
 */
import { parseArgs } from 'node:util';
import { runSharp } from './sharp/run.ts';

/** A million orders last some two hundred hours of the market. */
const EVERY_SECONDS = 10;
const LONGEST_SECONDS = '3600';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    prices: { type: 'string', default: 'sim' },
    /** Shorter ones are judged by shorter blocks of time, so that fewer orders tell as much. */
    longest: { type: 'string', default: LONGEST_SECONDS },
    product: { type: 'string', multiple: true },
  },
});
const { prices } = values;
if (prices !== 'sim' && prices !== 'walk') throw new RangeError(`--prices is sim or walk, not ${prices}`);
const { found, lines } = await runSharp({
  ...{ orders: Number(values.orders), seed: Number(values.seed), prices },
  ...{ everySeconds: EVERY_SECONDS, longestSeconds: Number(values.longest) },
  ...(values.product === undefined ? {} : { products: values.product }),
  print: (line) => console.log(line),
});
process.exitCode = found.length === 0 ? 0 : 1;
for (const what of found) console.log(`earns more than it should: ${what}`);
const judged = lines.filter(({ isJudged, mean }) => isJudged && Number.isFinite(mean.error)).length;
console.log(`${judged - found.length} passed, ${found.length} failed`);
