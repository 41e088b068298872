import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Seal } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { signersOf, usePublishedKeys } from '../../parts/proofs/published-keys.ts';
import { usePinnedKeys } from '../../parts/proofs/use-pinned-keys.ts';
import { type Proven, verifyTicks } from '../../parts/proofs/verify-ticks.ts';
import type { SealedProduct } from './sealed-product.ts';

const NO_TICKS: readonly Proven[] = [];

interface RowSealProps {
  readonly product: SealedProduct;
  readonly id: number;
}

/**
 * The seal of an order's receipt, closed once this browser has verified that every price of it is
 * in a signed minute.
 */
export function RowSeal({ product, id }: RowSealProps) {
  const t = useT();
  const book = useBook();
  const { data: ticks = NO_TICKS } = useQuery({
    queryKey: privateKey('statement', book, 'sealed', product, id),
    queryFn: ({ signal }) => fetchTicks({ product, id, signal }),
  });
  const pinned = usePinnedKeys(usePublishedKeys(signersOf(ticks)).data?.keys);
  const verdicts = useMemo(
    () => (pinned === undefined ? [] : [...verifyTicks(ticks, pinned.trusted).values()]),
    [ticks, pinned],
  );
  if (verdicts.includes('wrong')) return <Seal state="broken" label={t('trade:receipt.notFit')} />;
  const isProved = 0 < verdicts.length && verdicts.every((verdict) => verdict === 'proved');
  return isProved ? <Seal state="sealed" label={t('portfolio:latest.proved')} /> : <Seal state="open" />;
}

async function fetchTicks({ product, id, signal }: RowSealProps & { readonly signal: AbortSignal }) {
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
