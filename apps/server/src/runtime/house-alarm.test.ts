/** The operator hears once a minute and subject that the house has paused, with how many orders were refused meanwhile. */
import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import type { CommandInput } from '../kernel/types.ts';
import { ALARM_EVERY_MS, type HouseAlarm, HouseAlarms } from './house-alarm.ts';

const order = (instrument: string): CommandInput => ({
  id: '7:a',
  userId: 7,
  book: 'demo',
  type: 'contracts.buy',
  body: { code: instrument },
});

test('refusals of the house are told once a minute, all others never', () => {
  const told: HouseAlarm[] = [];
  const alarms = new HouseAlarms((alarm) => told.push(alarm));
  const refused = { code: code.exposureLimit };
  for (let at = 0; at < ALARM_EVERY_MS; at += 10_000) alarms.heard(order('BTCUSDT'), refused, at);
  alarms.heard(order('ETHUSDT'), refused, 5_000);
  alarms.heard(order('BTCUSDT'), { code: code.balanceInsufficientForOrder }, 5_000);
  alarms.heard(order('SOLUSDT'), { ...refused, repeated: true }, 5_000);
  expect(told.map(({ instrument, refused: count }) => [instrument, count])).toEqual([
    ['BTCUSDT', 1],
    ['ETHUSDT', 1],
  ]);
  alarms.heard(order('BTCUSDT'), refused, ALARM_EVERY_MS);
  expect(told.at(-1)).toEqual({
    reason: 'the house takes no more of this',
    book: 'demo',
    type: 'contracts.buy',
    instrument: 'BTCUSDT',
    refused: 6,
  });
  alarms.heard({ ...order(''), type: 'convert.quote', body: null }, { code: code.poolFull }, 0);
  expect(told.at(-1)).toMatchObject({ type: 'convert.quote', instrument: undefined, refused: 1 });
});
