import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    commands: { type: 'string', default: '100000' },
    store: { type: 'string', default: 'memory' },
    world: { type: 'string', default: '25000' },
    verbose: { type: 'boolean', default: false },
  },
});

const number = (name: 'seed' | 'commands' | 'world'): number => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`--${name} must be a whole number, not ${values[name]}`);
  return value;
};

const { store } = values;
if (store !== 'memory' && store !== 'postgres') throw new RangeError(`--store is memory or postgres, not ${store}`);

const failed = await simulate({
  seed: number('seed'),
  commands: number('commands'),
  commandsPerWorld: number('world'),
  store,
  verbose: values.verbose,
  say: (line) => console.log(line),
});
process.exitCode = failed ? 1 : 0;
