import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { BackOff } from '../../../platform/back-off.ts';
import { createLog } from '../../../platform/log.ts';
import { RetryLoop } from './retry-loop.ts';

/** Retrying with growing delays and jitter, until it is stopped. */
describe('waiting after failures', () => {
  test('doubles from half a second up to a minute, and restarts after a success', () => {
    const backOff = new BackOff(() => 1);
    const waits = Array.from({ length: 20 }, () => backOff.next());
    expect(waits.slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
    expect(new Set(waits.slice(7))).toEqual(new Set([60_000]));
    backOff.succeeded();
    expect(backOff.next()).toBe(500);
  });

  test('is jittered over half of its length', () => {
    expect([0, 0.5, 1].map((random) => new BackOff(() => random).next())).toEqual([250, 375, 500]);
  });
});

describe('retries', () => {
  const silent = createLog({ level: 'silent', name: 'test' });
  const retries = () => new RetryLoop({ name: 'test', log: silent, random: () => 0 });

  test('waits between attempts until one succeeds', async () => {
    const attempts: number[] = [];
    await retries().untilDone('test', async () => {
      attempts.push(performance.now());
      if (attempts.length < 3) throw new Error('not yet');
    });
    expect(attempts).toHaveLength(3);
    // A timer may fire a millisecond early.
    expect(attempts[1]! - attempts[0]!).toBeGreaterThan(245);
    expect(attempts[2]! - attempts[1]!).toBeGreaterThan(495);
  });

  test('repeats what succeeds, and stops even while something hangs', async () => {
    const endless = retries();
    let count = 0;
    await new Promise<void>((resolve) => {
      endless.repeat('counts', async () => {
        count += 1;
        if (count === 5) resolve();
        await endless.pause(1);
      });
      endless.repeat('hangs', () => new Promise(() => undefined));
    });
    await endless.stop(10);
    const stopped = count;
    await endless.pause(1_000);
    expect(count).toBe(stopped);
  });

  test('never logs a secret', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const discreet = new RetryLoop({ name: 'test', log, random: () => 0, secret: 's3cret' });
    let attempts = 0;
    await discreet.untilDone('test', async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('wss://host?apikey=s3cret refused');
    });
    expect(lines.join()).toContain('apikey=…');
    expect(lines.join()).not.toContain('s3cret');
  });
});
