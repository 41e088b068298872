import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UPLOAD_SIZES, UploadLimits } from './upload-limits.ts';

const SIZES = {
  ...UPLOAD_SIZES,
  formsPerSender: 2,
  formsPerNetwork: 3,
  forms: 5,
  bytesPerNetwork: 100,
  bytes: 150,
  slowBytes: 10,
  slowMs: 1_000,
};
const from = (sender: string, network = 'network 1') => ({ sender, network });

describe('places', () => {
  test.each([
    ['a sender', [from('a'), from('a')], from('a'), from('b')],
    ['a network', [from('a'), from('b'), from('c')], from('d'), from('d', 'network 2')],
    [
      'everybody',
      ['1', '2', '3', '4', '5'].map((name) => from(name, `network ${name}`)),
      from('f', 'network f'),
      undefined,
    ],
  ])(
    'beyond those of %s a form is refused, others are not, and one that ends frees its place',
    (_n, opened, next, unaffected) => {
      const limits = new UploadLimits(SIZES);
      const [first] = opened.map((source) => limits.open(source)!);
      expect(limits.open(next)).toBeUndefined();
      const opens = unaffected === undefined ? undefined : limits.open(unaffected);
      expect(opens === undefined).toBe(unaffected === undefined);
      opens?.close();
      first!.close();
      first!.close();
      expect(limits.open(next)).toBeDefined();
      expect(limits.open(next)).toBeUndefined();
    },
  );
});

describe('memory', () => {
  test('counts only bytes that came, by network and for all', () => {
    const limits = new UploadLimits(SIZES);
    const [a, b, c] = [from('a'), from('b'), from('c', 'network 2')].map((source) => limits.open(source)!);
    expect(a!.hold(60)).toBe(true);
    expect(b!.hold(41)).toBe(false);
    expect(b!.hold(40)).toBe(true);
    expect(c!.hold(51)).toBe(false);
    expect(c!.hold(50)).toBe(true);
    a!.close();
    expect(c!.hold(50)).toBe(true);
    c!.drop();
    expect(b!.hold(60)).toBe(true);
  });
});

describe('speed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('ends a form that sends less than the least, once, and no other', () => {
    const limits = new UploadLimits(SIZES);
    const slow = limits.open(from('a'))!;
    const fast = limits.open(from('b'))!;
    const ended: string[] = [];
    slow.watchSpeed(() => ended.push('slow'));
    const stop = fast.watchSpeed(() => ended.push('fast'));
    for (let second = 0; second < 5; second += 1) {
      fast.received(10);
      slow.received(9);
      vi.advanceTimersByTime(SIZES.slowMs);
    }
    expect(ended).toEqual(['slow']);
    stop();
    vi.advanceTimersByTime(10 * SIZES.slowMs);
    expect(ended).toEqual(['slow']);
  });
});
