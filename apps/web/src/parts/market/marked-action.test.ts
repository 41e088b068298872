import { expect, test } from 'vitest';
import type { CorporateAction } from './corporate-actions.tsx';
import { markedAction } from './marked-action.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 28, 12);
const action = (id: number, days: number, state: CorporateAction['state'] = 'scheduled', code = 'NVDA') =>
  ({ id, code, state, kind: 'split', effectiveAt: new Date(NOW + days * DAY_MS).toISOString() }) as CorporateAction;

test.each([
  ['nothing where there is none', [], undefined],
  ['the next one to come', [action(1, 9), action(2, 3), action(3, -2, 'applied')], 2],
  ['nothing that is further ahead than a month', [action(1, 30.1)], undefined],
  ['one a month ahead', [action(1, 30)], 1],
  ['the last one of the past week', [action(1, -6, 'applied'), action(2, -2, 'applied')], 2],
  ['nothing older', [action(1, -7.1, 'applied')], undefined],
  ['one whose first price has not come yet', [action(1, -0.5)], 1],
  ['nothing that did not happen', [action(1, -1, 'lapsed'), action(2, 2, 'cancelled')], undefined],
  ['nothing of another market', [action(1, 3, 'scheduled', 'AAPL')], undefined],
])('a market is marked with %s', (_what, actions, id) => {
  expect(markedAction(actions, { code: 'NVDA', now: NOW })?.id).toBe(id);
});
