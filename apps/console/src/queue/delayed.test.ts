import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DelayedDecision, UNDO_MS } from './delayed.ts';

let log: string[];
const hold = (delayed: DelayedDecision, name: string) =>
  delayed.hold(
    async () => void log.push(`sent ${name}`),
    () => void log.push(`undone ${name}`),
  );

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
});
afterEach(() => vi.useRealTimers());

test('a decision is sent after the delay, once', async () => {
  const delayed = new DelayedDecision();
  hold(delayed, 'a');
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  delayed.flush();
  expect(log).toEqual(['sent a']);
  expect(delayed.undo()).toBe(false);
});

test('what was undone is never sent', async () => {
  const delayed = new DelayedDecision();
  hold(delayed, 'a');
  expect(delayed.undo()).toBe(true);
  await vi.advanceTimersByTimeAsync(UNDO_MS * 2);
  expect(log).toEqual(['undone a']);
});

test('the next decision sends the last one, and only the next can be undone', () => {
  const delayed = new DelayedDecision();
  hold(delayed, 'a');
  hold(delayed, 'b');
  expect(log).toEqual(['sent a']);
  delayed.undo();
  expect(log).toEqual(['sent a', 'undone b']);
});
