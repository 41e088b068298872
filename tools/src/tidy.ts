/**
 * Style as a test: `npm run tidy`. Prints file and line of every violation; each rule counts as one
 * test.
 */
import { join } from 'node:path';
import { readSources } from './tidy/sources.ts';
import { STRUCTURE_RULES } from './tidy/structure.ts';
import { TEXT_RULES } from './tidy/texts.ts';
import { WORD_RULES } from './tidy/words.ts';

const FINDINGS_SHOWN_MAX = 200;

const files = readSources(join(import.meta.dirname, '../..'));
const results = [...STRUCTURE_RULES, ...TEXT_RULES, ...WORD_RULES].map((rule) => ({
  rule,
  findings: rule.check(files),
}));
for (const { rule, findings } of results) {
  for (const { path, line, message } of findings.slice(0, FINDINGS_SHOWN_MAX))
    console.log(`${path}:${line} ${rule.name}: ${message}`);
}
const failed = results.filter(({ findings }) => 0 < findings.length).length;
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${results.length - failed} passed, ${failed} failed`);
