import { expect, test } from 'vitest';
import { layOutBox } from './box-layout.ts';

/** Price 100 at the top and 0 at the bottom of a pane of 400 by 100. */
const frame = { size: { width: 400, height: 100 }, newest: 200, toY: (price: number) => 100 - price };

test('the risk lies between entry and stop, the reward between entry and target', () => {
  expect(layOutBox({ entry: 50, stop: 40, target: 80 }, frame)).toEqual({
    left: 200,
    width: 194,
    entry: 50,
    risk: { top: 50, height: 10 },
    reward: { top: 20, height: 30 },
  });
  expect(layOutBox({ entry: 50, stop: 60, target: 20 }, frame)).toMatchObject({
    risk: { top: 40, height: 10 },
    reward: { top: 50, height: 30 },
  });
});

test('what is out of the pane is cut at its edge, and a missing side has no area', () => {
  expect(layOutBox({ entry: 50, stop: -40, target: undefined }, frame)).toMatchObject({
    risk: { top: 50, height: 50 },
    reward: undefined,
  });
});

test('there is room for the box however far the newest bar is to the right', () => {
  expect(layOutBox({ entry: 50, stop: 40, target: 80 }, { ...frame, newest: 390 })?.left).toBe(280);
  expect(layOutBox({ entry: 50, stop: 40, target: 80 }, { ...frame, newest: -90 })?.left).toBe(0);
});
