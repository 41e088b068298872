/**
 * An audit that finds nothing proves nothing until it has found something. Each planted bug runs in worlds that are clean
 * without it, and must be found in one of them.
 */
import { describe, expect, test } from 'vitest';
import { PLANTS } from './plants/all.ts';
import { Universe } from './world/universe.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const COMMANDS = 1_500;

test('the worlds are clean without a plant', async () => {
  for (const seed of SEEDS) {
    const report = await new Universe({ seed, commands: COMMANDS }).run();
    expect(report.findings, `seed ${seed}`).toEqual([]);
  }
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
