/** Every account that can stand in a statement or the ledger has a name in every language. */
import { LANGUAGES, USER_ACCOUNT_KINDS } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { describe, expect, test } from 'vitest';
import { otherSideWords } from './statement-words.ts';

/** A plain, a grouped and each numbered kind; the server's tests have every house kind. */
const HOUSE_KINDS = ['fees', 'pool.options', 'pool.plan3', 'reserve.plan12', 'charity.7'];

describe.each(LANGUAGES)('in %s', (language) => {
  const translator = translatorFor(language);
  test.each([...HOUSE_KINDS, ...USER_ACCOUNT_KINDS])('%s has a name', (kind) => {
    const words = otherSideWords(translator, kind);
    expect(words).not.toBe(kind);
    expect(words).not.toMatch(/^(pool|reserve|charity)\b/);
  });
});

test('what is numbered keeps its number', () => {
  const translator = translatorFor('en');
  expect(otherSideWords(translator, 'charity.7')).toBe('Charity account 7');
  expect(otherSideWords(translator, 'pool.plan3')).toBe('Reserve of plan 3');
});
