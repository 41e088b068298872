import { expect, test } from 'vitest';
import { wayOf } from './way.ts';

const frame = { width: 100, height: 20, from: 0, to: 1_000, entry: 50 };

test('a way runs in steps from its entry, within the frame', () => {
  const { path, entryY, end } = wayOf(
    [
      { at: 250, price: 60 },
      { at: 500, price: 40 },
    ],
    frame,
  );
  expect(path).toBe('M0 10.0H25.0V0.0H50.0V20.0');
  expect(path).not.toMatch(/[LCQ]/);
  expect(entryY).toBe(10);
  expect(end).toEqual({ x: 50, y: 20 });
});

test('a price that has not moved is level, and what comes late stays at the end', () => {
  expect(wayOf([{ at: 5_000, price: 50 }], frame)).toEqual({
    path: 'M0 10.0H100.0V10.0',
    entryY: 10,
    end: { x: 100, y: 10 },
  });
});
