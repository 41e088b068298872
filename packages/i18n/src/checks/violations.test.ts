import { expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { loadMessagesOf } from '../server.ts';
import { catalogueViolations, lineOf } from './all.ts';

const english = loadMessagesOf('en');

// `npm run check -w @glasshouse/i18n -- <language>` lists these and those of the documents.
test.each(LANGUAGES)('%s keeps to its glossary and its language', (language) => {
  expect(catalogueViolations(language, english, loadMessagesOf(language)).map(lineOf)).toEqual([]);
});
