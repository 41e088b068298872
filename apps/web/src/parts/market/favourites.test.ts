import { describe, expect, it } from 'vitest';
import { readFavourites, toggled } from './favourites.ts';

/** Favourites survive a reload in order, and invalid storage does not break the list. */
describe('favourites', () => {
  it('reads the stored list', () => {
    expect(readFavourites('["BTCUSDT","AAPL"]')).toEqual(['BTCUSDT', 'AAPL']);
  });

  it.each([undefined, '', '{', 'null', '{"a":1}', '"BTCUSDT"'])('reads %j as no favourites', (text) => {
    expect(readFavourites(text)).toEqual([]);
  });

  it('drops entries that are not codes', () => {
    expect(readFavourites('["BTCUSDT",1,null]')).toEqual(['BTCUSDT']);
  });

  it('adds at the end, and removes', () => {
    expect(toggled(['A', 'B'], 'C')).toEqual(['A', 'B', 'C']);
    expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
  });

  it('keeps at most a hundred, dropping the oldest', () => {
    const full = Array.from({ length: 100 }, (_, index) => `C${index}`);
    const next = toggled(full, 'NEW');
    expect(next).toHaveLength(100);
    expect(next[0]).toBe('C1');
    expect(next.at(-1)).toBe('NEW');
  });
});
