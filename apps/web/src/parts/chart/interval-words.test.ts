/** The intervals of the toolbar in each language: short on it, in full words for screen readers. */
import { createFormatter } from '@glasshouse/i18n/format';
import type { Language } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { intervalChoices } from './interval-words.ts';

const choicesIn = (language: Language) =>
  intervalChoices({ t: translatorFor(language).t, format: createFormatter(language) });
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  ['en', 'Ticks 1s 5s 15s 1m 5m 15m 30m 1h 4h 1D 1W'],
  ['ja', 'ティック 1秒 5秒 15秒 1分 5分 15分 30分 1時間 4時間 日足 週足'],
  ['ko', '틱 1초 5초 15초 1분 5분 15분 30분 1시간 4시간 1일 1주'],
  ['th', 'ทิก 1 วิ 5 วิ 15 วิ 1 นาที 5 นาที 15 นาที 30 นาที 1 ชม. 4 ชม. 1 วัน 1 สัปดาห์'],
  ['de', 'Ticks 1s 5s 15s 1m 5m 15m 30m 1h 4h 1T 1W'],
  ['fr', 'Ticks 1s 5s 15s 1m 5m 15m 30m 1h 4h 1j 1sem'],
  ['it', 'Tick 1s 5s 15s 1m 5m 15m 30m 1h 4h 1g 1sett'],
  ['es', 'Ticks 1s 5s 15s 1m 5m 15m 30m 1h 4h 1d 1sem'],
  ['ar', 'تيك 1 ث 5 ث 15 ث 1 د 5 د 15 د 30 د 1 س 4 س 1 ي 1 أ'],
  ['hk', '報價 1秒 5秒 15秒 1分 5分 15分 30分 1小時 4小時 日線 週線'],
  ['zh', '报价 1秒 5秒 15秒 1分 5分 15分 30分 1小时 4小时 日线 周线'],
] as const)('%s abbreviates intervals as its traders do', (language, expected) => {
  const labels = choicesIn(language).map(({ label }) => spaced(label));
  expect(labels.join(' ')).toBe(expected);
  // Room for twelve of them.
  for (const label of labels) expect(label.length).toBeLessThanOrEqual(9);
});

test.each([
  ['en', '15 seconds, 1 minute, 30 minutes, 1 hour, 4 hours, 1 day, 1 week'],
  ['ja', '15秒, 1分, 30分, 1時間, 4時間, 1日, 1週間'],
  ['ko', '15초, 1분, 30분, 1시간, 4시간, 1일, 1주'],
  ['th', '15 วินาที, 1 นาที, 30 นาที, 1 ชั่วโมง, 4 ชั่วโมง, 1 วัน, 1 สัปดาห์'],
  ['de', '15 Sekunden, 1 Minute, 30 Minuten, 1 Stunde, 4 Stunden, 1 Tag, 1 Woche'],
  ['fr', '15 secondes, 1 minute, 30 minutes, 1 heure, 4 heures, 1 jour, 1 semaine'],
  ['it', '15 secondi, 1 minuto, 30 minuti, 1 ora, 4 ore, 1 giorno, 1 settimana'],
  ['es', '15 segundos, 1 minuto, 30 minutos, 1 hora, 4 horas, 1 día, 1 semana'],
  ['ar', '15 ثانية, دقيقة, 30 دقيقة, ساعة, 4 ساعات, يوم, أسبوع'],
  ['hk', '15 秒, 1 分鐘, 30 分鐘, 1 小時, 4 小時, 1 日, 1 星期'],
  ['zh', '15秒钟, 1分钟, 30分钟, 1小时, 4小时, 1天, 1周'],
] as const)('%s names intervals in full words', (language, expected) => {
  const names = choicesIn(language).filter(({ value }) => /^(15s|1m|30m|1h|4h|1d|1w)$/.test(value));
  expect(spaced(names.map(({ name }) => name).join(', '))).toBe(expected);
});
