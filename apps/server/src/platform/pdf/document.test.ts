import { LANGUAGES, type Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { type PdfWriter, pdfChunks } from './document.ts';
import { fontsFor, loadFont } from './fonts.ts';
import { piecesOf, visualRuns } from './text-runs.ts';

async function pdfOf(language: Language, write: (pdf: PdfWriter) => Iterable<void>): Promise<Buffer[]> {
  const { t } = translatorFor(language);
  const options = { language, title: t('funds:profit.title'), foot: t('funds:tax.notAdviceShort'), pageNumber: String };
  const chunks: Buffer[] = [];
  for await (const chunk of pdfChunks({ ...options, createdAt: new Date(0) }, write)) chunks.push(Buffer.from(chunk));
  return chunks;
}

const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test.each(LANGUAGES)(
  'a document in %s has every character of its texts, and the same bytes again',
  async (language) => {
    const { t } = translatorFor(language);
    const fonts = await Promise.all(fontsFor(language).map(async (name) => (await loadFont(name)).font));
    const texts = [
      t('funds:cost.howText'),
      t('funds:profit.byCost'),
      t('account:statement.text'),
      'José 山田 김 สมชาย محمد 陳',
    ];
    for (const character of texts.join('').replace(/[\s\u2066-\u2069]/g, '')) {
      const has = fonts.some((font) => font.hasGlyphForCodePoint(character.codePointAt(0) as number));
      expect([character, has]).toEqual([character, true]);
    }
    const write = function* (pdf: PdfWriter): Generator<void> {
      pdf.heading(t('funds:profit.title'), 1);
      for (const text of texts) pdf.paragraph(text);
      pdf.pairs([[t('funds:profit.product'), 'BTC']]);
      pdf.strokes(
        [
          [
            { x: 0, y: 0 },
            { x: 9, y: 9 },
          ],
          [{ x: 3, y: 3 }],
        ],
        90,
        40,
      );
      yield;
    };
    const first = Buffer.concat(await pdfOf(language, write));
    const second = Buffer.concat(await pdfOf(language, write));
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.subarray(-6).toString()).toContain('%%EOF');
    expect(first.equals(second)).toBe(true);
  },
);

test('full pages leave while the rest is written, and a long word or cell breaks', async () => {
  let lastRow = 0;
  const chunks = await pdfOf('en', function* (pdf) {
    pdf.paragraph('x'.repeat(400));
    pdf.table([
      { header: 'A', width: 1 },
      { header: 'B', width: 1, align: 'end' },
    ]);
    for (let row = 0; row < 200; row += 1) {
      pdf.row([`row ${row}`, row % 50 === 0 ? 'many words '.repeat(200) : '1']);
      lastRow = row;
      yield;
    }
    pdf.endTable();
  });
  expect(lastRow).toBe(199);
  expect(chunks.length).toBeGreaterThan(3);
  expect(pagesIn(Buffer.concat(chunks))).toBeGreaterThan(4);
});

test.each<[string, 'ltr' | 'rtl', string[]]>([
  ['Fees 1.5 BTC', 'ltr', ['Fees 1.5 BTC']],
  ['رسوم \u20681.5 BTC\u2069 ثم', 'rtl', [' ثم', '1.5 BTC', 'رسوم ']],
  ['من محمد to us', 'ltr', ['من محمد', ' to us']],
])('runs of %s from left to right', (line, dir, runs) => {
  expect(visualRuns(line, dir).map(({ text }) => text)).toEqual(runs);
});

test.each<[string, string, string[]]>([
  ['One (two) three.', 'en', ['One ', '(two) ', 'three.']],
  ['1\u00a0000 USDT', 'fr', ['1\u00a0000 ', 'USDT']],
  ['手数料は、約定時に。', 'ja', ['手数料', 'は、', '約定', '時に。']],
])('a line of %s may break between', (text, locale, pieces) => {
  expect(piecesOf(text, locale)).toEqual(pieces);
});
