/**
 * Sends mutated images through the processes that decode uploads: `npm run fuzz-uploads -- --seed 1
 * --files 10000`. Each is refused or comes out as a clean picture, and none ends a process. The
 * last line is `N accepted, N refused, N ended, N faults`; a fault or an ended process is exit
 * status 1.
 */
import { parseArgs } from 'node:util';
import { fuzzImages } from '@glasshouse/server/files/testing/fuzz';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, files: { type: 'string', default: '10000' } },
});
const report = await fuzzImages({ seed: Number(values.seed), files: Number(values.files) });
for (const fault of report.faults) console.error(fault);
const { accepted, refused, ended, faults } = report;
console.log(`${accepted} accepted, ${refused} refused, ${ended} ended, ${faults.length} faults`);
process.exitCode = faults.length === 0 && ended === 0 ? 0 : 1;
