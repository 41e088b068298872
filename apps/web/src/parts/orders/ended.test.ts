import { expect, test } from 'vitest';
import { withEnded } from './ended.ts';

const order = (id: number, state = 'open') => ({ id, state });

test('what ended stays where it was, in its last state', () => {
  const live = [order(9), order(4), order(2)];
  expect(withEnded(live, [])).toBe(live);
  expect(withEnded(live, [order(7, 'settled'), order(4, 'settled')])).toEqual([
    order(9),
    order(7, 'settled'),
    order(4, 'settled'),
    order(2),
  ]);
  expect(withEnded(undefined, [order(1)])).toBeUndefined();
});
