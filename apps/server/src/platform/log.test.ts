import { expect, test } from 'vitest';
import { readableLine } from './log.ts';

test('a line for people has time, level, name and details', () => {
  const line = JSON.stringify({
    level: 40,
    time: 3_723_004,
    name: 'core',
    msg: 'slow flush',
    tookMs: 12,
    table: 'orders',
  });
  expect(readableLine(line)).toBe('01:02:03.004 warn  core     slow flush tookMs=12 table=orders\n');
});

test('an error shows its stack', () => {
  const line = JSON.stringify({
    level: 50,
    time: 0,
    name: 'main',
    msg: 'failed',
    err: { stack: 'Error: x\n    at y' },
  });
  expect(readableLine(line)).toContain('failed\nError: x\n    at y\n');
});
