import { loadPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../calls/query-keys.ts';
import { pinKeys } from './pinned-keys.ts';
import { proofWaitMs } from './proof-poll.ts';
import { publishedKeysQuery, signersOf } from './published-keys.ts';
import type { SealedProduct } from './sealed-product.ts';
import type { Proven } from './verify-ticks.ts';

const NO_TICKS: readonly Proven[] = [];

export type OrderSeal = 'open' | 'sealed' | 'broken';

interface SealedOrders {
  readonly product: SealedProduct;
  readonly ids: readonly number[];
  readonly book: 'demo' | 'real';
}

/**
 * The seals of the receipts of orders, by id: closed once this browser has verified that every
 * price of a receipt is in a signed minute. Fetched again until all are.
 */
export const orderSealsQuery = ({ product, ids, book }: SealedOrders) =>
  queryOptions({
    queryKey: privateKey('statement', book, 'sealed', product, ...ids),
    queryFn: async ({ client, signal }) => {
      const orders = await Promise.all(ids.map((id) => fetchTicks({ product, id, signal })));
      const ticks = orders.flat();
      const { keys } = await client.ensureQueryData(publishedKeysQuery(signersOf(ticks)));
      const { trusted } = pinKeys(keys);
      const seals = await Promise.all(orders.map((order) => sealOf(order, trusted)));
      return { ticks, seals: new Map(ids.map((id, index) => [id, seals[index]])) };
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data && proofWaitMs(data.ticks, { polls: dataUpdateCount - 1, now: serverNow() })) ?? false,
  });

/** Loaded when there is something to verify. */
async function sealOf(ticks: readonly Proven[], trusted: readonly string[] | undefined): Promise<OrderSeal> {
  if (ticks.length === 0) return 'open';
  const { verifyTicks } = await loadPart(() => import('./verify-ticks.ts'));
  const verdicts = [...verifyTicks(ticks, trusted).values()];
  if (verdicts.includes('wrong')) return 'broken';
  return verdicts.every((verdict) => verdict === 'proved') ? 'sealed' : 'open';
}

interface TicksRequest {
  readonly product: SealedProduct;
  readonly id: number;
  readonly signal: AbortSignal;
}

async function fetchTicks({ product, id, signal }: TicksRequest): Promise<readonly Proven[]> {
  const request = { params: { id }, signal };
  switch (product) {
    case 'options':
      return (await fetchResult('getOptionOrder', request)).receipt?.ticks ?? NO_TICKS;
    case 'contracts':
      return (await fetchResult('getPosition', request)).ticks;
    case 'spot':
      return (await fetchResult('getSpotOrder', request)).ticks;
    case 'convert':
      return (await fetchResult('getConversion', request)).ticks;
  }
}
