import { Link } from '@glasshouse/app/links/link.tsx';
import { InstrumentLogo } from '@glasshouse/ui';
import { marketHref } from '../../parts/market/market-href.ts';
import { usePairs } from '../../parts/portfolio/use-pairs.ts';
import styles from './portfolio.module.css';

interface OrderMarket {
  readonly code: string;
  readonly name: string;
}

/** The market of an order, which opens there. */
export function MarketCell({ product, order }: { product: 'options' | 'contracts' | 'spot'; order: OrderMarket }) {
  return (
    <span className={styles.market}>
      <OrderLogo order={order} />
      <Link href={marketHref({ code: order.code, product })} className={styles.link}>
        <bdi>{order.name}</bdi>
      </Link>
    </span>
  );
}

export const OrderLogo = ({ order: { code } }: { order: OrderMarket }) => (
  <InstrumentLogo code={code} src={usePairs().byCode.get(code)?.logo ?? undefined} size="s" />
);
