import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { totalYieldDerivation } from '@glasshouse/rules/derivations/plans';
import { add, amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Product } from '@glasshouse/trade/plans/sums';
import { Badge, Button, cx, InstrumentLogo } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import styles from './plan.module.css';

const DAY_S = 86_400;

interface ProductRowProps {
  readonly product: Product;
  /** The ticket beside the list is for this one. */
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onReserve: () => void;
}

/** A product: its yield, what covers it, and what of that is promised already. */
export function ProductRow({ product, isChosen, onChoose, onReserve }: ProductRowProps) {
  const t = useT();
  const format = useFormat();
  const { asset, reserve, sale, cycleDays, dailyYield, totalYield, name } = product;
  const money = (value: string) => <Money value={value} asset={asset} />;
  const percent = (rate: string) => format.percent(rate, { min: 2, max: 4 });
  const cover = formatAmount(add(amountOf(reserve.promised), amountOf(reserve.free)));
  const isHeld = product.onePerUser && 0 < product.mine;
  return (
    <li data-product={product.id} className={cx(styles.product, isChosen && styles.chosen)}>
      <div className={styles.lead}>
        <InstrumentLogo code={asset} size="m" />
        <div>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.note}>
            {t('plans:fromTo', { min: format.number(product.min), max: format.money(product.max, asset) })}
          </p>
        </div>
      </div>
      <div className={styles.yield}>
        <span className="visually-hidden">{t('plans:total')}</span>
        <span className={styles.total}>
          <Derived
            derivation={totalYieldDerivation({ dailyYield, days: cycleDays })}
            value={totalYield}
            name={t('plans:total')}
            show={percent}
          />
        </span>
        <p className={styles.note}>{format.duration(cycleDays * DAY_S, 'long')}</p>
        <p className={styles.note}>
          {t('plans:daily')} <span className={styles.figure}>{percent(dailyYield)}</span>
        </p>
      </div>
      <div className={styles.cover}>
        <meter
          className={styles.bar}
          min={0}
          max={Number(cover) || 1}
          value={Number(reserve.promised)}
          aria-label={t('plans:meter')}
        />
        <dl className={styles.facts}>
          <Fact name={t('plans:promised')} value={money(reserve.promised)} />
          <Fact name={t('plans:free')} value={money(reserve.free)} />
          <Fact name={t('plans:paid')} value={money(reserve.paid)} />
          <Fact name={t('plans:left')} value={money(product.available)} />
        </dl>
        <button type="button" className={styles.source} onClick={onReserve}>
          {t('plans:source')}
        </button>
      </div>
      <div className={styles.choice}>
        {sale === 'open' && !isHeld ? (
          <Button onClick={onChoose}>{isChosen ? t('plans:chosen') : t('plans:choose')}</Button>
        ) : (
          <Badge tone={isHeld ? 'success' : 'neutral'}>
            {isHeld ? t('plans:state.earning') : t(`plans:sale.${sale as Exclude<Product['sale'], 'open'>}`)}
          </Badge>
        )}
      </div>
    </li>
  );
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
