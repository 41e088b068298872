/**
 * Looks for the first world that finds each mutant and writes its seed to mutants/caught-by.json,
 * where the tests try it first: `npm run catch-mutants`, after rules or workload have changed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTANTS } from './mutants/all.ts';
import { catchMutant, SEEDS } from './mutants/catch.ts';

const found: { [name: string]: number } = {};
const missed: string[] = [];
for (const mutant of MUTANTS) {
  const seed = await catchMutant(mutant, SEEDS);
  if (seed === undefined) missed.push(mutant.name);
  else found[mutant.name] = seed;
  console.log(`${seed === undefined ? 'MISSED' : String(seed).padStart(6)}  ${mutant.name}`);
}
const file = join(import.meta.dirname, 'mutants/caught-by.json');
writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
process.exitCode = missed.length === 0 ? 0 : 1;
