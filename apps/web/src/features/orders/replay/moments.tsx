import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { cx, Figure, Seal } from '@glasshouse/ui';
import type { Sealing } from './prover.ts';
import styles from './replay.module.css';
import type { Replay } from './replay.ts';

/** A position of many nights has a step for each; the receipt below lists them all. */
const SHOWN_MAX = 12;

interface MomentsProps {
  readonly replay: Replay;
  readonly sealed: ReadonlyMap<string, Sealing>;
  readonly now: number;
}

/** What happened and when, to the millisecond, with the seal of its tick. */
export function Moments({ replay, sealed, now }: MomentsProps) {
  const t = useT();
  const format = useFormat();
  return (
    <ol className={styles.moments}>
      {replay.moments.slice(0, SHOWN_MAX).map(({ at, label, price, key }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may share a tick; their order is fixed.
        <li key={index} className={cx(styles.moment, now < at && styles.ahead)}>
          <bdi className={styles.time}>{format.exactTime(at)}</bdi>
          <span className={styles.label}>{label}</span>
          <span className={styles.price}>
            {price !== undefined && <Figure value={price} places={price.split('.')[1]?.length ?? 0} />}
          </span>
          <span className={styles.proof}>{key !== undefined && <Proved sealing={sealed.get(key)} t={t} />}</span>
        </li>
      ))}
    </ol>
  );
}

function Proved({ sealing, t }: { sealing: Sealing | undefined; t: ReturnType<typeof useT> }) {
  const word = t(
    sealing === undefined
      ? 'order:replay.unproved'
      : sealing === 'proved'
        ? 'trade:order.proofOk'
        : 'trade:order.proofBad',
  );
  return <Seal state={sealing === undefined ? 'open' : sealing === 'proved' ? 'sealed' : 'broken'} label={word} />;
}
