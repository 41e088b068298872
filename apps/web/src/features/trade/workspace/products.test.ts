import type { MarketInfo } from '@glasshouse/trade/market-info';
import { describe, expect, it } from 'vitest';
import { firstProduct, offeredProducts } from './products.ts';

/**
 * The ticket shows only what an instrument offers, and opens with the last used product if
 * possible.
 */
const info = (parts: { options: boolean; contracts: boolean; spot: boolean }): MarketInfo =>
  ({
    options: { enabled: parts.options },
    contracts: parts.contracts ? {} : null,
    spot: parts.spot ? {} : null,
  }) as MarketInfo;

describe('products of an instrument', () => {
  it('are those that are offered, in the order of the tabs', () => {
    expect(offeredProducts(info({ options: true, contracts: true, spot: true }))).toEqual([
      'options',
      'contracts',
      'spot',
    ]);
    expect(offeredProducts(info({ options: false, contracts: true, spot: false }))).toEqual(['contracts']);
    expect(offeredProducts(info({ options: false, contracts: false, spot: false }))).toEqual([]);
  });

  it('start with the remembered one only if it is offered', () => {
    expect(firstProduct(['options', 'spot'], 'spot')).toBe('spot');
    expect(firstProduct(['options', 'contracts'], 'spot')).toBe('options');
    expect(firstProduct([], 'spot')).toBeUndefined();
  });
});
