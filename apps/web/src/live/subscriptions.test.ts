import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Scope, Subscriptions } from './subscriptions.ts';

const told: Scope[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
});
afterEach(() => vi.useRealTimers());
const make = () => new Subscriptions({ send: (scope) => told.push(scope), delayMs: 100 });

test('wants are joined, and told once after they settled', () => {
  const subscriptions = make();
  subscriptions.want(['B', 'A']);
  const stop = subscriptions.want(['A', 'C']);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([['A', 'B', 'C']]);
  stop();
  vi.advanceTimersByTime(100);
  expect(told.at(-1)).toEqual(['A', 'B']);
});

test('going from one page to the next with the same needs sends nothing', () => {
  const subscriptions = make();
  const stop = subscriptions.want('all');
  stop();
  subscriptions.want('all');
  vi.advanceTimersByTime(100);
  expect(told).toEqual([]);
});

test('a new link, which starts with everything, is told again', () => {
  const subscriptions = make();
  subscriptions.want(['A']);
  vi.advanceTimersByTime(100);
  subscriptions.reset();
  vi.advanceTimersByTime(100);
  expect(told).toEqual([['A'], ['A']]);
});
