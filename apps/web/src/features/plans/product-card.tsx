import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { totalYieldDerivation } from '@glasshouse/rules/derivations/plans';
import { add, amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Product } from '@glasshouse/trade/plans/sums';
import { Badge, Button, Card, KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { exitWords } from './exit-words.ts';
import styles from './plan.module.css';

interface ProductCardProps {
  readonly product: Product;
  readonly onReserve: () => void;
  /** Undefined where nobody can buy: visitors, and on the demo account. */
  readonly onBuy: (() => void) | undefined;
}

/** What a product pays, what is left of it, and what covers its promises. */
export function ProductCard({ product, onReserve, onBuy }: ProductCardProps) {
  const t = useT();
  const format = useFormat();
  const { asset, reserve, sale } = product;
  const money = (value: string) => <Money value={value} asset={asset} />;
  const percent = (rate: string) => format.percent(rate, { min: 2, max: 4 });
  const funded = formatAmount(add(amountOf(reserve.promised), amountOf(reserve.free)));
  const range = { min: format.number(product.min), max: format.money(product.max, asset) };
  const rows: KeyValueRow[] = [
    { id: 'daily', name: t('plans:daily'), value: percent(product.dailyYield) },
    { id: 'days', name: t('plans:days'), value: product.cycleDays },
    {
      id: 'total',
      name: t('plans:total'),
      value: (
        <Derived
          derivation={totalYieldDerivation({ dailyYield: product.dailyYield, days: product.cycleDays })}
          value={product.totalYield}
          name={t('plans:total')}
          show={percent}
        />
      ),
      strong: true,
    },
    { id: 'range', name: t('plans:range'), value: t('plans:fromTo', range) },
    { id: 'penalty', name: t('plans:penalty'), value: percent(product.exitPenaltyRate) },
    { id: 'left', name: t('plans:left'), value: money(product.available) },
  ];
  const meter: KeyValueRow[] = [
    { id: 'promised', name: t('plans:promised'), value: money(reserve.promised) },
    { id: 'free', name: t('plans:free'), value: money(reserve.free) },
    { id: 'paid', name: t('plans:paid'), value: money(reserve.paid) },
  ];
  return (
    <Card data-product={product.id}>
      <div className={styles.head}>
        <h2 className={styles.name}>{product.name}</h2>
        <Badge tone={sale === 'open' ? 'success' : 'neutral'}>
          {sale === 'open' ? t(`plans:kind.${product.kind}`) : t(`plans:sale.${sale}`)}
        </Badge>
      </div>
      <KeyValue rows={rows} />
      <p className={styles.note}>{t('plans:leaving', exitWords(product, format))}</p>
      {product.onePerUser && <p className={styles.note}>{t('plans:one')}</p>}
      <div className={styles.meter}>
        <p className={styles.note}>{t('plans:meter')}</p>
        <meter
          className={styles.bar}
          min={0}
          max={Number(funded) || 1}
          value={Number(reserve.promised)}
          aria-label={t('plans:meter')}
        />
        <KeyValue rows={meter} />
      </div>
      <div className={styles.actions}>
        {onBuy !== undefined && (
          <Button variant="primary" disabled={sale !== 'open'} onClick={onBuy}>
            {t('plans:buy')}
          </Button>
        )}
        <Button onClick={onReserve}>{t('plans:source')}</Button>
      </div>
    </Card>
  );
}
