import { describe, expect, it } from 'vitest';
import { type CoinBalance, visibleCoins } from './visible-coins.ts';

/** The list shows matches, most valuable first, and hides small balances only if asked to. */
const balance = (asset: string, valueUsdt: string | null) => ({ asset, valueUsdt }) as CoinBalance;
const all = [balance('DOGE', '0.99999999'), balance('BTC', '1200.5'), balance('ETH', '9.1'), balance('NEW', null)];
const shown = (search: string, hideSmall: boolean) =>
  visibleCoins(all, { search, hideSmall }).map(({ asset }) => asset);

describe('coin balances', () => {
  it('are sorted by value, unknown values last', () => {
    expect(shown('', false)).toEqual(['BTC', 'ETH', 'DOGE', 'NEW']);
  });
  it('can hide small balances, but not those of unknown value', () => {
    expect(shown('', true)).toEqual(['BTC', 'ETH', 'NEW']);
  });
  it('are found by part of their code, in any case', () => {
    expect(shown(' t', false)).toEqual(['BTC', 'ETH']);
    expect(shown('btc', false)).toEqual(['BTC']);
    expect(shown('x', false)).toEqual([]);
  });
});
