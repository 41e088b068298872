import type { DepthServerMessage } from '@glasshouse/api/sockets';
import { describe, expect, it } from 'vitest';
import { DepthStore, mergedTrades, type PublicTrade } from './depth-store.ts';

/**
 * The store shows the newest book of the pair that is looked at, and every trade once, over
 * reconnects too.
 */
const depth = (seq: number, price: string, code = 'BTCUSDT', book: 'demo' | 'real' = 'demo'): DepthServerMessage => ({
  type: 'depth',
  code,
  book,
  seq,
  at: seq,
  bids: [[price, '1']],
  asks: [],
});
const trade = (id: number, at = id): PublicTrade => ({ id: `t${id}`, price: '1', quantity: '1', side: 'buy', at });
const trades = (...items: PublicTrade[]): DepthServerMessage => ({
  type: 'trades',
  code: 'BTCUSDT',
  book: 'demo',
  seq: 1,
  items,
});
const best = (store: DepthStore) => store.read().depth?.bids[0]?.[0];
const ids = (store: DepthStore) => store.read().trades?.map((item) => item.id);

describe('order book of the page', () => {
  it('shows the newest message of the pair, and no other', () => {
    const store = new DepthStore();
    store.watch({ code: 'BTCUSDT', book: 'demo' });
    store.apply(depth(5, '100'));
    store.apply(depth(4, '99'));
    store.apply(depth(6, '98', 'ETHUSDT'));
    store.apply(depth(7, '97', 'BTCUSDT', 'real'));
    expect(best(store)).toBe('100');
    store.apply(depth(8, '101'));
    expect(best(store)).toBe('101');
  });

  it('forgets the pair before', () => {
    const store = new DepthStore();
    store.watch({ code: 'BTCUSDT', book: 'demo' });
    store.apply(depth(5, '100'));
    store.watch({ code: 'ETHUSDT', book: 'demo' });
    expect(store.read().depth).toBeUndefined();
    store.apply(depth(1, '3', 'ETHUSDT'));
    expect(best(store)).toBe('3');
  });

  it('keeps what it shows over a lost link, marked as old, until the next message, whatever its number', () => {
    const store = new DepthStore();
    store.watch({ code: 'BTCUSDT', book: 'demo' });
    store.apply(depth(50, '100'));
    store.restart();
    expect(store.read().stale).toBe(true);
    expect(best(store)).toBe('100');
    store.apply(depth(2, '90'));
    expect(store.read().stale).toBe(false);
    expect(best(store)).toBe('90');
  });

  it('adds trades to those it knows, and takes the latest few whole after a reconnect', () => {
    const store = new DepthStore();
    store.watch({ code: 'BTCUSDT', book: 'demo' });
    store.apply(trades(trade(1), trade(2)));
    store.apply(trades(trade(3)));
    expect(ids(store)).toEqual(['t3', 't2', 't1']);
    store.restart();
    store.apply(trades(trade(7), trade(8)));
    expect(ids(store)).toEqual(['t8', 't7']);
  });

  it('notifies its listeners', () => {
    const store = new DepthStore();
    let updates = 0;
    store.subscribe(() => {
      updates += 1;
    });
    store.watch({ code: 'BTCUSDT', book: 'demo' });
    store.apply(depth(1, '1'));
    expect(updates).toBe(1);
  });
});

describe('trades', () => {
  it('stand newest first, whichever way a message runs', () => {
    expect(mergedTrades([trade(1)], [trade(2), trade(3)]).map((item) => item.id)).toEqual(['t3', 't2', 't1']);
    expect(mergedTrades([trade(1)], [trade(3), trade(2)]).map((item) => item.id)).toEqual(['t3', 't2', 't1']);
  });

  it('stand there once, and not without end', () => {
    expect(mergedTrades([trade(2), trade(1)], [trade(2), trade(3)]).map((item) => item.id)).toEqual(['t3', 't2', 't1']);
    const many = Array.from({ length: 60 }, (_, index) => trade(index));
    expect(mergedTrades([], many)).toHaveLength(50);
    expect(mergedTrades([], many)[0]?.id).toBe('t59');
  });
});
