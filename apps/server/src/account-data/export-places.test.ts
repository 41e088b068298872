/** Two exports at once, one of each person, and none for readers who do not read. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MasterKey } from '../platform/master-key.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { AccountExports, REST_MS, STALLED_MS } from './export.ts';

const database = withTestDatabase();
let exports: AccountExports;
let now = 1_790_000_000_000;

beforeEach(() => {
  exports = new AccountExports({
    pool: database.pool,
    master: {} as MasterKey,
    site: 'test',
    now: () => now,
    fileOf: async () => undefined,
    log: { info: () => {} },
    detailsOf: async () => new Map(),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number): void => {
  now += ms;
  vi.advanceTimersByTime(ms);
};
const begin = (userId: number) => {
  const file = exports.file(userId);
  return file === undefined ? undefined : (file.chunks as AsyncIterable<string>)[Symbol.asyncIterator]();
};

test('nobody has two, and a third one waits until one is read', async () => {
  const anna = begin(1)!;
  await anna.next();
  expect(begin(1)).toBeUndefined();
  const bert = begin(2)!;
  await bert.next();
  expect(begin(3)).toBeUndefined();
  let text = '';
  for (let part = await anna.next(); part.done !== true; part = await anna.next()) text += part.value;
  expect(JSON.parse(text.trimEnd().split('\n').at(-1)!)).toHaveProperty('sha256');
  expect(begin(3)).toBeDefined();
  await bert.return?.();
  expect(begin(1), 'read to its end: at once').toBeDefined();
});

test('who takes nothing for half a minute loses the place, and waits for the next one', async () => {
  const slow = begin(1)!;
  const steady = begin(2)!;
  await slow.next();
  pass(STALLED_MS - 1);
  await steady.next();
  expect(begin(3)).toBeUndefined();
  pass(1);
  const secondExport = begin(3)!;
  expect((await secondExport.next()).done).toBe(false);
  await expect(slow.next()).rejects.toThrow('too slowly');
  expect((await steady.next()).done, 'who reads keeps it').toBe(false);
  await steady.return?.();
  await secondExport.return?.();
  expect(begin(1)).toBeUndefined();
  pass(REST_MS);
  expect(begin(1)).toBeDefined();
});

test('what nobody ever reads is lost as well', () => {
  begin(1);
  begin(2);
  expect(begin(3)).toBeUndefined();
  pass(STALLED_MS);
  expect(begin(3)).toBeDefined();
});
