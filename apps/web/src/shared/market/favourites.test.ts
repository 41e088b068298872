import { describe, expect, it } from 'vitest';
import { readFavourites, toggled } from './favourites.ts';

/** Favourites survive a reload in their order, and nothing that may stand in the storage breaks the list. */
describe('favourites', () => {
  it('reads what was kept', () => {
    expect(readFavourites('["BTCUSDT","AAPL"]')).toEqual(['BTCUSDT', 'AAPL']);
  });

  it.each([undefined, '', '{', 'null', '{"a":1}', '"BTCUSDT"'])('reads %j as no favourites', (text) => {
    expect(readFavourites(text)).toEqual([]);
  });

  it('drops what is no code', () => {
    expect(readFavourites('["BTCUSDT",1,null]')).toEqual(['BTCUSDT']);
  });

  it('adds at the end, and takes away', () => {
    expect(toggled(['A', 'B'], 'C')).toEqual(['A', 'B', 'C']);
    expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
  });

  it('keeps at most a hundred: the oldest makes room', () => {
    const full = Array.from({ length: 100 }, (_, index) => `C${index}`);
    const next = toggled(full, 'NEW');
    expect(next).toHaveLength(100);
    expect(next[0]).toBe('C1');
    expect(next.at(-1)).toBe('NEW');
  });
});
