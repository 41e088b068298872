import type { MarketInfo } from '@glasshouse/trade/market-info';
import { act } from '@testing-library/react';
import { marketSnapshot, marketSocket } from '../live/market.ts';

let seq = 100;

/** The page gets a price of this market, as over the market socket. */
export function tick(info: MarketInfo, prices: { readonly bid: number; readonly ask: number; readonly price: number }) {
  seq += 1;
  const at = Date.now();
  const row = { code: info.code, ...prices, zdf: 0, open: true, stale: false, tick: seq, at };
  act(() => {
    marketSnapshot.introduce(info.code, info.precision);
    marketSnapshot.applyRows([row], at);
  });
}

/** The page gets the order book of this market that it looks at: [price, quantity], best first. */
export function orderBook(
  { code }: MarketInfo,
  { bids, asks }: { readonly bids: [string, string][]; readonly asks: [string, string][] },
) {
  seq += 1;
  const at = Date.now();
  act(() => marketSocket.depth.apply({ type: 'depth', book: 'demo', code, seq, at, bids, asks }));
}

/** The market closes or its prices are old; what is left out is as usual. */
export function marketState(info: MarketInfo, { open = true, stale = false }: { open?: boolean; stale?: boolean }) {
  const at = Date.now();
  const row = { code: info.code, bid: 99_990, ask: 100_000, price: 99_995, zdf: 0, open, stale, tick: seq, at };
  act(() => marketSnapshot.applyRows([row], at));
}
