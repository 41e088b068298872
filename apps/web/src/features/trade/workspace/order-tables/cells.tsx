import { InstrumentLogo } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useMarketInfo } from '../../../../parts/chart/use-market-info.ts';
import { ActionMark } from '../../../../parts/market/action-mark.tsx';
import type { Product } from '../products.ts';
import { OrderLink } from './order-link.tsx';
import styles from './order-tables.module.css';

/** Behind a figure, on the same line. */
export const Remark = ({ children }: { children: ReactNode }) => <span className={styles.remark}>{children}</span>;

/** From a price to a price, in the direction of the figures. */
export const Steps = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <span dir="ltr" className={styles.steps}>
    <span className={styles.from}>{from} →</span> {to}
  </span>
);

interface MarketCellProps {
  readonly product: Product;
  readonly order: { readonly id: number; readonly name: string; readonly code: string };
  /** Live rows have the logo of their market, and what is about to happen to it. */
  readonly isLive?: boolean;
}

/** The market of an order, linking to the page of the order. */
export function MarketCell({ product, order, isLive = false }: MarketCellProps) {
  const { data } = useMarketInfo(isLive ? order.code : undefined);
  return (
    <span className={styles.market}>
      {isLive && <InstrumentLogo code={order.code} src={data?.logo ?? undefined} size="s" />}
      <OrderLink product={product} order={order} />
      {isLive && <ActionMark code={order.code} />}
    </span>
  );
}
