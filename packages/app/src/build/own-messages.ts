import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const LOADER = /packages\/i18n\/src\/web\.ts$/;
// biome-ignore lint/suspicious/noTemplateCurlyInString: source text, not a template.
const ANY = 'import(`./messages/${language}/${namespace}.json`)';
const MESSAGES = join(import.meta.dirname, '../../../i18n/src/messages');
const HASH_DIGITS = 8;

/**
 * Makes a file of each namespace and language, less the texts that no page of this app shows. Their
 * names hold one hash of all of them, so that the loader needs no list of files: a list with a hash
 * for each cost every first visit 0.3 kB a namespace. The price is that a release that changes one
 * text has the texts in use fetched again, a few kilobytes.
 */
export function ownMessages(others: readonly string[]): Plugin {
  const files = readdirSync(MESSAGES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !others.includes(basename(name, '.json')))
    .map((name) => ({ path: join(MESSAGES, name), name: `${basename(name, '.json')}-${dirname(name)}` }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  let loader = '';
  return {
    name: 'glasshouse:own-messages',
    apply: 'build',
    enforce: 'pre',
    // A text file is asked for whole: further exports of its parts would only make it larger.
    config: () => ({ json: { namedExports: false } }),
    configResolved({ base }) {
      const hash = createHash('sha256');
      for (const { path, name } of files) hash.update(name).update(readFileSync(path));
      const version = hash.digest('hex').slice(0, HASH_DIGITS);
      for (const file of files) file.name = `assets/${file.name}-${version}.js`;
      loader = `import(/* @vite-ignore */ \`${base}assets/\${namespace}-\${language}-${version}.js\`)`;
    },
    buildStart() {
      for (const { path, name } of files) {
        this.emitFile({ type: 'chunk', id: path, fileName: name, preserveSignature: 'strict' });
      }
    },
    transform(code, id) {
      if (!LOADER.test(id)) return undefined;
      if (!code.includes(ANY)) throw new Error('the loader of messages has changed: no text would be found');
      return code.replace(ANY, () => loader);
    },
  };
}
