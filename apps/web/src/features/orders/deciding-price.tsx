import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { formatPoints } from '@glasshouse/rules/money';
import { Figure, type SealState, Stamps } from '@glasshouse/ui';
import { useMemo } from 'react';
import { HashStart } from '../../parts/proofs/hash-start.tsx';
import { type Proven, type TickVerdict, tickKey, verifyTicks } from '../../parts/proofs/verify-ticks.ts';
import styles from '../../parts/receipts/receipt.module.css';
import { forgedTick } from './forged-tick.ts';

const MINUTE_MS = 60_000;
const STATES: Readonly<Record<TickVerdict, SealState>> = { proved: 'sealed', pending: 'price', wrong: 'broken' };

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
  const at = Date.parse(tick.at);
  const start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const number = `#${tick.seq}`;
  const minute = format.time(start);
  const signed = format.time(start + MINUTE_MS);
  const due = t('guide:pane.due', { time: signed });
  const words = (): string => {
    if (isForged) return t('site:proof.forgedText');
    if (receipt === null) return t('guide:pane.pending', { number });
    return t('order:proves', { number, time: format.exactClock(at), minute, signed });
  };
  const price = receipt === null ? tick.mid : formatPoints(receipt.tick.mid, receipt.tick.precision);
  return (
    <>
      <p className={styles.said} aria-live={isForged ? 'polite' : 'off'}>
        {words()}
      </p>
      <Stamps
        label={t('guide:pane.proof')}
        className={styles.stamps}
        state={verdict === undefined ? 'open' : STATES[verdict]}
        steps={[
          {
            name: t('guide:pane.price'),
            value: (
              <>
                <bdi dir="ltr">{number}</bdi> · <Figure value={price} places={price.split('.')[1]?.length ?? 0} />
              </>
            ),
          },
          { name: t('guide:pane.minute'), value: receipt === null ? t('guide:pane.open', { time: minute }) : minute },
          { name: t('guide:pane.root'), value: receipt === null ? due : <HashStart hex={receipt.root} /> },
          { name: t('guide:pane.signature'), value: receipt === null ? due : <HashStart hex={receipt.signature} /> },
        ]}
      />
    </>
  );
}
