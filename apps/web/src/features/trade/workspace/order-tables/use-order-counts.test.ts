import { describe, expect, it } from 'vitest';
import { totalOf } from './use-order-counts.ts';

describe('the number of live orders', () => {
  it('is the sum of what is open and what waits', () => {
    expect(totalOf({ positions: 1, orders: 2 })).toBe(3);
    expect(totalOf({ positions: 0, orders: 0 })).toBe(0);
  });

  it('is unknown while one of them is', () => {
    expect(totalOf({ positions: undefined, orders: 2 })).toBeUndefined();
    expect(totalOf({ positions: 1, orders: undefined })).toBeUndefined();
  });
});
