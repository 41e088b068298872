import { World } from '../workload/world.ts';
import caughtBy from './caught-by.json' with { type: 'json' };
import type { Mutant } from './mutant.ts';

/** Worlds that are clean without a mutant. */
export const SEEDS: readonly number[] = Array.from({ length: 80 }, (_, index) => index + 1);
/** Of each of these worlds. */
export const COMMANDS = 1_000;

/** The first of these seeds whose world finds the mutant; undefined: none does. */
export async function catchMutant(mutant: Mutant, seeds: readonly number[]): Promise<number | undefined> {
  for (const seed of seeds) {
    const { findings } = await new World({ seed, commands: mutant.commands ?? COMMANDS, mutant }).run();
    if (0 < findings.length) return seed;
  }
  return undefined;
}

/**
 * All seeds, and first the one that found the mutant when `npm run catch-mutants` was last called:
 * most mutants need many worlds to show, and a stale entry costs no more than its own world.
 */
export function seedsFor({ name }: Mutant): readonly number[] {
  const last = (caughtBy as { readonly [name: string]: number })[name];
  return last === undefined ? SEEDS : [last, ...SEEDS.filter((seed) => seed !== last)];
}
