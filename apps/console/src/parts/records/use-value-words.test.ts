import { createFormatter } from '@glasshouse/i18n/format';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { figureOf, rolesIn } from './use-value-words.ts';

const format = createFormatter('en');

test.each([
  ['10000000', 'floor', '10,000,000'],
  ['13812.5', 'available', '13,812.5'],
  ['-14500', '', '−14,500'],
  ['0.0004', 'feeRate', '0.04%'],
  ['0.04166666', 'maintenanceRate', '4.166666%'],
  ['0.4', 'referralShare', '40%'],
  ['0.12', 'rate', '12%'],
  ['0.1', 'largestGap', '10%'],
  ['0.004', 'spread', '0.4%'],
  ['2026-11-28', 'valueDate', format.date('2026-11-28T12:00:00Z')],
  ['1795996800000', 'rateAt', format.dateTime(1_795_996_800_000)],
  ['1031', 'compared', '1031'],
  // What names something is not grouped.
  ['2631', 'batch', '2631'],
  ['2626', 'withdrawals', '2626'],
  ['12345678', 'fields.userId', '12345678'],
  ['46701234567', 'phone', '46701234567'],
  ['0x52908400098527886e0f7030069857d2e4169ee7', 'address', '0x529084…9ee7'],
  ['THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX', 'address', 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX'],
  ['2026-11-23', 'day', '2026-11-23'],
])('%s of %s reads %s', (text, name, read) => {
  expect(figureOf(format, text, name)).toBe(read);
});

test('roles are read as on the page of the operators', () => {
  const { find } = translatorFor('de');
  expect(rolesIn({ find }, 'owner, compliance')).toBe('Inhaber, Compliance');
  expect(rolesIn({ find }, 'warden')).toBe('warden');
});
