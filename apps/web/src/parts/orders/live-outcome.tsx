import { useT } from '@glasshouse/app/language/language';
import { optionIfDerivation } from '@glasshouse/rules/derivations/orders';
import { netOfOutcome } from '@glasshouse/trade/options/result';
import { outcomeAt } from '@glasshouse/trade/options/standing';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { useQuote } from '../../live/market.ts';
import { Derived } from '../reasons/derived.tsx';
import styles from './orders.module.css';

const STANDINGS = {
  win: { word: 'trade:orders.ahead', style: 'ahead' },
  lose: { word: 'trade:orders.behind', style: 'behind' },
  draw: { word: 'trade:orders.level', style: 'muted' },
} as const;

/** The result if the option ended at the current price, after its fee: in words and in money. */
export function LiveOutcome({ order }: { order: OptionsOrder }) {
  const t = useT();
  const price = useQuote(order.code, (quote) => quote.price);
  if (order.entry === null || price === undefined) return <>–</>;
  const outcome = outcomeAt(order.direction, price, order.entry.price);
  const { word, style } = STANDINGS[outcome];
  return (
    <span className={styles[style]}>
      {t(word)}{' '}
      <Derived
        derivation={optionIfDerivation(order, outcome)}
        value={netOfOutcome(order, outcome)}
        name={t('trade:orders.standing')}
        sign="always"
        sources={{ order: `/order/options/${order.id}` }}
      />
    </span>
  );
}
