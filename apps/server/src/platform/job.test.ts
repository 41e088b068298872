/**
 * A job runs at once, then at intervals, survives failures, and stops only after its current run.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startJob } from './job.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs do not overlap, and failures are reported', async () => {
  const ends: (() => void)[] = [];
  const failures: string[] = [];
  let runs = 0;
  const stop = startJob({
    everyMs: 1_000,
    onFailure: ({ message }) => failures.push(message),
    work: async () => {
      runs += 1;
      if (runs === 2) throw new Error('no database');
      await new Promise<void>((resolve) => ends.push(resolve));
    },
  });
  await vi.advanceTimersByTimeAsync(3_500);
  expect(runs).toBe(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([runs, failures]).toEqual([2, ['no database']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(3);
  ends[1]?.();
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(3);
});

test('stopping signals the current run and waits for it', async () => {
  const steps: string[] = [];
  const stop = startJob({
    everyMs: 1_000,
    onFailure: () => {},
    work: async (isStopping) => {
      while (!isStopping()) await new Promise((resolve) => setTimeout(resolve, 10));
      steps.push('ended');
    },
  });
  const stopped = stop().then(() => steps.push('stopped'));
  await vi.advanceTimersByTimeAsync(20);
  await stopped;
  expect(steps).toEqual(['ended', 'stopped']);
});
