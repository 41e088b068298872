import { CALL_NAMES, callSpec } from '@glasshouse/api/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressKey } from '../platform/address-keys.ts';
import { manualClock } from '../platform/clock.ts';
import { limitOf } from './call-limits.ts';
import { createRateLimiter, DEFAULT_LIMITS } from './rate-limits.ts';

/** Token buckets against a clock that the test moves. */
describe('a limit', () => {
  const limits = { ...DEFAULT_LIMITS, loginPerAccount: { burst: 3, refillMs: 10_000 } };

  test('passes a burst, then one for each refill, and gives the time to wait', () => {
    const clock = manualClock(0);
    const limiter = createRateLimiter(limits, clock);
    const take = () => limiter.take('loginPerAccount', 'alice');
    expect([take(), take(), take()]).toEqual([0, 0, 0]);
    expect(take()).toBe(10);
    clock.advance(9_001);
    expect(take()).toBe(1);
    clock.advance(999);
    expect(take()).toBe(0);
    expect(take()).toBe(10);
    expect(limiter.take('loginPerAccount', 'bob')).toBe(0);
    expect(limiter.take('loginPerAddress', 'alice')).toBe(0);
  });

  test('a flood of invented names makes nobody forget how often a real one was tried', () => {
    const clock = manualClock(0);
    const limiter = createRateLimiter(limits, clock);
    const guess = () => limiter.take('loginPerAccount', 'alice');
    expect([guess(), guess(), guess()]).toEqual([0, 0, 0]);
    for (let name = 0; name < 60_000; name += 1) limiter.take('loginPerAccount', `invented ${name}`);
    expect(guess()).toBe(10);
    // Names that nobody tries any more make room again.
    clock.advance(30_000);
    limiter.take('loginPerAccount', 'carol');
    expect(['dora', 'emil'].map((name) => limiter.take('loginPerAccount', name))).toEqual([0, 0]);
  });

  test('never passes more than burst + elapsed ÷ refill, whatever the times', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 60_000 }), { maxLength: 200 }), (steps) => {
        const clock = manualClock(1_000_000);
        const limiter = createRateLimiter(limits, clock);
        let passed = 0;
        let forward = 0;
        for (const step of steps) {
          clock.advance(step);
          forward += Math.max(0, step);
          if (limiter.take('loginPerAccount', 'alice') === 0) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(3 + forward / 10_000);
      }),
    );
  });

  test('tells the time to wait without taking anything', () => {
    const clock = manualClock(0);
    const limiter = createRateLimiter(limits, clock);
    for (let index = 0; index < 9; index += 1) expect(limiter.wait('loginPerAccount', 'alice')).toBe(0);
    for (let index = 0; index < 3; index += 1) expect(limiter.take('loginPerAccount', 'alice')).toBe(0);
    expect(limiter.wait('loginPerAccount', 'alice')).toBe(10);
    clock.advance(10_000);
    expect(limiter.wait('loginPerAccount', 'alice')).toBe(0);
    expect(limiter.take('loginPerAccount', 'alice')).toBe(0);
    expect(limiter.wait('loginPerAccount', 'alice')).toBe(10);
  });

  test('passes everything when switched off', () => {
    const limiter = createRateLimiter(undefined, manualClock(0));
    for (let index = 0; index < 1_000; index += 1) expect(limiter.take('loginPerAccount', 'alice')).toBe(0);
  });
});

describe('who an address is', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
    ['2001:0db8:0001:0002:bbbb:1:2:3', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s counts as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describe('support', () => {
  const day = 86_400_000;
  const gate = {} as never;
  type Caller = { readonly userId: number; readonly kind: 'guest' | 'user'; readonly hasWeight?: boolean } | undefined;
  const passed = (
    name: 'uploadSupportFile' | 'sendSupportMessage',
    from: (nth: number) => [string, Caller],
  ): number => {
    const clock = manualClock(0);
    const limit = limitOf(name, false, { limiter: createRateLimiter(DEFAULT_LIMITS, clock), gate })!;
    let count = 0;
    for (let nth = 0; nth < 20_000; nth += 1) {
      clock.advance(day / 20_000);
      const [ip, caller] = from(nth);
      if (limit({} as never, { ip, caller } as never) === 0) count += 1;
    }
    return count;
  };
  const ownAddress = (nth: number): string => `2001:db8:1:${(nth % 60_000).toString(16)}::1`;

  test.each([
    ['uploadSupportFile', 60 + day / 60_000],
    ['sendSupportMessage', 300 + day / 5_000],
  ] as const)('%s of strangers counts by their network, however many addresses it has', (name, most) => {
    expect(passed(name, (nth) => [ownAddress(nth), undefined])).toBeLessThanOrEqual(most);
    expect(passed(name, (nth) => [ownAddress(nth), { userId: nth, kind: 'guest' }])).toBeLessThanOrEqual(most);
    expect(passed(name, (nth) => [ownAddress(nth), { userId: nth, kind: 'user' }])).toBeLessThanOrEqual(most);
    // Members of weight are counted by themselves, whoever else is in their network.
    const member = passed(name, (nth) =>
      nth % 20 === 0 ? ['192.0.2.9', { userId: 1, kind: 'user', hasWeight: true }] : ['192.0.2.1', undefined],
    );
    const alone = passed(name, (nth) =>
      nth % 20 === 0 ? ['192.0.2.9', { userId: 1, kind: 'user', hasWeight: true }] : ['198.51.100.1', undefined],
    );
    expect(member).toBe(alone);
  });
});

describe('a call that takes a password', () => {
  const fieldsOf = (name: (typeof CALL_NAMES)[number]): readonly string[] =>
    Object.keys((callSpec(name).body as { properties?: object } | undefined)?.properties ?? {});
  const asking = CALL_NAMES.filter((name) =>
    fieldsOf(name).some((field) => field === 'password' || field === 'oldPassword'),
  );

  test.each(asking)('%s is counted as a guess', (name) => {
    const limits: string[] = [];
    const limiter = { take: (limit: string) => limits.push(limit) * 0, wait: () => 0 };
    const gate = { knownDevice: () => undefined, accepts: () => false };
    const limit = limitOf(name, callSpec(name).movesMoney, { limiter, gate: gate as never });
    limit?.({ body: { account: 'anna' } } as never, { ip: '203.0.113.7', caller: { userId: 7 } } as never);
    const few = Math.min(
      ...limits.map((limit) => 60_000 / DEFAULT_LIMITS[limit as keyof typeof DEFAULT_LIMITS].refillMs),
    );
    expect(few).toBeLessThanOrEqual(20);
  });
});
