import { expect, test } from 'vitest';
import { applyChanges } from './apply.ts';

const MESSAGES = {
  common: { action: { close: 'Zu' }, 'count.orders_one': 'Eine Order' },
  errors: { '10001': 'Fehler {{id}}' },
} as const;
const change = (key: string, now: string, better: string) => ({ key, now, better });

test('a text is replaced at its place, and the others stay', () => {
  const { messages, applied, refused } = applyChanges(MESSAGES, [
    change('common:action.close', 'Zu', ' Schließen '),
    change('common:count.orders_one', 'Eine Order', '{{count}} Order'),
    change('errors:10001', 'Fehler {{id}}', 'Kennung {{id}}: Fehler'),
  ]);
  expect(messages).toEqual({
    common: { action: { close: 'Schließen' }, 'count.orders_one': '{{count}} Order' },
    errors: { '10001': 'Kennung {{id}}: Fehler' },
  });
  expect([applied.length, refused]).toEqual([3, []]);
});

test.each([
  ['an unknown key', change('common:action.open', 'Auf', 'Öffnen'), 'there is no such text'],
  ['an unknown namespace', change('other:close', 'Zu', 'Schließen'), 'there is no such text'],
  ['a text of before', change('common:action.close', 'Schliessen', 'Schließen'), 'it was changed meanwhile: Zu'],
  ['an empty text', change('common:action.close', 'Zu', ' '), 'it is empty'],
  ['a lost value', change('errors:10001', 'Fehler {{id}}', 'Fehler'), 'its values in {{…}} differ'],
])('%s is refused, and nothing is changed', (_name, wrong, why) => {
  expect(applyChanges(MESSAGES, [wrong])).toEqual({ messages: MESSAGES, applied: [], refused: [{ ...wrong, why }] });
});
