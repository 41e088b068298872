import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EnvReader } from '../../platform/env-reader.ts';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { readMarketKeySettings, secretFor } from './market-key.ts';
import { openFeeds } from './open-feeds.ts';
import { describeFeeds, isPredictable, readFeedSettings } from './settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = () => readMarketKeySettings(new EnvReader({ DATA_DIR: folder }));
const file = (): string => join(folder, 'keys/market.key');

test('a key of 256 bits is made once, for its owner only, and every thread reads the same', () => {
  const made = secretFor(settings());
  expect(made.key).toHaveLength(32);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(secretFor(settings())).toEqual(made);
  expect(Math.abs(made.anchor - Date.now())).toBeLessThan(3_600_001);
});

test('one that others can read, or that is none, is refused', () => {
  secretFor(settings());
  chmodSync(file(), 0o644);
  expect(() => secretFor(settings())).toThrow('give it mode 0600');
});

test.each([
  ['a new one', (made: string) => made, 2],
  ['one of before shapes had numbers', (made: string) => made.replace(/ shape \d+/, ''), 1],
  ['one that names the first', (made: string) => made.replace(/shape \d+/, 'shape 1'), 1],
])('the key decides the shape of the market: %s', (_, edit, shape) => {
  secretFor(settings());
  writeFileSync(file(), edit(readFileSync(file(), 'utf8')), { mode: 0o600 });
  expect(secretFor(settings()).shape).toBe(shape);
});

test('a shape of a later version is refused', () => {
  secretFor(settings());
  writeFileSync(file(), readFileSync(file(), 'utf8').replace(/shape \d+/, 'shape 99'), { mode: 0o600 });
  expect(() => secretFor(settings())).toThrow('names shape 99');
});

test('a named seed keeps the shape that it always had', () => {
  expect(secretFor({ folder, seed: 'x' }).shape).toBe(1);
});

test('nothing that is shown or passed on holds the key, and two installations have different prices', () => {
  const feeds = readFeedSettings(new EnvReader({ DATA_DIR: folder }));
  const [firstFeed] = openFeeds(feeds, CATALOGUE).feeds;
  const [hex = ''] = readFileSync(file(), 'utf8').split(' ');
  expect(hex).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(feeds) + describeFeeds(feeds)).not.toContain(hex);
  rmSync(file());
  const [otherFeed] = openFeeds(feeds, CATALOGUE).feeds;
  const at = Date.UTC(2025, 5, 2, 15);
  const closes = (feed: typeof firstFeed) => feed!.bars('BTCUSDT', '1m', { from: 0, to: at, limit: 5 });
  expect(closes(firstFeed)).not.toEqual(closes(otherFeed));
});

test.each<[Record<string, string>, boolean, boolean]>([
  [{}, false, false],
  [{ SIM_SEED: 'x' }, true, true],
  [{ REPLAY_ORDER: 'recorded' }, false, true],
])('%o: predictable prices say so', (env, sim, replay) => {
  const feeds = readFeedSettings(
    new EnvReader({ DATA_DIR: folder, FEED: 'stocks:replay', REPLAY_DIR: folder, ...env }),
  );
  expect([isPredictable(feeds, 'sim'), isPredictable(feeds, 'replay'), isPredictable(feeds, 'ccxt')]).toEqual([
    sim,
    replay,
    false,
  ]);
  expect(describeFeeds(feeds).includes('predictable')).toBe(sim || replay);
});
