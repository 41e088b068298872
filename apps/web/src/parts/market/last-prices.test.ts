/** Prices of the last visit return marked as stale. */

import type { MarketRow } from '@glasshouse/client/live/market-snapshot';
import { expect, test, vi } from 'vitest';
import { LastPrices } from './last-prices.ts';

const row = (price: number): MarketRow => ({ code: 'BTCUSDT', price, stale: false }) as MarketRow;

function browser() {
  const entries = new Map<string, string>();
  const cache = {
    put: async (path: string, response: Response) => void entries.set(path, await response.text()),
    match: async (path: string) => (entries.has(path) ? new Response(entries.get(path)) : undefined),
  };
  return { kept: entries, caches: { open: async () => cache } as unknown as CacheStorage };
}

test('rows come back stale, separately for each list', async () => {
  const { caches } = browser();
  const visit = new LastPrices({ caches, refresh: (known) => known });
  await visit.keep('2', [row(100)]);
  const next = new LastPrices({ caches, refresh: (known) => known });
  expect(await next.recall('2')).toEqual([{ ...row(100), stale: true }]);
  expect(await next.recall('all')).toBeUndefined();
});

test('leaving the page stores the latest prices', async () => {
  const { caches } = browser();
  const visit = new LastPrices({ caches, refresh: (known) => ({ ...known, price: 105 }) });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  vi.useFakeTimers();
  visit.start(page as unknown as Document);
  vi.useRealTimers();
  await visit.keep('2', [row(100)]);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(async () => expect((await visit.recall('2'))?.[0]?.price).toBe(105));
});

test('a missing, full or corrupt cache counts as empty', async () => {
  await new LastPrices({ caches: undefined, refresh: (known) => known }).keep('2', [row(1)]);
  const full = { open: async () => Promise.reject(new Error('quota')) } as unknown as CacheStorage;
  const visit = new LastPrices({ caches: full, refresh: (known) => known });
  await visit.keep('2', [row(1)]);
  expect(await visit.recall('2')).toBeUndefined();
  const { kept: entries, caches } = browser();
  entries.set('/last-prices/2', '[{"code":');
  expect(await new LastPrices({ caches, refresh: (known) => known }).recall('2')).toBeUndefined();
});
