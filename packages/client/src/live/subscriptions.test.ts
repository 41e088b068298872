import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Scope, Subscriptions } from './subscriptions.ts';

const sent: Scope[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
});
afterEach(() => vi.useRealTimers());
const make = () => new Subscriptions({ send: (scope) => sent.push(scope), delayMs: 100 });

test('wants are joined, and told once after they settled', () => {
  const subscriptions = make();
  subscriptions.want(['B', 'A'], 'quote');
  const stop = subscriptions.want(['A', 'C'], 'quote');
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['A', 'B', 'C']]);
  stop();
  vi.advanceTimersByTime(100);
  expect(sent.at(-1)).toEqual(['A', 'B']);
});

test('going from one page to the next with the same needs sends nothing', () => {
  const subscriptions = make();
  const stop = subscriptions.want(['A'], 'price');
  stop();
  subscriptions.want(['A'], 'price');
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([]);
});

test('a list of prices streams everything, and only what it shows while bid and ask are needed', () => {
  const subscriptions = make();
  subscriptions.want(['B', 'A'], 'price');
  subscriptions.want([], 'quote');
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([]);
  const stop = subscriptions.want(['C'], 'quote');
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['A', 'B', 'C']]);
  stop();
  vi.advanceTimersByTime(100);
  expect(sent.at(-1)).toBe('all');
});

test('a new link, which starts with everything, is told again', () => {
  const subscriptions = make();
  subscriptions.want(['A'], 'quote');
  vi.advanceTimersByTime(100);
  subscriptions.reset();
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['A'], ['A']]);
});
