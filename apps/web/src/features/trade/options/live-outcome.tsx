import { compareDecimals } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { useQuote } from '../../../live/market.ts';
import type { OptionsOrder } from '../../../live/user.ts';
import { Money } from '../../../shared/money.tsx';
import { netOfOutcome } from '../../../shared/option-result.ts';
import styles from './options.module.css';

/** The result if the option ended at the current price, after its fee: in words and in money. */
export function LiveOutcome({ order }: { order: OptionsOrder }) {
  const t = useT();
  const price = useQuote(order.code, (quote) => quote.price);
  if (order.entry === null || price === undefined) return <>–</>;
  const { word, style, outcome } = STANDINGS[standing(order.direction, price, order.entry.price)];
  return (
    <span className={styles[style]}>
      {t(word)} <Money value={netOfOutcome(order, outcome)} sign="always" />
    </span>
  );
}

const STANDINGS = {
  ahead: { word: 'trade:orders.ahead', style: 'ahead', outcome: 'win' },
  behind: { word: 'trade:orders.behind', style: 'behind', outcome: 'lose' },
  level: { word: 'trade:orders.level', style: 'muted', outcome: 'draw' },
} as const;

function standing(direction: OptionsOrder['direction'], price: string, entry: string): keyof typeof STANDINGS {
  const moved = Math.sign(compareDecimals(price, entry)) * (direction === 'up' ? 1 : -1);
  return moved === 0 ? 'level' : 0 < moved ? 'ahead' : 'behind';
}
