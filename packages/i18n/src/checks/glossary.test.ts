import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { BANNED_WORDS, bannedWordsIn } from './banned-words.ts';
import { GLOSSARY, isLoanword, sharedWords, type Term } from './glossary.ts';

describe('the glossary', () => {
  test.each(LANGUAGES)('%s has a word for every term', (language) => {
    expect(GLOSSARY.filter((term) => term[language].trim() === '').map(({ id }) => id)).toEqual([]);
  });

  test.each(LANGUAGES)('%s has no word for two terms', (language) => {
    expect(sharedWords(language)).toEqual([]);
  });

  test('finds a word that stands for two terms, also where one explains it in brackets', () => {
    const term = (id: string, de: string) => ({ id, de }) as Term;
    expect(sharedWords('de', [term('payout', 'Auszahlung'), term('withdrawal', 'auszahlung (vom Konto)')])).toEqual([
      'payout = withdrawal: "auszahlung"',
    ]);
    expect(sharedWords('de', [term('payout', 'Rückzahlung'), term('withdrawal', 'Auszahlung')])).toEqual([]);
  });

  test('its loanwords may stay as English writes them', () => {
    expect(isLoanword('de', 'Spread')).toBe(true);
    expect(isLoanword('fr', '{{lots}} lots')).toBe(true);
    expect(isLoanword('de', 'Lots')).toBe(true);
    expect(isLoanword('de', 'Leverage')).toBe(false);
    expect(isLoanword('ja', 'Spread')).toBe(false);
  });
});

describe('banned words', () => {
  test('the glossary itself uses none, where a word is banned everywhere', () => {
    const found = LANGUAGES.flatMap((language) =>
      GLOSSARY.flatMap((term) => bannedWordsIn(language, '', term[language]).map(() => `${language} ${term.id}`)),
    );
    expect(found).toEqual([]);
  });

  test('a banned word has a better one and a reason', () => {
    for (const { instead, reason } of BANNED_WORDS) expect([instead, reason]).not.toContain('');
  });

  test.each([
    ['de', 'contracts:lots', 'Lose', 1],
    ['de', 'contracts:lots', 'Lots', 0],
    ['de', 'home:hero.title', 'Los geht’s', 0],
    ['de', 'home:hero.title', 'Kostenlos', 0],
    ['es', 'contracts:stopLoss', 'Límite de pérdidas', 1],
    ['es', 'contracts:limit', 'Límite', 0],
    ['ko', 'contracts:close', '청산', 1],
    ['ko', 'contracts:liquidation', '강제 청산 가격', 0],
    ['hk', 'contracts:stopLoss', '止損', 1],
  ] as const)('%s %s "%s": %i', (language, key, text, count) => {
    expect(bannedWordsIn(language, key, text)).toHaveLength(count);
  });
});
