import { englishHashes, readHashes, reviewed, TRANSLATIONS, writeHashes } from '../checks/source-hashes.ts';
import { loadMessagesOf } from '../server.ts';

/**
 * Stamps translations as compared with the English text of today:
 * `npm run reviewed -w @glasshouse/i18n -- de contracts:margin …`; without keys, the whole
 * language.
 */
const [code, ...keys] = process.argv.slice(2);
const language = TRANSLATIONS.find((translation) => translation === code);
if (language === undefined) {
  console.error(`Name a language: ${TRANSLATIONS.join(', ')}`);
  process.exit(1);
}
const now = englishHashes(loadMessagesOf('en'));
const chosen = keys.length === 0 ? Object.keys(now) : keys;
writeHashes(language, reviewed(now, readHashes(language), chosen));
console.log(`${language}: ${chosen.length} reviewed`);
