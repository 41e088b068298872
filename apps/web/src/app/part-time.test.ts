import { PART_TIMEOUT_MS } from '@glasshouse/api/constants';
import { expect, test, vi } from 'vitest';
import { inPartTime } from './part-time.ts';

test('a part of the app that never arrives is a failure after two minutes, not before', async () => {
  vi.useFakeTimers();
  const failed = vi.fn();
  inPartTime(new Promise(() => undefined)).catch(failed);
  await vi.advanceTimersByTimeAsync(PART_TIMEOUT_MS - 1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('one that arrives leaves no timer behind', async () => {
  vi.useFakeTimers();
  await expect(inPartTime(Promise.resolve('page'))).resolves.toBe('page');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
