import { describe, expect, it } from 'vitest';
import { type CoinBalance, visibleCoins } from './visible-coins.ts';

/** The list shows what matches, the most valuable first, and hides small balances only when that is wanted. */
const balance = (asset: string, valueUsdt: string | null) => ({ asset, valueUsdt }) as CoinBalance;
const all = [balance('DOGE', '0.99999999'), balance('BTC', '1200.5'), balance('ETH', '9.1'), balance('NEW', null)];
const shown = (search: string, hideSmall: boolean) =>
  visibleCoins(all, { search, hideSmall }).map(({ asset }) => asset);

describe('coin balances', () => {
  it('stand by their value, unknown ones last', () => {
    expect(shown('', false)).toEqual(['BTC', 'ETH', 'DOGE', 'NEW']);
  });
  it('without the small ones, but with those whose value is not known', () => {
    expect(shown('', true)).toEqual(['BTC', 'ETH', 'NEW']);
  });
  it('are found by a part of the code, whatever the case', () => {
    expect(shown(' t', false)).toEqual(['BTC', 'ETH']);
    expect(shown('btc', false)).toEqual(['BTC']);
    expect(shown('x', false)).toEqual([]);
  });
});
