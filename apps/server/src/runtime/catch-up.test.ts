import { afterEach, expect, it, vi } from 'vitest';
import { createState } from '../kernel/core/state.ts';
import { Harness } from '../kernel/testing/harness.ts';
import { MemoryStore } from '../kernel/testing/memory-store.ts';
import { loansOf } from '../products/loans/slice.ts';
import { plansOf } from '../products/plans/slice.ts';
import { catchUp, hasDue, isLate, LATE_MS } from './catch-up.ts';
import { MODULES } from './modules.ts';

const MIDNIGHT = Date.UTC(2026, 0, 11);
const SECOND_MS = 1_000;

afterEach(() => void vi.useRealTimers());

it.each([
  ['the yield of a plan', plansOf],
  ['what a loan is served for', loansOf],
])('leaves %s to the pump for a quarter of an hour', (_what, sliceIn) => {
  const state = createState(MODULES);
  sliceIn(state).due.push(MIDNIGHT, 1);
  const at = (time: number) => [hasDue(state, time), isLate(state, time)];
  expect(at(MIDNIGHT - 1)).toEqual([false, false]);
  expect(at(MIDNIGHT)).toEqual([true, false]);
  expect(at(MIDNIGHT + LATE_MS - 1)).toEqual([true, false]);
  expect(at(MIDNIGHT + LATE_MS)).toEqual([true, true]);
});

it('knows of principal that is to come back, and of pledges that nobody has looked at', () => {
  const state = createState(MODULES);
  plansOf(state).expired.add(1);
  expect([hasDue(state, MIDNIGHT), isLate(state, MIDNIGHT)]).toEqual([true, false]);
  loansOf(state).looks.push(MIDNIGHT, 1);
  expect([isLate(state, MIDNIGHT + 29 * SECOND_MS), isLate(state, MIDNIGHT + 30 * SECOND_MS)]).toEqual([false, true]);
});

it('hurries while something is late, one slice in each flush', () => {
  vi.useFakeTimers();
  const state = createState(MODULES);
  const sequencer = { state, isPassing: false, time: vi.fn() };
  const stop = catchUp(sequencer, sequencer, () => MIDNIGHT);
  vi.advanceTimersByTime(SECOND_MS);
  expect(sequencer.time).not.toHaveBeenCalled();
  plansOf(state).due.push(MIDNIGHT - LATE_MS, 1);
  vi.advanceTimersByTime(SECOND_MS);
  // Noticed after 200 ms, then a slice each 20 ms.
  expect(sequencer.time).toHaveBeenCalledTimes(41);
  sequencer.isPassing = true;
  vi.advanceTimersByTime(SECOND_MS);
  expect(sequencer.time).toHaveBeenCalledTimes(41);
  sequencer.isPassing = false;
  stop();
  vi.advanceTimersByTime(SECOND_MS);
  expect(sequencer.time).toHaveBeenCalledTimes(41);
});

it('has time under way from when it is queued until it is durable', async () => {
  const store = new MemoryStore(MODULES);
  const harness = new Harness(store);
  const { sequencer } = harness;
  await harness.start();
  expect(sequencer.isPassing).toBe(false);
  const written = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<void>();
  store.fault = () => {
    reached.resolve();
    return written.promise;
  };
  sequencer.time();
  expect(sequencer.isPassing).toBe(true);
  const opened = harness.open(1);
  await reached.promise;
  expect(sequencer.isPassing).toBe(true);
  written.resolve(undefined);
  await opened;
  expect(sequencer.isPassing).toBe(false);
});
