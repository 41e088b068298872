import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pairsOf } from '../checks/pairs.ts';
import { baseKey } from '../checks/texts.ts';
import { LANGUAGES } from '../languages.ts';
import { type ReviewText, reviewPage, type Sighting } from '../review/page.ts';
import { loadMessagesOf } from '../server.ts';

/**
 * Writes a page on which a native reader sees every text of a language in its place and writes a
 * better one: `npm run review -w @glasshouse/i18n -- de [folder]`. It starts a server and a
 * browser; `npm run build` comes first. The folder is one of the project's own unless its path is
 * absolute.
 */
const ROOT = resolve(import.meta.dirname, '../../../..');
const [code, folderName = `review-${code}`] = process.argv.slice(2);
const language = LANGUAGES.find((known) => known === code);
if (language === undefined) {
  console.error(`Name a language: ${LANGUAGES.join(', ')}`);
  process.exit(1);
}
const folder = resolve(ROOT, folderName);
mkdirSync(folder, { recursive: true });
const { status } = spawnSync(process.execPath, [join(ROOT, 'e2e/src/review.ts'), language, folder], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const sightings: Readonly<Record<string, Sighting>> = JSON.parse(readFileSync(join(folder, 'sightings.json'), 'utf8'));
const sources = readSources();
const texts = pairsOf(loadMessagesOf('en'), loadMessagesOf(language)).map((pair): ReviewText => {
  const sighting = sightings[pair.key];
  return { ...pair, sighting, usedIn: sighting === undefined ? placesOf(baseKey(pair.key)) : [] };
});
writeFileSync(join(folder, 'index.html'), reviewPage(language, texts));
const seen = texts.filter(({ sighting }) => sighting !== undefined).length;
console.log(`${join(folder, 'index.html')}: ${texts.length} texts, ${seen} with a picture`);

/** Programs and what they hold, once. */
function readSources(): [file: string, source: string][] {
  return ['apps/web/src', 'apps/console/src', 'packages/app/src', 'apps/server/src'].flatMap((root) =>
    readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name);
        return [relative(ROOT, path), readFileSync(path, 'utf8')];
      }),
  );
}

/** Files that name a text, or the group that its last part is chosen from. */
function placesOf(key: string): string[] {
  const group = key.includes('.') ? `\`${key.slice(0, key.lastIndexOf('.') + 1)}\${` : undefined;
  const names = (source: string): boolean =>
    source.includes(`'${key}'`) || (group !== undefined && source.includes(group));
  return sources.filter(([, source]) => names(source)).map(([file]) => file);
}
