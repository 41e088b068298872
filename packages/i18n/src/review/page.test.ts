import { expect, test } from 'vitest';
import { limitOf, reviewPage } from './page.ts';

test('a page has each text with its English, its picture and its limit', () => {
  const page = reviewPage('ar', [
    {
      key: 'common:action.close',
      english: 'Close <now>',
      text: 'إغلاق "الآن"',
      sighting: { picture: 'pictures/1.jpg', route: '/market' },
      usedIn: [],
    },
    { key: 'errors:10001', english: 'Error', text: 'خطأ', sighting: undefined, usedIn: ['a.ts'] },
  ]);
  expect(page).toContain('<p lang="en">Close &lt;now&gt;</p>');
  expect(page).toContain('data-now="إغلاق &quot;الآن&quot;"');
  expect(page).toContain('src="pictures/1.jpg"');
  expect(page).toContain('dir="rtl"');
  expect(page).toContain('A refusal, under its field or as a message. Asked for in a.ts.');
  expect(page).toContain('<a href="#errors">errors (1)</a>');
  expect(page).not.toMatch(/%[A-Z]+%/);
});

test.each([
  ['the width that a note states', 'shell:nav.home', 'Home', 14],
  ['a label may grow by two letters', 'common:action.close', 'Schließen', 11],
  ['a Chinese letter counts as two', 'common:action.close', '关闭', 6],
  ['a sentence may wrap', 'common:text', 'A sentence that is long enough to wrap wherever it stands.', undefined],
])('%s', (_name, key, text, limit) => expect(limitOf(key, text)).toBe(limit));
