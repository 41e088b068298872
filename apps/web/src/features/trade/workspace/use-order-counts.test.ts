import { describe, expect, it } from 'vitest';
import { totalOf } from './use-order-counts.ts';

describe('the number of live orders', () => {
  it('is the sum over the products', () => {
    expect(totalOf({ options: 1, contracts: 2, spot: 0 })).toBe(3);
    expect(totalOf({ options: 0, contracts: 0, spot: 0 })).toBe(0);
  });

  it('is unknown while one of them is', () => {
    expect(totalOf({ options: undefined, contracts: 2, spot: 1 })).toBeUndefined();
    expect(totalOf({ options: 1, contracts: 2, spot: undefined })).toBeUndefined();
  });
});
