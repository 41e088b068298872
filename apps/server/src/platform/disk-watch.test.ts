import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DiskSpace, type DiskThresholds, DiskWatch } from './disk-watch.ts';
import { cannotMount, mountSmall } from './testing/small-file-system.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;
const HOUR_MS = 3_600_000;

function watched(first: DiskSpace, dataDir = '/nowhere') {
  let at = 1_000_000;
  let room = first;
  const lines: string[] = [];
  const say = (_fields: unknown, text?: string): void => {
    lines.push(text ?? '');
  };
  const log = { info: say, warn: say, error: say };
  const watch = new DiskWatch({ dataDir, now: () => at, log, readRoom: () => room });
  watch.look();
  return {
    watch,
    lines,
    later: (ms: number, leftBytes: number) => {
      at += ms;
      room = { ...room, leftBytes };
      watch.look();
      return watch.problems()[0];
    },
  };
}

test('a disk that is nearly full is told beforehand, with what is left', () => {
  const { lines, later } = watched({ leftBytes: 50 * GB, totalBytes: 100 * GB });
  expect(later(1_000, 9 * GB)).toMatchObject({ level: 'low', leftMb: 9 * 1024, leftPercent: 9 });
  expect(lines).toEqual(['the file system fills up']);
  expect(later(1_000, 20 * GB)).toBeUndefined();
});

test('the days that are left follow from the rate of the last day', () => {
  const { later } = watched({ leftBytes: 60 * GB, totalBytes: 100 * GB });
  // Too early to say.
  expect(later(HOUR_MS / 2, 59 * GB)).toBeUndefined();
  // 6 GB in 12 hours are 12 GB a day, and 54 GB last four days and a half.
  expect(later(11.5 * HOUR_MS, 54 * GB)).toMatchObject({ level: 'low', daysLeft: 4, leftPercent: 54 });
});

test('a full disk is full until there is enough room again, and said once a minute', () => {
  const { watch, lines, later } = watched({ leftBytes: 50 * GB, totalBytes: 100 * GB });
  expect(later(1_000, 63 * MB)).toMatchObject({ level: 'full', leftMb: 63, leftPercent: 0 });
  expect(watch.isFull).toBe(true);
  later(1_000, 60 * MB);
  later(60_000, 60 * MB);
  // Above the lower border only.
  expect(later(1_000, 100 * MB)).toMatchObject({ level: 'full' });
  expect(later(1_000, 200 * MB)).toMatchObject({ level: 'low' });
  expect(watch.isFull).toBe(false);
  later(1_000, 50 * GB);
  const full = 'the file system is full: orders are refused until there is room';
  expect(lines).toEqual([full, full, 'the file system fills up', 'the file system has room again']);
});

test('the borders are settings, and what is left is there for monitoring', () => {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const judge = (leftBytes: number, thresholds?: DiskThresholds) => {
    const watch = new DiskWatch({
      dataDir: '/nowhere',
      now: () => 0,
      log: silent,
      readRoom: () => ({ leftBytes, totalBytes: 100 * GB }),
      ...(thresholds === undefined ? {} : { thresholds }),
    });
    watch.look();
    return [watch.problems()[0]?.level, watch.measured?.leftBytes];
  };
  expect(judge(20 * GB)).toEqual([undefined, 20 * GB]);
  const early = { lowPercent: 25, lowDays: 14, fullMb: 2_048 };
  expect([judge(20 * GB, early), judge(3 * GB, early), judge(2 * GB - 1, early)]).toEqual([
    ['low', 20 * GB],
    ['low', 3 * GB],
    ['full', 2 * GB - 1],
  ]);
});

test('a folder that cannot be measured refuses nobody', () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const watch = new DiskWatch({ dataDir: '/no/such/folder', now: Date.now, log });
  watch.look();
  expect([watch.isFull, watch.problems()]).toEqual([false, []]);
});

const missing = cannotMount();
test.skipIf(missing !== undefined)(
  `a real file system is full at once, and free again${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    const small = mountSmall('160m');
    try {
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const watch = new DiskWatch({ dataDir: small.folder, now: Date.now, log });
      watch.look();
      expect(watch.isFull).toBe(false);
      const filler = join(small.folder, 'filler');
      writeFileSync(filler, Buffer.alloc(100 * MB));
      watch.look();
      expect(watch.problems()).toMatchObject([{ folder: small.folder, level: 'full' }]);
      rmSync(filler);
      watch.look();
      expect(watch.problems()).toEqual([]);
    } finally {
      small.unmount();
    }
  },
);
