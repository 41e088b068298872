import { Link } from '@glasshouse/app/links/link.tsx';
import type { Product } from '../products.ts';
import styles from './order-tables.module.css';

interface OrderLinkProps {
  readonly product: Product;
  readonly order: { readonly id: number; readonly name: string };
}

/** The market of an order, linking to the order's page. */
export const OrderLink = ({ product, order }: OrderLinkProps) => (
  <Link href={`/order/${product}/${order.id}`} className={styles.link}>
    <bdi>{order.name}</bdi>
  </Link>
);
