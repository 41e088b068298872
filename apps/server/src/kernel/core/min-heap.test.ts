/** The heap against a sorted array: same order out for every sequence of pushes and pops. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MinHeap } from './min-heap.ts';

test('pops in ascending order of key, then value, after any sequence of pushes, pops and drops', () => {
  const step = fc.oneof(
    fc.constant('pop' as const),
    fc.constant('keep' as const),
    fc.tuple(fc.integer({ min: 0, max: 20 }), fc.nat(1_000)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const heap = new MinHeap(1);
      let model: [number, number][] = [];
      for (const step of steps) {
        if (step === 'pop') {
          model.sort((left, right) => left[0] - right[0] || left[1] - right[1]);
          expect(heap.peekKey()).toBe(model[0]?.[0] ?? Number.POSITIVE_INFINITY);
          expect(heap.pop()).toBe(model.shift()?.[1]);
        } else if (step === 'keep') {
          heap.keep((key, value) => (key + value) % 3 !== 0);
          model = model.filter(([key, value]) => (key + value) % 3 !== 0);
        } else {
          heap.push(...step);
          model.push(step);
        }
        expect(heap.size).toBe(model.length);
      }
    }),
  );
});
