import { readFileSync, writeFileSync } from 'node:fs';
import { englishHashes, readHashes, reviewed, writeHashes } from '../checks/source-hashes.ts';
import { baseKey } from '../checks/texts.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { NAMESPACES } from '../namespaces.ts';
import { applyChanges, type Change } from '../review/apply.ts';
import { loadMessagesOf } from '../server.ts';

/**
 * Puts what a reader saved on a review page into the catalogue:
 * `npm run apply-review -w @glasshouse/i18n -- review-de.json`. Prints what was refused, and why;
 * a translation that was changed is stamped as compared with English.
 */
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Name the file that the review page saved.');
  process.exit(1);
}
const { language, changes } = read(file);
const before = loadMessagesOf(language);
const { messages, applied, refused } = applyChanges(before, changes);
for (const namespace of NAMESPACES) {
  if (messages[namespace] === before[namespace]) continue;
  const place = new URL(`../messages/${language}/${namespace}.json`, import.meta.url);
  writeFileSync(place, `${JSON.stringify(messages[namespace], null, 2)}\n`);
}
if (language !== 'en' && 0 < applied.length) {
  const keys = [...new Set(applied.map(({ key }) => baseKey(key)))];
  const english = englishHashes(loadMessagesOf('en'));
  writeHashes(language, reviewed(english, readHashes(language), keys));
}
for (const { key, better, why } of refused) console.error(`refused ${key}: ${why} (${better})`);
console.log(`${language}: ${applied.length} applied, ${refused.length} refused. Run npm test before you commit.`);
process.exitCode = refused.length === 0 ? 0 : 1;

function read(path: string): { language: Language; changes: Change[] } {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const { language: name, changes: list } = content as { language?: unknown; changes?: unknown };
  const known = LANGUAGES.find((language) => language === name);
  const isChange = (row: Partial<Change>) => [row.key, row.now, row.better].every((text) => typeof text === 'string');
  if (known === undefined || !Array.isArray(list) || !list.every(isChange)) {
    console.error(`${path} is no file of a review page.`);
    process.exit(1);
  }
  return { language: known, changes: list };
}
