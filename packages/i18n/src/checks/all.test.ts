import { expect, test } from 'vitest';
import { catalogueViolations, documentViolations, lineOf } from './all.ts';

test('a catalogue is checked by every rule', () => {
  const english = { common: { a: 'Your balance', b: 'Messages', c: 'Choose one', d: 'Close it', e: 'Münze' } };
  const own = {
    common: { a: 'Ihr Saldo', b: 'Gesendete Messages', c: 'Wählt euch eins', d: 'Close of the', e: 'Münze' },
  };
  expect(catalogueViolations('de', english, own).map(({ key, rule }) => `${key} ${rule}`)).toEqual([
    'common:a glossary balance',
    'common:b added gesendete',
    'common:c address euch',
    'common:d English of, the',
    'common:e banned Münzen?',
  ]);
  expect(catalogueViolations('ja', { common: { a: 'Log in' } }, { common: { a: 'Login' } })[0]?.rule).toBe('script');
  const counted = catalogueViolations('ar', { common: { a: '{{x}} days' } }, { common: { a: '{{x}} يومًا' } });
  expect(counted.map(lineOf)).toEqual([
    'ar | common:a | counted {{x}} | "{{x}} يومًا" | en "{{x}} days" | expected: plural forms, or a number that governs no noun',
  ]);
});

test('a plural form that English lacks is compared with its other form', () => {
  const english = { common: { n_one: '{{count}} order', n_other: '{{count}} orders' } };
  const found = catalogueViolations('ar', english, { common: { n_few: '{{count}} أوامر', n_many: '{{count}} طلبًا' } });
  expect(found.map(({ key, rule }) => `${key} ${rule}`)).toEqual(['common:n_many glossary order']);
});

test('documents are checked by layout, then line by line', () => {
  const english = '@@ 1 Orders\nOne.\n\nYour balance.\n';
  expect(documentViolations('de', english, '@@ 1 Orders\nEins.\n').map(({ rule }) => rule)).toEqual(['layout']);
  const found = documentViolations('de', english, '@@ 1 Orders\nEins.\n\nEuer Guthaben, das euch gehört.\n');
  expect(found.map(({ key, text, rule }) => [key, text, rule])).toEqual([
    ['document:1', 'Euer Guthaben, das euch gehört.', 'address euch'],
  ]);
});
