import { readFileSync } from 'node:fs';
import { catalogueViolations, documentViolations, lineOf } from '../checks/all.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { loadMessagesOf } from '../server.ts';

/**
 * Lists what is wrong with the language of the texts and of the documents:
 * `npm run check -w @glasshouse/i18n -- de`; without a language, of all.
 */
const documents = (language: Language): string =>
  readFileSync(new URL(`../../../../apps/server/src/content/defaults/${language}.txt`, import.meta.url), 'utf8');

const [code] = process.argv.slice(2);
const chosen = LANGUAGES.filter((language) => code === undefined || code === language);
if (chosen.length === 0) {
  console.error(`Name a language: ${LANGUAGES.join(', ')}`);
  process.exit(1);
}
const found = chosen.flatMap((language) => [
  ...catalogueViolations(language, loadMessagesOf('en'), loadMessagesOf(language)),
  ...documentViolations(language, documents('en'), documents(language)),
]);
for (const violation of found) console.log(lineOf(violation));
console.log(`${found.length} found`);
process.exitCode = found.length === 0 ? 0 : 1;
