// @vitest-environment happy-dom
/** Parts that load after the page while the server comes and goes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPart } from './lazy-part.tsx';

const reach = vi.fn<() => Promise<{ status: number }>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', reach);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reach.mockReset();
});

test('a part that failed while the server was away comes once it answers', async () => {
  let isAway = true;
  reach.mockImplementation(async () => {
    if (isAway) throw new TypeError('refused');
    return { status: 200 };
  });
  const load = vi.fn(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  });
  const part = loadPart(load);
  await vi.advanceTimersByTimeAsync(30_000);
  // Not asked for again while nothing answers.
  expect(load).toHaveBeenCalledTimes(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await part).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a gateway without a server behind it does not count as an answer', async () => {
  const statuses = [502, 502, 503, 200];
  reach.mockImplementation(async () => ({ status: statuses.shift() ?? 200 }));
  const load = vi.fn().mockRejectedValueOnce(new TypeError('503')).mockResolvedValue('part');
  const part = loadPart(load);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await part).toBe('part');
});

test('a part that the server does not have fails after one more try', async () => {
  reach.mockResolvedValue({ status: 200 });
  const load = vi.fn().mockRejectedValue(new TypeError('404'));
  const failure = expect(loadPart(load)).rejects.toThrow('404');
  await vi.advanceTimersByTimeAsync(1_000);
  await failure;
  expect(load).toHaveBeenCalledTimes(2);
});
