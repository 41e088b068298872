/**
 * An operator who wants to steal: `npm run thief`. Alone with the roles of finance, then with
 * compliance too, then as an owner; exit code 1 and the last line where anybody gains.
 */
import { parseArgs } from 'node:util';
import { runThief } from './thief/run.ts';

const { values } = parseArgs({
  options: {
    /** How each command of the thief ended. */
    outcomes: { type: 'boolean', default: false },
    commands: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    roles: { type: 'string', multiple: true, default: ['finance', 'finance,compliance', 'owner'] },
  },
});
const print = (line: string): void => console.log(line);
let failed = 0;
for (const named of values.roles) {
  const started = performance.now();
  const roles = named.split(',');
  const share = Math.ceil(Number(values.commands) / values.roles.length);
  const report = await runThief({ commands: share, seed: Number(values.seed), roles, print });
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  print(`${named}, seed ${values.seed}: ${report.commands} commands in ${report.houses} houses, ${seconds} s`);
  for (const line of report.found) print(`gains: ${line}`);
  if (values.outcomes) for (const [key, count] of [...report.outcomes].sort()) print(`  ${key}: ${count}`);
  if (0 < report.found.length) failed += 1;
}
print(`${values.roles.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
