import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { FREE_RETURN_WINDOW_DAYS, type FreeReturns, isReturnFree } from '@glasshouse/rules/loans';
import type { Offer } from '@glasshouse/trade/loans/sums';
import styles from './loans.module.css';

/** How many of the returns without interest are used: `1 of 2`. */
export function ReturnsUsed({ returns: { freeReturnsYear = 0, freeReturnsUsed = 0 } }: { returns: FreeReturns }) {
  const t = useT();
  const format = useFormat();
  return t('loans:returns.usedOf', { used: format.number(freeReturnsUsed), most: format.number(freeReturnsYear) });
}

/** What the person may still return without interest; used up, what that means and until when. */
export function FreeReturnsNote({ offer }: { offer: Offer }) {
  const t = useT();
  const format = useFormat();
  const { freeReturnsYear, freeReturnsUsed = 0, nextFreeReturnAt } = offer;
  if (freeReturnsYear === undefined) return null;
  const values = {
    days: format.number(FREE_RETURN_WINDOW_DAYS),
    most: format.number(freeReturnsYear),
    used: format.number(freeReturnsUsed),
  };
  return (
    <p className={styles.muted}>
      {t(isReturnFree(offer) ? 'loans:returns.left' : 'loans:returns.over', values)}
      {nextFreeReturnAt !== null && ` ${t('loans:returns.again', { date: format.date(nextFreeReturnAt) })}`}
    </p>
  );
}
