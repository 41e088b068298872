import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const LIMITS = { slots: 1, waitingPerKeyMax: 40, waitingMax: 100 };

/** Work that ends when the test says so; `order` has the keys as their work began. */
function openBench(limits = LIMITS) {
  const queue = new FairQueue(limits);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (key: string) =>
    queue.run(key, async () => {
      order.push(key);
      await new Promise<void>((end) => ends.push(end));
      return key;
    });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const endAll = async () => {
    await settle();
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { ask, order, settle, endAll };
}

test('a client that asks once waits for one turn of a flood, not for its backlog', async () => {
  const { ask, order, settle, endAll } = openBench();
  const flood = Array.from({ length: 40 }, () => ask('flood'));
  await settle();
  const honest = ask('honest');
  await endAll();
  expect(await honest).toBe('honest');
  expect(await Promise.all(flood)).toEqual(Array(40).fill('flood'));
  expect(order.indexOf('honest')).toBe(2);
});

test('refuses beyond the turns of a key while others are still accepted, and beyond those of all', async () => {
  const { ask, settle, endAll } = openBench({ slots: 1, waitingPerKeyMax: 2, waitingMax: 3 });
  const accepted = [ask('flood'), ask('flood'), ask('flood')];
  expect(await ask('flood')).toBeUndefined();
  const second = ask('other');
  expect(await ask('third')).toBeUndefined();
  await settle();
  await endAll();
  expect(await Promise.all([...accepted, second])).toEqual(['flood', 'flood', 'flood', 'other']);
});

test('work that fails frees its slot and fails only its caller', async () => {
  const queue = new FairQueue(LIMITS);
  await expect(
    queue.run('a', () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await queue.run('a', () => 1)).toBe(1);
});

test('never runs more than its slots, and runs whatever it accepted, for any arrivals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (keys, slots) => {
        const queue = new FairQueue({ slots, waitingPerKeyMax: 10, waitingMax: 25 });
        let [running, most, ran] = [0, 0, 0];
        const answers = await Promise.all(
          keys.map((key) =>
            queue.run(key, async () => {
              running += 1;
              most = Math.max(most, running);
              await Promise.resolve();
              running -= 1;
              ran += 1;
              return key;
            }),
          ),
        );
        expect(most).toBeLessThanOrEqual(slots);
        expect(answers.filter((answer) => answer !== undefined)).toHaveLength(ran);
      },
    ),
  );
});
