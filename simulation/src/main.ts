import { parseArgs } from 'node:util';
import { runBook } from './book/book-run.ts';
import { simulate } from './simulate.ts';
import { FOCUSES, passesDays } from './workload/scenario.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    book: { type: 'string', default: '0' },
    commands: { type: 'string', default: '100000' },
    days: { type: 'string', default: '0' },
    focus: { type: 'string' },
    store: { type: 'string', default: 'memory' },
    world: { type: 'string', default: '25000' },
    verbose: { type: 'boolean', default: false },
  },
});

const number = (name: 'seed' | 'book' | 'commands' | 'days' | 'world'): number => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`--${name} must be a whole number, not ${values[name]}`);
  return value;
};

const { store } = values;
if (store !== 'memory' && store !== 'postgres') throw new RangeError(`--store is memory or postgres, not ${store}`);

const days = number('days');
const focus = FOCUSES.find((product) => product === values.focus);
if (focus !== values.focus) throw new RangeError(`--focus is one of ${FOCUSES.join(', ')}, not ${values.focus}`);
if (0 < days && (focus === undefined || !passesDays(focus)))
  throw new RangeError(`--days needs --focus plans, loans, accountData, payouts or years: elsewhere no days pass`);

const operations = number('book');
process.exitCode = (0 < operations ? bookFailed() : await worldsFailed()) ? 1 : 0;

function worldsFailed(): Promise<boolean> {
  return simulate({
    seed: number('seed'),
    commands: number('commands'),
    commandsPerWorld: number('world'),
    days,
    store: store as 'memory' | 'postgres',
    focus,
    verbose: values.verbose,
    print: (line) => console.log(line),
  });
}

/** Only the spot book, compared with the reference book. */
function bookFailed(): boolean {
  const { seed, finding, fills, resting, seconds, ...done } = runBook({ seed: number('seed'), operations });
  const about = `${done.operations} operations, ${fills} fills, ${resting} resting orders, ${seconds.toFixed(1)} s`;
  console.log(`spot book, seed ${seed}: ${about}: ${finding ?? 'identical fills'}`);
  return finding !== undefined;
}
