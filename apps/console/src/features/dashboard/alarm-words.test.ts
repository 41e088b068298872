/** Alarms of the overview read as sentences, not as the keys that the server names them by. */
import { createFormatter } from '@glasshouse/i18n/format';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { alarmWords } from './alarm-words.ts';

const speech = { find: translatorFor('en').find, format: createFormatter('en') };

test.each([
  ['stuckPayout', 'paidTwice USDT', 'Paid twice', 'USDT'],
  ['stuckPayout', 'stuck BTC', 'Payout stuck', 'BTC'],
  ['reorganisation', 'vanished USDT', 'A credited transfer changed on its chain', 'Deposit missing · USDT'],
  ['credentials', 'user 1002', 'Login details changed in the database', 'User 1002'],
  ['requestAltered', '12', 'Approval request changed in the database', 'Approval 12'],
  ['houseLimit', 'contracts.open BTCUSDT', 'Orders refused at a house limit', 'Contracts · BTCUSDT'],
  ['poolLow', 'real USDT pool.contracts', 'A pool holds less than it needs', 'Contracts pool · Real · USDT'],
  [
    'diskLow',
    '/srv/data/postgres: 78046 MB, 30 %, 12 d',
    'The database disk is filling up',
    '/srv/data/postgres · 78 GB left (30%) · full in about 12 days at this pace',
  ],
  ['diskFull', '/srv: a/b: 64 MB, 0 %', 'The database disk is full: orders are refused', '/srv: a/b · 64 MB left (0%)'],
  // A form that is not known yet.
  ['diskLow', '/srv/data', 'The database disk is filling up', '/srv/data'],
  ['watcher', 'TRC20', 'A chain is not being read', 'TRC20'],
] as const)('%s of %s', (kind, subject, title, detail) => {
  expect(alarmWords(speech, { kind, subject })).toEqual({ title, detail });
});
