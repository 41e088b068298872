import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { totalYieldDerivation } from '@glasshouse/rules/derivations/plans';
import { add, amountOf, formatAmount } from '@glasshouse/rules/money';
import { buySums, type Product } from '@glasshouse/trade/plans/sums';
import { Badge, Button, cx } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import { shortPlaces } from '../../parts/money/short-places.ts';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
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
  const percent = (rate: string) => format.percent(rate, { min: 2, max: 4 });
  const sums = buySums(product, product.min, serverNow());
  const cover = formatAmount(add(amountOf(reserve.promised), amountOf(reserve.free)));
  const isHeld = product.onePerUser && 0 < product.mine;
  return (
    <li data-product={product.id} className={cx(styles.product, isChosen && styles.chosen)}>
      <div className={styles.lead}>
        <AssetLogo asset={asset} size="m" />
        <div>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.note}>
            {t('plans:fromTo', {
              min: format.number(product.min),
              max: format.money(product.max, asset, { min: 0, max: 8 }),
            })}
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
      </div>
      <div>
        <span className={styles.gain}>
          <Derived derivation={sums?.why.promised} value={sums?.promised} name={t('plans:sum.promised')} coloured />
        </span>
        <p className={styles.note}>
          {t('plans:onAmount', { amount: format.money(product.min, asset, { min: 0, max: 8 }) })}
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
        <button type="button" className={styles.source} onClick={onReserve}>
          {t('plans:promisedOf', {
            promised: format.number(reserve.promised, shortPlaces(asset, reserve.promised)),
            cover: format.money(cover, asset, shortPlaces(asset, cover)),
          })}
          <span className="visually-hidden">{`: ${t('plans:source')}`}</span>
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
