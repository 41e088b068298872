/** Lines before rendering: price snapping, and who decides whether a drag sticks. */
import { describe, expect, test, vi } from 'vitest';
import type { ChartLine } from '../types.ts';
import { createDrag } from './drag.ts';
import { snapPrice } from './snap.ts';

describe('a dragged price', () => {
  test.each([
    [100.24, { step: 0.5, places: 2 }, 100],
    [100.26, { step: 0.5, places: 2 }, 100.5],
    // 0.3 is not a whole multiple of 0.1 in floats.
    [0.3, { step: 0.1, places: 1 }, 0.3],
    [99, { step: 0.5, places: 1, range: { min: 100.2 } }, 100.5],
    [300, { step: 0.5, places: 1, range: { max: 200.2 } }, 200],
    [0.7, { step: 0.1, places: 1, range: { max: 0.7 } }, 0.7],
    // A price of zero does not exist.
    [-5, { step: 0.25, places: 2 }, 0.25],
  ])('%d snaps to a step inside its range: %o → %d', (price, to, landed) => {
    expect(snapPrice(price, to)).toBe(landed);
  });
});

function dragOf(change: Partial<ChartLine> = {}) {
  let line: ChartLine = { id: 'stop', price: 100, label: 'Stop', tone: 'down', ...change };
  const drag = createDrag({ line: () => line, listed: () => line.price, step: 1, places: 0, onChange: () => {} });
  return {
    drag,
    list(next: Partial<ChartLine>) {
      line = { ...line, ...next };
      drag.listUpdated();
    },
  };
}

describe('a drag', () => {
  test('shows the value while moving, and makes one request on release', async () => {
    const onDrag = vi.fn(() => true);
    const { drag } = dragOf({ onDrag, valueAt: (price) => ({ text: `${price - 100}`, tone: 'neutral' }) });
    drag.move(95.4);
    expect(drag.state).toEqual({ phase: 'dragging', price: 95, value: { text: '-5', tone: 'neutral' } });
    await drag.release();
    expect(onDrag.mock.calls).toEqual([[95]]);
    drag.dispose();
  });
  test.each([
    ['false', () => false],
    ['a promise of false', async () => false],
    ['a failure', () => Promise.reject(new Error('no connection'))],
  ])('snaps back on %s', async (_, onDrag) => {
    const { drag } = dragOf({ onDrag });
    drag.move(90);
    await drag.release();
    expect(drag.state).toEqual({ phase: 'idle', price: undefined, value: undefined });
  });
  test('an accepted price stays until the list confirms it; an old list does not revert it', async () => {
    const { drag, list } = dragOf({ onDrag: () => undefined });
    drag.move(90);
    await drag.release();
    list({ label: 'Stop loss' });
    expect(drag.state.price).toBe(90);
    list({ price: 90 });
    expect(drag.state.phase).toBe('idle');
  });
  test('a list update before the answer takes effect with the answer', async () => {
    let answer = (_: boolean) => {};
    const { drag, list } = dragOf({ onDrag: () => new Promise<boolean>((resolve) => (answer = resolve)) });
    drag.move(90);
    const released = drag.release();
    list({ price: 91 });
    expect(drag.state.phase).toBe('pending');
    answer(true);
    await released;
    expect(drag.state.phase).toBe('idle');
  });
  test('a pending line cannot be moved; a press without movement makes no request', async () => {
    const onDrag = vi.fn(() => new Promise<boolean>(() => {}));
    const { drag } = dragOf({ onDrag });
    drag.move(100.2);
    await drag.release();
    expect([onDrag.mock.calls.length, drag.state.phase]).toEqual([0, 'idle']);
    drag.move(90);
    void drag.release();
    drag.move(80);
    drag.cancel();
    expect([drag.state.phase, drag.state.price]).toEqual(['pending', 90]);
  });
});
