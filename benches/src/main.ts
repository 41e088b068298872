import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import { runCleanups } from './harness/cleanup.ts';
import { machineLine } from './harness/machine.ts';
import { markdownOf } from './harness/report.ts';
import { writeSection } from './harness/write.ts';

/**
 * npm run bench -- [name…] [--rounds 5] [--scale 1] [--smoke] [--write]
 *
 * Runs the named benches, or all, one after the other. Each prints its figures beside those of a
 * peer measured in the same run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
    smoke: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const rounds = Number(values.rounds);
const scale = Number(values.scale);
const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (values.list || 0 < unknown.length || !Number.isInteger(rounds) || rounds < 1 || !(0 < scale && scale <= 1)) {
  if (0 < unknown.length) console.error(`No bench is called ${unknown.join(', ')}.`);
  for (const { name, about } of BENCHES) console.log(`${name.padEnd(20)} ${about}`);
  process.exit(values.list ? 0 : 1);
}

let missed = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void runCleanups().then(() => process.exit(1)));
}
for (const bench of BENCHES) {
  if (0 < positionals.length && !positionals.includes(bench.name)) continue;
  console.error(`\n${bench.name}: ${bench.about}`);
  const options = { rounds, scale, isSmoke: values.smoke, print: (line: string) => console.error(`  ${line}`) };
  const report = await bench.run(options).catch((error) => {
    console.error(error);
    return undefined;
  });
  await runCleanups();
  if (report === undefined) {
    missed += 1;
    continue;
  }
  const markdown = markdownOf(report, machineLine(new Date()));
  console.log(`\n${markdown}`);
  if (!values.smoke) missed += report.targets.filter(({ isMet }) => !isMet).length;
  if (values.write && !values.smoke) writeSection(bench.name, markdown);
}
process.exit(missed === 0 ? 0 : 1);
