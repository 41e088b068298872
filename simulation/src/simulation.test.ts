/**
 * A short simulation: a few worlds with crashes, failures and hostile commands, all of which must
 * be clean. Longer ones: `npm run simulate`.
 */
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { Universe } from './workload/universe.ts';

test.each([1_001, 2_001, 3_001])('4,000 commands in worlds from seed %i are clean', async (seed) => {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const failed = await simulate({
    seed,
    commands: 4_000,
    commandsPerWorld: 1_000,
    store: 'memory',
    verbose: false,
    say,
  });
  expect(failed, lines.join('\n')).toBe(false);
});

test('a world follows from its seed alone', async () => {
  const once = await new Universe({ seed: 17, commands: 1_000 }).run();
  const again = await new Universe({ seed: 17, commands: 1_000 }).run();
  expect(again).toEqual(once);
  const other = await new Universe({ seed: 18, commands: 1_000 }).run();
  expect(other.figures).not.toEqual(once.figures);
});

test('worlds on PostgreSQL, whose connections break at any moment, are clean', async () => {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const failed = await simulate({
    seed: 5,
    commands: 1_600,
    commandsPerWorld: 800,
    store: 'postgres',
    verbose: true,
    say,
  });
  expect(failed, lines.join('\n')).toBe(false);
});
