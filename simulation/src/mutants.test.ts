/**
 * An audit that finds nothing proves nothing until it has found something. Each planted bug runs in worlds that are clean
 * without it, and must be found in one of them.
 */
import { describe, expect, test } from 'vitest';
import { PLANTS } from './mutants/all.ts';
import { Universe } from './workload/universe.ts';

const SEEDS = Array.from({ length: 16 }, (_, index) => index + 1);
const COMMANDS = 1_000;

test.each(SEEDS)('the world of seed %i is clean without a plant', async (seed) => {
  const report = await new Universe({ seed, commands: COMMANDS }).run();
  expect(report.findings).toEqual([]);
});

describe('the audit finds', () => {
  test.each(PLANTS)('$name', async (plant) => {
    const found: string[] = [];
    for (const seed of SEEDS) {
      const report = await new Universe({ seed, commands: COMMANDS, plant }).run();
      found.push(...report.findings);
      if (0 < found.length) break;
    }
    expect(found).not.toEqual([]);
  });
});
