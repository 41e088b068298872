/** Splits, dividends and ends of trading, held to an audit that does not use the rules. */
import { MODULES } from '@glasshouse/server/runtime/modules';
import { describe, expect, test } from 'vitest';
import { ACTION_MUTANTS } from './action-mutants.ts';
import { ActionsWorld } from './actions-world.ts';

const ROUNDS = 8;
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

describe('a world of corporate actions', () => {
  const counts = new Map<string, number>();
  test.each(SEEDS)('of seed %i is clean', async (seed) => {
    const world = new ActionsWorld(seed);
    await world.run(ROUNDS);
    expect(world.findings).toEqual([]);
    for (const [name, count] of world.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  });

  test.each([
    'split applied',
    'split lapsed',
    'dividend applied',
    'dividend lapsed',
    'roll applied',
    'closed by dividend',
    'closed by roll',
    'closed by stopLoss',
  ])('has %s', (name) => {
    expect(counts.get(name)).toBeGreaterThan(0);
  });
});

describe('the audit finds', () => {
  test.each(ACTION_MUTANTS)('$name', async ({ modules }) => {
    const found: string[] = [];
    for (const seed of SEEDS) {
      const world = new ActionsWorld(seed, modules(MODULES));
      await world.run(ROUNDS);
      found.push(...world.findings);
      if (0 < found.length) break;
    }
    expect(found).not.toEqual([]);
  });
});
