import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const drain = (queue: FairQueue<string>): string[] => {
  const taken: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) taken.push(item);
  return taken;
};

test('askers take turns, each with its own items in order', () => {
  const queue = new FairQueue<string>({ itemsMax: 10, perAskerMax: 10 });
  for (const item of ['f1', 'f2', 'f3', 'f4']) queue.push('flood', item);
  expect(queue.next()).toBe('f1');
  for (const item of ['a1', 'a2']) queue.push('anna', item);
  queue.push('ben', 'b1');
  expect(drain(queue)).toEqual(['f2', 'a1', 'b1', 'f3', 'a2', 'f4']);
  expect(queue.size).toBe(0);
});

test('one asker fills its own room alone, and all together that of the queue', () => {
  const queue = new FairQueue<string>({ itemsMax: 4, perAskerMax: 2 });
  expect(['f1', 'f2', 'f3'].map((item) => queue.push('flood', item))).toEqual([true, true, false]);
  expect(['a1', 'a2'].map((item) => queue.push('anna', item))).toEqual([true, true]);
  expect(queue.push('ben', 'b1')).toBe(false);
  queue.next();
  expect(queue.push('ben', 'b1')).toBe(true);
  queue.clear();
  expect(drain(queue)).toEqual([]);
});
