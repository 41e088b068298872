import { expect, test } from 'vitest';
import { dayText, type PeriodChoice, rangeOf } from './periods.ts';

const NOW = new Date(2026, 10, 21, 15, 30).getTime();
const local = (...parts: [number, number, number]): string => new Date(...parts).toISOString();
const choice = (part: Partial<PeriodChoice>): PeriodChoice => ({ period: 'custom', first: '', last: '', ...part });

test.each<[string, PeriodChoice, object | undefined]>([
  ['all time has no bounds', choice({ period: 'all' }), {}],
  ['today begins at midnight of the reader', choice({ period: 'today' }), { from: local(2026, 10, 21) }],
  [
    'a week is seven days back from now',
    choice({ period: 'week' }),
    { from: new Date(NOW - 7 * 86_400_000).toISOString() },
  ],
  [
    'the last of the chosen days counts as a whole',
    choice({ first: '2026-10-01', last: '2026-10-31' }),
    { from: local(2026, 9, 1), to: local(2026, 10, 1) },
  ],
  [
    'one day is a range',
    choice({ first: '2026-10-05', last: '2026-10-05' }),
    { from: local(2026, 9, 5), to: local(2026, 9, 6) },
  ],
  ['an open end', choice({ first: '2026-10-05' }), { from: local(2026, 9, 5) }],
  ['an open start', choice({ last: '2026-12-31' }), { to: local(2027, 0, 1) }],
  ['days the wrong way round', choice({ first: '2026-10-06', last: '2026-10-05' }), undefined],
  ['text that is no day is open', choice({ first: 'soon' }), {}],
])('%s', (_what, query, range) => {
  expect(rangeOf(query, NOW)).toEqual(range);
});

test('a time is written as its day', () => {
  expect(dayText(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
});
