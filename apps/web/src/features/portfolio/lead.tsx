import { Link } from '@glasshouse/app/links/link.tsx';
import type { ReactNode } from 'react';
import { marketHref } from '../../parts/market/market-href.ts';
import styles from './portfolio.module.css';

interface LeadProps {
  readonly product: 'options' | 'contracts' | 'spot';
  readonly order: { readonly id: number; readonly code: string; readonly name: string };
  readonly children: ReactNode;
}

/** The market of an order, which opens there, over what it is, which leads to its own page. */
export const Lead = ({ product, order, children }: LeadProps) => (
  <span className={styles.lead}>
    <Link href={marketHref({ code: order.code, product })} className={styles.link}>
      <bdi>{order.name}</bdi>
    </Link>
    <Link href={`/order/${product}/${order.id}`} className={styles.what}>
      {children}
    </Link>
  </span>
);
