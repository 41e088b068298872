import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { formatPoints } from '@glasshouse/rules/money';
import { Figure } from '@glasshouse/ui';
import { useMemo } from 'react';
import { minuteOf, PriceStamps } from '../../parts/proofs/price-stamps.tsx';
import { type Proven, tickKey, verifyTicks } from '../../parts/proofs/verify-ticks.ts';
import styles from '../../parts/receipts/receipt.module.css';
import { forgedTick } from './forged-tick.ts';

interface DecidingPriceProps {
  readonly proven: Proven;
  /** Keys that signatures have to be of; undefined until they came. */
  readonly trusted: readonly string[] | undefined;
  /** With its last digit changed: the stamps show that the check fails. */
  readonly isForged: boolean;
}

/**
 * The price that decided an order, and the four steps from it to the signature of its minute, as
 * this browser takes them.
 */
export function DecidingPrice({ proven, trusted, isForged }: DecidingPriceProps) {
  const t = useT();
  const format = useFormat();
  const examined = useMemo(() => (isForged ? forgedTick(proven) : proven), [proven, isForged]);
  const verdict = useMemo(() => {
    if (examined.receipt === null) return 'pending';
    return trusted === undefined ? undefined : verifyTicks([examined], trusted).get(tickKey(examined));
  }, [examined, trusted]);
  const { tick, receipt } = examined;
  const number = `#${tick.seq}`;
  const words = (): string => {
    if (isForged) return t('site:proof.forgedText');
    if (receipt === null) return t('guide:pane.pending', { number });
    const { start, end } = minuteOf(tick);
    const times = { time: format.exactClock(tick.at), minute: format.time(start), signed: format.time(end) };
    return t('order:proves', { number, ...times });
  };
  const price = receipt === null ? tick.mid : formatPoints(receipt.tick.mid, receipt.tick.precision);
  return (
    <>
      <p className={styles.said} aria-live={isForged ? 'polite' : 'off'}>
        {words()}
      </p>
      <PriceStamps
        proven={examined}
        verdict={verdict}
        price={<Figure value={price} places={price.split('.')[1]?.length ?? 0} />}
        className={styles.stamps}
      />
    </>
  );
}
