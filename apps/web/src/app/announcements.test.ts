import { createFormatter } from '@glasshouse/i18n/format';
import { expect, test } from 'vitest';
import { announcementOf } from './announcements.ts';

const NOW = Date.parse('2026-11-21T10:00:10.000Z');
const contract = (part: object) => ({
  id: 7,
  name: 'BTC/USDT',
  state: 'open',
  precision: 2,
  openPrice: '63000.00',
  realised: '-12.5',
  openFee: '1',
  closeFeePaid: '0.5',
  financing: '-0.25',
  closedBy: null,
  placedAt: '2026-11-21T09:00:00.000Z',
  openedAt: '2026-11-21T10:00:09.000Z',
  ...part,
});
const spot = (part: object) => ({
  id: 8,
  state: 'filled',
  placedAt: '2026-11-21T10:00:00.000Z',
  doneAt: '2026-11-21T10:00:09.000Z',
  ...part,
});

test.each<[string, string, object, string | undefined]>([
  ['a limit order that opens', 'contracts.order', contract({}), 'contract 7 open'],
  ['an order that opened at once', 'contracts.order', contract({ placedAt: '2026-11-21T10:00:09.000Z' }), undefined],
  [
    'a market order that opens',
    'contracts.order',
    contract({ type: 'market', placedAt: '2026-11-21T10:00:08.000Z' }),
    'contract 7 open',
  ],
  ['a change of an older position', 'contracts.order', contract({ openedAt: '2026-11-21T09:59:00.000Z' }), undefined],
  ['a stop that fires', 'contracts.order', contract({ state: 'closed', closedBy: 'stopLoss' }), 'contract 7 closed'],
  ['a close by the user', 'contracts.order', contract({ state: 'closed', closedBy: 'user' }), 'contract 7 closed'],
  ['a liquidation', 'contracts.order', contract({ state: 'liquidated', closedBy: null }), 'contract 7 closed'],
  ['a resting order that fills', 'spot.order', spot({}), 'spot 8'],
  ['one that fills at once', 'spot.order', spot({ doneAt: '2026-11-21T10:00:01.000Z' }), undefined],
  ['one that its owner cancelled', 'spot.order', spot({ state: 'revoked' }), undefined],
  ['one that is refused at its trigger', 'spot.order', spot({ state: 'revoked', refused: 11065 }), 'spot 8'],
  ['a part of one', 'spot.order', spot({ state: 'partlyFilled', doneAt: null }), undefined],
  ['an alert that fires', 'alert', { id: 9, code: 'BTCUSDT', state: 'fired' }, 'alert 9'],
  ['an alert that was set', 'alert', { id: 9, code: 'BTCUSDT', state: 'active' }, undefined],
  ['an option that runs', 'options.order', { id: 1, state: 'open' }, undefined],
  ['a void option', 'options.order', { id: 1, state: 'void', outcome: null }, 'options 1'],
  ['anything else', 'balance', [], undefined],
])('%s', (_name, kind, data, key) => {
  expect(announcementOf(kind, data, NOW)?.key).toBe(key);
});

function titleOf(kind: string, data: object): string | undefined {
  const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as never;
  const error = (code: number) => `errors:${code}`;
  return announcementOf(kind, data, NOW)?.title({ t, error, format: createFormatter('en'), isolate: (name) => name });
}

test('a liquidation names its cost', () => {
  const text = titleOf('contracts.order', contract({ state: 'liquidated' }));
  expect(text).toBe('order:toast.liquidation {"market":"BTC/USDT","amount":"−14.25\u00a0USDT"}');
});

test.each([
  ['buy', 'bought'],
  ['sell', 'sold'],
])('a resting order that fills (%s) says what was %s in total', (side, word) => {
  const order = spot({ side, name: 'BTC/USDT', base: 'BTC', filledQuantity: '0.12345678' });
  expect(titleOf('spot.order', order)).toBe(
    `order:toast.${word} {"market":"BTC/USDT","quantity":"0.12345678\u00a0BTC"}`,
  );
});

test('an order that is refused at its trigger says why', () => {
  const order = spot({ state: 'revoked', name: 'BTC/USDT', refused: 11065 });
  expect(titleOf('spot.order', order)).toBe('order:toast.refused {"market":"BTC/USDT","reason":"errors:11065"}');
});
