import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DayLines, type MarketDay } from './day-lines.ts';

const aDay = (code: string): MarketDay => ({ code, day: [1, 2], opensAt: null });

let now = 0;
let requests: (readonly string[])[] = [];
let fails = false;
const lines = () =>
  new DayLines({
    now: () => now,
    fetch: async (codes) => {
      requests.push(codes);
      if (fails) throw new Error('away');
      return codes.map(aDay);
    },
  });

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  requests = [];
  fails = false;
});
afterEach(() => vi.useRealTimers());

const pass = async (ms: number): Promise<void> => {
  now += ms;
  await vi.advanceTimersByTimeAsync(ms);
};

test('what appears together is one request, and known lines are not asked for again', async () => {
  const days = lines();
  const notified: string[] = [];
  for (const code of ['A', 'B']) days.watch(code, () => notified.push(code));
  await pass(50);
  expect(requests).toEqual([['A', 'B']]);
  expect(notified).toEqual(['A', 'B']);
  expect(days.of('A')).toEqual(aDay('A'));
  days.watch('A', () => undefined);
  await pass(1_000);
  expect(requests).toHaveLength(1);
});

test('what is still shown is renewed after five minutes, what is gone is not', async () => {
  const days = lines();
  const leave = days.watch('A', () => undefined);
  days.watch('B', () => undefined);
  await pass(50);
  leave();
  await pass(301_000);
  expect(requests.slice(1)).toEqual([['B']]);
});

test('a failed request keeps what was known, and the next look asks again', async () => {
  const days = lines();
  fails = true;
  days.watch('A', () => undefined);
  await pass(50);
  expect(days.of('A')).toBeUndefined();
  fails = false;
  days.watch('A', () => undefined);
  await pass(50);
  expect(days.of('A')).toEqual(aDay('A'));
});
