import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useTranslator } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import type { TickRef } from '@glasshouse/rules/derivations';
import { parsePrice } from '@glasshouse/rules/money';
import { PriceStamps } from './price-stamps.tsx';
import { signersOf, usePublishedKeys } from './published-keys.ts';
import styles from './tick-stamps.module.css';
import { usePinnedKeys } from './use-pinned-keys.ts';
import { useTickReceipt } from './use-tick-receipt.ts';
import { type Proven, type TickVerdict, tickKey, verifyTicks } from './verify-ticks.ts';

/**
 * The four steps from a price to the signature of its minute, as this browser takes them: first the
 * tick with the price that is shown, then its minute, the root over it and the signature.
 */
export function TickStamps({ tick, price }: { readonly tick: TickRef; readonly price: string }) {
  const translator = useTranslator();
  const { data, error } = useTickReceipt(tick);
  if (data !== undefined) return <Steps proven={data} price={price} />;
  return error === null ? null : <p className={styles.text}>{failureText(translator, failureOf(error))}</p>;
}

function Steps({ proven, price }: { readonly proven: Proven; readonly price: string }) {
  const { t } = useTranslator();
  const ticks = [proven];
  const pinned = usePinnedKeys(usePublishedKeys(signersOf(ticks)).data?.keys);
  const { tick, receipt } = proven;
  const verdict = verdictOf();
  return (
    <div className={styles.proof}>
      <p className={styles.heading}>{t('guide:pane.proof')}</p>
      <PriceStamps proven={proven} verdict={verdict} />
      {verdict !== undefined && (
        <p className={styles.text}>
          {verdict === 'wrong' ? t('trade:receipt.notFit') : t(`guide:pane.${verdict}`, { number: `#${tick.seq}` })}
        </p>
      )}
    </div>
  );

  function verdictOf(): TickVerdict | undefined {
    const { bid, ask, mid } = tick;
    if (![bid, ask, mid].some((side) => parsePrice(side) === parsePrice(price))) return 'wrong';
    if (receipt === null) return 'pending';
    return pinned === undefined ? undefined : verifyTicks(ticks, pinned.trusted).get(tickKey(proven));
  }
}
