/**
 * A short simulation: a few worlds with crashes, failures and hostile commands must all be clean.
 * Longer runs: `npm run simulate`.
 */
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { World } from './workload/world.ts';

test.each([1_001, 2_001, 3_001])('4,000 commands in worlds from seed %i are clean', async (seed) => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const failed = await simulate({
    seed,
    commands: 4_000,
    commandsPerWorld: 1_000,
    store: 'memory',
    verbose: false,
    print,
  });
  expect(failed, lines.join('\n')).toBe(false);
});

test('the seed alone determines a world', async () => {
  const once = await new World({ seed: 17, commands: 1_000 }).run();
  const again = await new World({ seed: 17, commands: 1_000 }).run();
  expect(again).toEqual(once);
  const other = await new World({ seed: 18, commands: 1_000 }).run();
  expect(other.figures).not.toEqual(once.figures);
});

test('worlds on PostgreSQL are clean although connections break at any moment', async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const failed = await simulate({
    seed: 5,
    commands: 1_600,
    commandsPerWorld: 800,
    store: 'postgres',
    verbose: true,
    print,
  });
  expect(failed, lines.join('\n')).toBe(false);
});
