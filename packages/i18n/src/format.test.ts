import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFormatter } from './format.ts';
import { LANGUAGES } from './languages.ts';
import { formatterFor } from './server.ts';

const AT = Date.UTC(2026, 10, 20, 13, 5, 9);
const en = createFormatter('en', 'UTC');
const de = createFormatter('de', 'UTC');
const ar = createFormatter('ar', 'UTC');

test('what ends with a day ends on it, in the time zone of the reader', () => {
  const midnight = Date.UTC(2026, 11, 14);
  expect(en.until(midnight)).toBe('13 Dec 2026');
  expect(de.until(midnight)).toBe('13.12.2026');
  expect(createFormatter('en', 'Asia/Tokyo').until(midnight)).toBe('14 Dec 2026, 09:00');
});

describe('figures', () => {
  test('decimal text keeps every digit, beyond what a float holds', () => {
    expect(en.money('99999999999999.12345678', 'USDT')).toBe('99,999,999,999,999.12345678\u00a0USDT');
    expect(de.money('99999999999999.12345678', 'USDT')).toBe('99.999.999.999.999,12345678\u00a0USDT');
  });

  test('what does not fit is cut, never rounded up', () => {
    expect(en.money('0.999999999', 'BTC')).toBe('0.99999999\u00a0BTC');
    expect(en.money('-1.999', 'USDT', { min: 2, max: 2 })).toBe('\u22121.99\u00a0USDT');
    expect(en.price('1.23456', 4)).toBe('1.2345');
  });

  test('in every language the digits of an amount are those of its text, and Latin', () => {
    for (const language of LANGUAGES) {
      const { money } = createFormatter(language, 'UTC');
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: 10n ** 22n - 1n }), (units) => {
          const text = `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`;
          expect(money(text, '', { min: 8, max: 8 }).replace(/[^0-9]/g, '')).toBe(text.replace('.', ''));
        }),
        { numRuns: 50 },
      );
    }
  });

  test('signs, percent and change', () => {
    expect(en.signedMoney('5', 'USDT')).toBe('+5.00\u00a0USDT');
    expect(en.signedMoney('-0.41', 'USDT')).toBe('\u22120.41\u00a0USDT');
    expect(en.signedMoney('0', 'USDT')).toBe('0.00\u00a0USDT');
    expect(en.percent('0.825')).toBe('82.5%');
    expect(en.change(-1.236)).toBe('\u22121.24%');
    expect(en.change(0)).toBe('0.00%');
    expect(de.percent('0.5')).toBe('50\u00a0%');
  });

  test.each(LANGUAGES)('%s shows a negative figure with a true minus, however it is written', (language) => {
    const { number, price, money, signedMoney, signed, percent, change } = createFormatter(language, 'UTC');
    const shown = [
      number('-1234.5'),
      number(-1),
      price('-1.5', 2),
      money('-1.5', 'USDT'),
      signedMoney('-1.5', 'USDT'),
      signed('-1.5'),
      percent('-0.5'),
      change(-1.5),
    ];
    for (const text of shown) expect(text.replace(/[^-\u2212]/g, '')).toBe('\u2212');
  });

  test.each(LANGUAGES)('%s groups four digits as it groups five', (language) => {
    const { number, money } = createFormatter(language);
    expect(number('1234').length).toBe(5);
    expect(number('12345').length).toBe(6);
    expect(money('1234.5', 'USDT')).toContain(number('1234.5', { min: 2 }));
  });

  test('what is no number is a dash', () => {
    expect(en.number('?1.000')).toBe('–');
    expect(en.money('', 'USDT')).toBe('0.00\u00a0USDT');
  });

  test('an amount stays in one piece inside Arabic text', () => {
    expect(ar.money('1234.5', 'USDT')).toBe('\u20661,234.50\u00a0USDT\u2069');
  });
});

describe('time', () => {
  test('English dates are British', () => {
    expect(en.dateTime(AT)).toBe('20 Nov 2026, 13:05:09');
  });

  test('years are Gregorian in every language', () => {
    for (const language of LANGUAGES) expect(createFormatter(language, 'UTC').date(AT)).toContain('2026');
  });

  test('durations name their two largest units', () => {
    expect(en.duration(0)).toBe('0 secs');
    expect(en.duration(30)).toBe('30 secs');
    expect(en.duration(90)).toBe('1 min 30 secs');
    expect(en.duration(86_400)).toBe('1 day');
    expect(en.duration(90_061)).toBe('1 day 1 hr');
    expect(createFormatter('ja').relative(AT - 300_000, AT)).toBe('5分前');
  });

  const SECONDS = [30, 60, 300, 14_400, 86_400, 604_800, 90, 90_000];
  test.each([
    ['en', 'narrow', '30s, 1m, 5m, 4h, 1d, 1w, 1m 30s, 1d 1h'],
    ['ja', 'narrow', '30秒, 1分, 5分, 4時間, 1日, 1週間, 1分30秒, 1日1時間'],
    ['ko', 'narrow', '30초, 1분, 5분, 4시간, 1일, 1주, 1분 30초, 1일 1시간'],
    ['th', 'narrow', '30 วิ, 1 นาที, 5 นาที, 4 ชม., 1 วัน, 1 สัปดาห์, 1 นาที 30 วิ, 1 วัน 1 ชม.'],
    ['de', 'narrow', '30 s, 1 min, 5 min, 4 h, 1 T, 1 W, 1 min 30 s, 1 T 1 h'],
    ['fr', 'narrow', '30s, 1min, 5min, 4h, 1j, 1sem., 1min 30s, 1j 1h'],
    ['it', 'narrow', '30s, 1min, 5min, 4h, 1g, 1sett., 1min 30s, 1g 1h'],
    ['es', 'narrow', '30s, 1min, 5min, 4h, 1d, 1sem, 1min 30s, 1d 1h'],
    ['ar', 'narrow', '30 ث, 1 د, 5 د, 4 س, 1 ي, 1 أ, 1 د 30 ث, 1 ي 1 س'],
    ['hk', 'narrow', '30秒, 1分, 5分, 4小時, 1日, 1週, 1分30秒, 1日1小時'],
    ['zh', 'narrow', '30秒, 1分, 5分, 4小时, 1天, 1周, 1分30秒, 1天1小时'],
    ['ja', 'short', '30秒, 1分, 5分, 4時間, 1日, 7日, 1分30秒, 1日1時間'],
    ['ko', 'short', '30초, 1분, 5분, 4시간, 1일, 7일, 1분 30초, 1일 1시간'],
    ['de', 'short', '30 Sek., 1 Min., 5 Min., 4 Std., 1 Tag, 7 Tage, 1 Min. 30 Sek., 1 Tag 1 Std.'],
    ['ar', 'short', '30 ثانية, دقيقة, 5 دقائق, 4 ساعات, يوم, 7 أيام, دقيقة و30 ثانية, يوم وساعة'],
    ['zh', 'short', '30秒, 1分钟, 5分钟, 4小时, 1天, 7天, 1分钟30秒, 1天1小时'],
    ['hk', 'short', '30 秒, 1 分鐘, 5 分鐘, 4 小時, 1 日, 7 日, 1 分鐘 30 秒, 1 日 1 小時'],
    ['ja', 'long', '30秒, 1分, 5分, 4時間, 1日, 1週間, 1分30秒, 1日1時間'],
    ['de', 'long', '30 Sekunden, 1 Minute, 5 Minuten, 4 Stunden, 1 Tag, 1 Woche, 1 Minute 30 Sekunden, 1 Tag 1 Stunde'],
    ['ar', 'long', '30 ثانية, دقيقة, 5 دقائق, 4 ساعات, يوم, أسبوع, دقيقة و30 ثانية, يوم وساعة'],
  ] as const)('%s writes %s durations as its readers do', (language, width, expected) => {
    const { duration } = createFormatter(language);
    const written = SECONDS.map((seconds) => duration(seconds, width));
    expect(written.join(', ').replaceAll('\u00a0', ' ')).toBe(expected);
  });

  test('a countdown reaches 0:00 only at the end', () => {
    expect(en.clock(0.1)).toBe('0:01');
    expect(en.clock(0)).toBe('0:00');
    expect(en.clock(-5)).toBe('0:00');
    expect(en.clock(65)).toBe('1:05');
    expect(en.clock(3845)).toBe('1:04:05');
  });

  test('a share is cut, or rounded up where cutting would flatter', () => {
    expect(en.percent('0.54945055', { min: 2, max: 2 })).toBe('54.94%');
    expect(en.percent('0.54945055', { min: 2, max: 2, rounding: 'ceil' })).toBe('54.95%');
    expect(en.percent('0.09', { min: 2, max: 2, rounding: 'ceil' })).toBe('9.00%');
  });

  test('relative times', () => {
    expect(en.relative(AT - 300_000, AT)).toBe('5 minutes ago');
    expect(en.relative(AT + 7200_000, AT)).toBe('in 2 hours');
    expect(en.relative(AT, AT)).toBe('now');
    const utc = createFormatter('en', 'UTC');
    const evening = Date.UTC(2026, 6, 1, 22);
    const hours = (count: number): string => utc.relative(evening + count * 3_600_000, evening);
    expect([23, 24, 25.9, 26, 47, 50].map(hours)).toEqual([
      'in 23 hours',
      'tomorrow',
      'tomorrow',
      'in 2 days',
      'in 2 days',
      'in 3 days',
    ]);
    expect([-24, -46, -47].map(hours)).toEqual(['yesterday', 'yesterday', '2 days ago']);
  });
});

test('the formatter of a language is built once on a server', () => {
  expect(formatterFor('de')).toBe(formatterFor('de'));
  expect(formatterFor('de').number('1234.5')).toBe(createFormatter('de').number('1234.5'));
  expect(formatterFor('en').number('1234.5')).toBe('1,234.5');
});
