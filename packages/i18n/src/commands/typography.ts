import { readFileSync, writeFileSync } from 'node:fs';
import { typeset } from '../checks/typography.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { type MessageTree, NAMESPACES } from '../namespaces.ts';

/** Sets spaces and marks of all catalogues: `npm run typography -w @glasshouse/i18n`. */
for (const language of LANGUAGES) {
  for (const namespace of NAMESPACES) {
    const file = new URL(`../messages/${language}/${namespace}.json`, import.meta.url);
    const before = readFileSync(file, 'utf8');
    const after = `${JSON.stringify(setTree(language, JSON.parse(before)), null, 2)}\n`;
    if (after !== before) writeFileSync(file, after);
  }
}

function setTree(language: Language, tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? typeset(language, value) : setTree(language, value),
    ]),
  );
}
