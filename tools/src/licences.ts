/**
 * The licences of what the product is made of: `npm run licences`. Prints each package with its
 * version and licence, separated by tabs, and ends with 1 if one may not be part of it.
 */
import { join } from 'node:path';
import { licenceOf, licenceProblems } from './packages/licence-rules.ts';
import { readProduct } from './packages/locked-packages.ts';

const { packages } = readProduct(join(import.meta.dirname, '../..'));
for (const locked of packages) console.log([locked.name, locked.version, licenceOf(locked) ?? '-'].join('\t'));
const problems = licenceProblems(packages);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
