/**
 * An audit that never finds anything proves nothing. Each mutant runs in worlds that are clean
 * without it, and must be found in at least one of them.
 */
import { describe, expect, test } from 'vitest';
import { MUTANTS } from './mutants/all.ts';
import { COMMANDS, catchMutant, SEEDS, seedsFor } from './mutants/catch.ts';
import { World } from './workload/world.ts';

test.each(SEEDS)('the world of seed %i is clean without a mutant', async (seed) => {
  const report = await new World({ seed, commands: COMMANDS }).run();
  expect(report.findings).toEqual([]);
});

test.each(SEEDS.slice(0, 20))('the world of remainders of seed %i is clean without a mutant', async (seed) => {
  const report = await new World({ seed, commands: COMMANDS, focus: 'remainders' }).run();
  expect(report.findings).toEqual([]);
});

describe('the audit finds', () => {
  test.each(MUTANTS)('$name', async (mutant) => {
    expect(await catchMutant(mutant, seedsFor(mutant))).toBeDefined();
  });
});
