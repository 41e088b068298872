import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { Glass, Page, PageHead, Skeleton } from '@glasshouse/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useRoute } from 'wouter';
import { marketSnapshot, useMarketScope } from '../../live/market.ts';
import { useMarketInfo } from '../chart/use-market-info.ts';
import { NotHere } from '../page/not-here.tsx';
import styles from './receipt.module.css';
import { ReceiptPath } from './receipt-pane.tsx';

/** The number in the URL, at most fifteen digits; anything else becomes 0, which no order has. */
export function useOrderId(pattern: string): number {
  const [, params] = useRoute<{ id: string }>(pattern);
  const text = params?.id ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

interface OrderFrameProps<Value> {
  readonly id: number;
  readonly query: Pick<UseQueryResult<Value>, 'data' | 'error' | 'refetch'>;
  /** The market whose live price the page shows, if any. */
  readonly market?: (value: Value) => { readonly code: string; readonly precision: number };
  /** Names what it is while it loads; an order unless it is something else. */
  readonly title?: string;
  /** Where one goes when there is no such order. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly children: (value: Value) => ReactNode;
}

/** The way back and the loading states of an order page, for every product. */
export function OrderFrame<Value>({ id, query, market, title, back, children }: OrderFrameProps<Value>) {
  const t = useT();
  const order = loadable(query);
  const name = title ?? t('trade:order.title', { id: id === 0 ? '' : id });
  const { code, precision } = (order.state === 'ready' && market?.(order.value)) || NO_MARKET;
  useMarketScope(useMemo(() => (code === undefined ? [] : [code]), [code]));
  useEffect(() => {
    if (code !== undefined) marketSnapshot.introduce(code, precision);
  }, [code, precision]);
  // Its words are part of the receipt, which would grow by a line when they arrive.
  const isNaming = useMarketInfo(code).isLoading;
  const isLoading = order.state === 'loading' || isNaming;
  const path = back ?? { href: '/zjxq', label: t('portfolio:tab.activity') };
  return (
    <Page>
      {order.state !== 'error' && <ReceiptPath href={path.href}>{path.label}</ReceiptPath>}
      {order.state === 'error' && (
        <>
          <PageHead title={name} />
          <NotHere {...order} order={title === undefined ? id : undefined} {...path} />
        </>
      )}
      {isLoading && (
        <Glass className={styles.waiting} aria-busy="true">
          <h1 className="visually-hidden">{name}</h1>
          <Skeleton height="0.48rem" width="2.4rem" />
        </Glass>
      )}
      {order.state === 'ready' && !isLoading && children(order.value)}
    </Page>
  );
}

const NO_MARKET = { code: undefined, precision: 0 } as const;
