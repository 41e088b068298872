/**
 * An amount that is grouped while it is typed: the value is the one that would have been typed
 * without groups, and the caret stays behind its digit.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copiedAmount, editedAmount, grouped } from './amount-edit.ts';
import { amountMarksOf, typedAmount } from './amount-text.ts';

const LOCALES = ['en-GB', 'ja', 'ko', 'th', 'de', 'fr', 'it', 'es', 'ar', 'zh-Hant-HK', 'zh-Hans-CN'];
const EN = amountMarksOf('en-GB');
const DE = amountMarksOf('de');
const rules = (marks = EN, decimals = 8) => ({ decimals, marks });

test('amounts are grouped as the figures of the language are', () => {
  const written = LOCALES.map((locale) =>
    grouped('1234567.89'.replace('.', amountMarksOf(locale).decimal), amountMarksOf(locale)),
  );
  const point = '1,234,567.89';
  const comma = '1.234.567,89';
  const french = '1\u202f234\u202f567,89';
  expect(written).toEqual([point, point, point, point, comma, french, comma, comma, point, point, point]);
});

test.each([
  ['', ''],
  ['0', '0'],
  ['123', '123'],
  ['1234', '1,234'],
  ['123456', '123,456'],
  ['1234567', '1,234,567'],
  ['1234.', '1,234.'],
  ['1234.56789', '1,234.56789'],
  ['.5678', '.5678'],
  // A lone mark of other languages, and what can be read in two ways.
  ['1234,5', '1234,5'],
  ['1,000', '1,000'],
  ['1.2.3', '1.2.3'],
])('%j is shown as %j', (text, shown) => expect(grouped(text, EN)).toBe(shown));

/** `|` is the caret, `[` and `]` are the ends of a selection. */
function placed(marked: string) {
  const start = marked.search(/[|[]/);
  const text = marked.replace(/[[|\]]/g, '');
  return { text, start, end: marked.includes(']') ? marked.indexOf(']') - 1 : start };
}

/** Types into a display, or deletes from it, as a browser does. */
function press(marked: string, key: string, marks = EN, decimals = 8): string {
  const { text: display, start, end } = placed(marked);
  const text = display.replaceAll(marks.group, '');
  const from = key === 'Backspace' && start === end ? start - 1 : start;
  const to = key === 'Delete' && start === end ? end + 1 : end;
  const inserted = key.length === 1 ? key : '';
  const edited = editedAmount(
    {
      text,
      shown: display.slice(0, from) + inserted + display.slice(to),
      caret: from + inserted.length,
      selection: { start, end },
    },
    rules(marks, decimals),
  );
  if (edited === undefined) return 'not taken';
  const next = grouped(edited.text, marks);
  return `${next.slice(0, edited.caret)}|${next.slice(edited.caret)}`;
}

test.each([
  ['123|', '4', '1,234|'],
  ['1,234|', '5', '12,345|'],
  ['|1,234', '9', '9|1,234'],
  ['1|,234', '9', '19|,234'],
  ['1,|234', '9', '19|,234'],
  ['1,234|', '.', '1,234.|'],
  ['1,234.|', '5', '1,234.5|'],
  ['12|3,456', '.', '12.|3456'],
  ['1,234|', 'Backspace', '123|'],
  ['12,345|', 'Backspace', '1,234|'],
  // Over a mark of the field: the digit beyond it goes.
  ['1,|234', 'Backspace', '|234'],
  ['1|,234', 'Delete', '1|34'],
  ['1,234,|567', 'Backspace', '123|,567'],
  ['1,234|,567', 'Delete', '123,4|67'],
  ['1,234|.5', 'Delete', '12,34|5'],
  ['[1,234]', '5', '5|'],
  ['1[,2]34', '9', '1,9|34'],
  ['1,[234].5', 'Backspace', '1|.5'],
  // Zeros in front are not taken, and the caret is not moved by them.
  ['|234', '0', '|234'],
  ['0|', '7', '7|'],
  ['1|,000', 'Backspace', '|0'],
  // Digits of other scripts, and what is no amount.
  ['1,23|4', '٥', '12,35|4'],
  ['1,234|', 'x', 'not taken'],
])('%j and %s give %j', (marked, key, expected) => expect(press(marked, key)).toBe(expected));

test('decimals beyond those of the field are not taken', () => {
  expect(press('1,234.56|', '7', EN, 2)).toBe('1,234.56|');
  expect(press('1.234,5|', '6', DE, 2)).toBe('1.234,56|');
});

test('what was typed with marks is still refused where it can be read in two ways', () => {
  const typed = (text: string, key: string, marks = EN) =>
    editedAmount(
      { text, shown: text + key, caret: text.length + 1, selection: { start: text.length, end: text.length } },
      rules(marks),
    )?.value;
  expect(typed('1,00', '0')).toBe('?1,000');
  expect(typed('1.00', '0', DE)).toBe('?1.000');
  expect(typed('1,000', '0')).toBe('1.0000');
  expect(typed('1,234,56', '7')).toBe('1234567');
});

test('where the browser does not say what it replaced, both readings must agree', () => {
  const written = (text: string, shown: string, marks = EN) =>
    editedAmount({ text, shown, caret: shown.length, selection: undefined }, rules(marks))?.value;
  expect(written('12,5', '1.000', DE)).toBe('?1.000');
  expect(written('1234', '1,000')).toBe('?1,000');
  expect(written('1234', '1,2345')).toBe('?1,2345');
  expect(written('1234', '5000')).toBe('5000');
  expect(written('1234', '1,234,567.5')).toBe('1234567.5');
  expect(written('1234', '')).toBe('');
});

test('what is copied has no marks of the field', () => {
  expect(copiedAmount('1234567.5', { start: 0, end: 11 }, EN)).toBe('1234567.5');
  expect(copiedAmount('1234567.5', { start: 1, end: 5 }, EN)).toBe('234');
  expect(copiedAmount('1,000', { start: 0, end: 5 }, EN)).toBe('1,000');
});

/** What a field holds: digits, perhaps with the decimal mark of the language. */
const held = fc.record({
  marks: fc.constantFrom(...LOCALES.map(amountMarksOf)),
  // With the fraction no more digits than a field takes.
  whole: fc.bigInt({ min: 0n, max: 10n ** 8n - 1n }),
  fraction: fc.option(fc.stringMatching(/^\d{0,6}$/), { nil: undefined }),
});
const edits = fc.record({
  field: held,
  ends: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
  inserted: fc.oneof(fc.stringMatching(/^\d{0,3}$/), fc.stringMatching(/^[\d.,]{0,3}$/)),
});
const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

test('an edit of the display is the same edit of the text, and the caret stays behind its digits', () => {
  fc.assert(
    fc.property(edits, ({ field: { marks, whole, fraction }, ends, inserted }) => {
      const text = `${whole}${fraction === undefined ? '' : marks.decimal + fraction}`;
      const display = grouped(text, marks);
      const [start, end] = ends.map((share) => Math.round((share / 100) * display.length)).sort((a, b) => a - b) as [
        number,
        number,
      ];
      const textAt = (place: number): number => display.slice(0, place).replaceAll(marks.group, '').length;
      const before = text.slice(0, textAt(start));
      const after = text.slice(textAt(end));
      const expected = typedAmount(before + inserted + after, 8, marks.decimal);
      const shown = display.slice(0, start) + inserted + display.slice(end);
      if (shown === display) return;
      const caret = start + inserted.length;
      const edited = editedAmount({ text, shown, caret, selection: { start, end } }, rules(marks));
      expect(edited?.value).toBe(expected?.value);
      if (edited === undefined || expected === undefined) return;
      expect(edited.text).toBe(expected.text);
      const next = grouped(edited.text, marks);
      // Shown again, it is the same.
      if (next !== edited.text) expect(grouped(next.replaceAll(marks.group, ''), marks)).toBe(next);
      const dropped = digitsIn(before + inserted + after) - digitsIn(edited.text);
      const left = digitsIn(before + inserted);
      const all = digitsIn(edited.text);
      const behind = digitsIn(next.slice(0, edited.caret));
      if (dropped === 0) expect(behind).toBe(left);
      else expect(Math.max(0, left - dropped) <= behind && behind <= Math.min(left, all)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('grouping never changes a value and is not repeated', () => {
  fc.assert(
    fc.property(held, ({ marks, whole, fraction }) => {
      const text = `${whole}${fraction === undefined ? '' : marks.decimal + fraction}`;
      const display = grouped(text, marks);
      expect(display.replaceAll(marks.group, '')).toBe(text);
      expect(typedAmount(display.replaceAll(marks.group, ''), 8, marks.decimal)).toEqual(
        typedAmount(text, 8, marks.decimal),
      );
    }),
  );
});

test('from any place in the display, each key that deletes takes a digit or the decimal mark', () => {
  fc.assert(
    fc.property(held, fc.integer({ min: 0, max: 100 }), ({ marks, whole, fraction }, percent) => {
      let text = `${whole}${fraction === undefined ? '' : marks.decimal + fraction}`;
      let caret = Math.round((percent / 100) * grouped(text, marks).length);
      for (let count = 2 * text.length; 0 < count && text !== ''; count -= 1) {
        const display = grouped(text, marks);
        const from = count % 2 === 0 && 0 < caret ? caret - 1 : Math.min(caret, display.length - 1);
        const isBack = from < caret;
        const shown = display.slice(0, from) + display.slice(from + 1);
        const selection = isBack ? { start: from + 1, end: from + 1 } : { start: from, end: from };
        const edited = editedAmount({ text, shown, caret: from, selection }, rules(marks));
        expect(edited?.text.length).toBeLessThan(text.length);
        if (edited === undefined) return;
        ({ text, caret } = edited);
      }
      expect(text).toBe('');
    }),
    { numRuns: 500 },
  );
});
