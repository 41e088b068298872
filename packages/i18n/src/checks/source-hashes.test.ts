import { describe, expect, test } from 'vitest';
import { loadMessagesOf } from '../server.ts';
import { englishHashes, readHashes, reviewed, staleKeys, TRANSLATIONS } from './source-hashes.ts';

const now = englishHashes(loadMessagesOf('en'));

describe('translations follow the English text', () => {
  // Look at each key in that language, then: npm run reviewed -w @glasshouse/i18n -- <language>
  // <key …>
  test.each(TRANSLATIONS)('%s has nothing left to review', (language) => {
    expect(staleKeys(now, readHashes(language))).toEqual([]);
  });
});

describe('the hashes', () => {
  const english = (singular: string) => ({
    common: { a: 'Buy', n_one: singular, n_other: '{{count}} days' },
  });
  const before = englishHashes(english('{{count}} day'));
  const after = englishHashes(english('one day'));

  test('a plural is one text, and any of its forms changes it', () => {
    expect(Object.keys(before)).toEqual(['common:a', 'common:n']);
    expect(staleKeys(after, before)).toEqual(['common:n']);
  });

  test('a new text and a text that is gone are both found', () => {
    expect(staleKeys({ 'common:a': '1', 'common:b': '2' }, { 'common:a': '1', 'common:c': '3' })).toEqual([
      'common:b',
      'common:c',
    ]);
  });

  test('a review takes the hashes of its keys alone, and drops what is gone', () => {
    expect(reviewed({ a: '2', b: '2' }, { a: '1', b: '1', c: '1' }, ['a'])).toEqual({ a: '2', b: '1' });
    expect(() => reviewed({ a: '2' }, {}, ['b'])).toThrow('English has no b');
  });
});
