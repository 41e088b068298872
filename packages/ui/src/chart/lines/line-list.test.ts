/**
 * The list of lines and those pulled out of them: a stop that is not listed until the server
 * accepts it.
 */
import { expect, test, vi } from 'vitest';
import type { ChartLine } from '../types.ts';
import { isDragging, priceOf } from './entry.ts';
import { createLineList } from './line-list.ts';

type Answer = (price: number) => boolean | Promise<boolean>;

const lineAt = (id: string, price: number): ChartLine => ({ id, price, label: id, tone: 'neutral' });
/** A stop below 100, a target above, nothing at 100. */
const position = (onDrag: Answer): ChartLine => ({
  ...lineAt('position', 100),
  onPress: () => {},
  pull: (price) => (price === 100 ? undefined : { ...lineAt(price < 100 ? 'stop' : 'target', price), onDrag }),
});

function listOf(onDrag: Answer = () => true) {
  const onRemoved = vi.fn();
  const list = createLineList({
    step: 1,
    places: 0,
    onChange: () => {},
    onRemoved,
  });
  list.set([position(onDrag)]);
  const source = list.entries()[0];
  if (source === undefined) throw new Error('no line to pull at');
  return {
    list,
    onRemoved,
    ids: () => list.entries().map(({ line }) => line.id),
    pull: (price: number) => list.pull(source, price),
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a pulled line follows the pointer, and becomes a target when it crosses the entry', () => {
  const { ids, pull } = listOf();
  const held = pull(95.4);
  expect([held?.line.id, held && priceOf(held), held && isDragging(held)]).toEqual(['stop', 95, true]);
  expect(pull(103)).toBe(held);
  expect(ids()).toEqual(['position', 'target']);
});

test('no line where none is possible, and none after cancelling', () => {
  const { list, ids, pull, onRemoved } = listOf();
  pull(95);
  expect([pull(100.2), ids()]).toEqual([undefined, ['position']]);
  pull(95);
  list.cancelPulled();
  expect([ids(), onRemoved.mock.calls.length]).toEqual([['position'], 2]);
});

test('on release it is requested once and stays until listed; then it is the same line', async () => {
  const onDrag = vi.fn(() => true);
  const { list, ids, pull } = listOf(onDrag);
  const held = pull(95);
  list.releasePulled();
  await settled();
  list.set([position(onDrag)]);
  expect([onDrag.mock.calls, ids()]).toEqual([[[95]], ['position', 'stop']]);
  list.set([position(onDrag), { ...lineAt('stop', 95), onDrag }]);
  expect([list.entries()[1], held?.unlisted, held?.drag.state.phase]).toEqual([held, false, 'idle']);
});

test('works at the entry price too, where many put their stop', async () => {
  const onDrag = vi.fn(() => true);
  const list = createLineList({ step: 1, places: 0, onChange: () => {}, onRemoved: () => {} });
  list.set([{ ...position(onDrag), pull: (price) => ({ ...lineAt('stop', price), onDrag }) }]);
  list.pull(list.entries()[0] as never, 100);
  list.releasePulled();
  await settled();
  expect(onDrag.mock.calls).toEqual([[100]]);
});

test.each([
  ['refused', () => false],
  ['failed', () => Promise.reject(new Error('no connection'))],
])('%s: the pulled line disappears', async (_, answer) => {
  const { list, ids, pull, onRemoved } = listOf(answer);
  pull(95);
  list.releasePulled();
  await settled();
  expect([ids(), onRemoved.mock.calls.length]).toEqual([['position'], 1]);
});

test('a stop set meanwhile in another window is not pulled out twice', () => {
  const { list, ids, pull } = listOf();
  pull(95);
  list.set([position(() => true), { ...lineAt('stop', 90), onDrag: () => true }]);
  expect([pull(94), ids(), list.entries()[1]?.drag.state.price]).toEqual([undefined, ['position', 'stop'], undefined]);
});
