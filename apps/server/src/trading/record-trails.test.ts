import { expect, test } from 'vitest';
import { recordTrails } from './record-trails.ts';

const at = 1_700_000_000_000;
const order = (seen_seq: number) => ({ book: 'demo', code: 'BTCUSDT', seen_seq }) as const;
const record = (live: ReadonlyMap<number, ReturnType<typeof order>>, seen: number) =>
  recordTrails([...live.keys()], { type: 'spot.trail', at, live, progressOf: () => ({ seen }) });

test('an order of which nothing is new is left out', () => {
  const [command, ...others] = record(
    new Map([
      [1, order(5)],
      [2, order(4)],
    ]),
    5,
  );
  expect(command?.body).toEqual({ orders: [2], progress: { '2': { seen: 5 } } });
  expect(others).toEqual([]);
});

test('after a start at the same time, commands for the same orders have other names', () => {
  const [before] = record(new Map([[1, order(4)]]), 5);
  const [after] = record(new Map([[1, order(5)]]), 6);
  expect(after?.id).not.toBe(before?.id);
});
