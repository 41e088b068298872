/**
 * The operator is told once a minute and subject that the house has paused, and how many orders
 * were refused meanwhile.
 */
import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import type { CommandInput } from '../kernel/core/types.ts';
import { ALARM_EVERY_MS, type HouseAlarm, HouseAlarms } from './house-alarm.ts';

const order = (instrument: string): CommandInput => ({
  id: '7:a',
  userId: 7,
  book: 'demo',
  type: 'contracts.buy',
  body: { code: instrument },
});

test('refusals by the house are reported once a minute, all others never', () => {
  const raised: HouseAlarm[] = [];
  const alarms = new HouseAlarms((alarm) => raised.push(alarm));
  const refused = { code: code.exposureLimit };
  for (let at = 0; at < ALARM_EVERY_MS; at += 10_000) alarms.record(order('BTCUSDT'), refused, at);
  alarms.record(order('ETHUSDT'), refused, 5_000);
  alarms.record(order('BTCUSDT'), { code: code.balanceInsufficientForOrder }, 5_000);
  alarms.record(order('SOLUSDT'), { ...refused, repeated: true }, 5_000);
  expect(raised.map(({ instrument, refused: count }) => [instrument, count])).toEqual([
    ['BTCUSDT', 1],
    ['ETHUSDT', 1],
  ]);
  alarms.record(order('BTCUSDT'), refused, ALARM_EVERY_MS);
  expect(raised.at(-1)).toEqual({
    reason: 'the house takes no more of this',
    book: 'demo',
    type: 'contracts.buy',
    instrument: 'BTCUSDT',
    refused: 6,
  });
  alarms.record({ ...order(''), type: 'convert.quote', body: null }, { code: code.poolFull }, 0);
  expect(raised.at(-1)).toMatchObject({ type: 'convert.quote', instrument: undefined, refused: 1 });
});
