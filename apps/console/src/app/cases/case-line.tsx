import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useNow } from '../../parts/page/use-now.ts';
import type { CaseRow } from '../../queue/cases.ts';
import { Deadline } from '../../queue/deadline.tsx';
import { inLargestUnit } from '../../queue/largest-unit.ts';
import styles from './cases-page.module.css';

interface CaseLineProps {
  readonly row: CaseRow;
  readonly text: ReturnType<CaseRow['text']>;
}

/** Kind, person and amount, age and deadline: what decides which case comes first. */
export function CaseLine({ row, text }: CaseLineProps) {
  const t = useT();
  const format = useFormat();
  const age = Math.max(0, useNow() - Date.parse(row.since)) / 1000;
  return (
    <span className={styles.line}>
      <span className={styles.kind}>{t(`console:cases.of.${row.kind}`)}</span>
      <span className={styles.main}>
        <span className={styles.who}>{text.who}</span>
        <span className={styles.what}>{text.what}</span>
      </span>
      <span className={styles.times}>
        <time dateTime={row.since} title={format.dateTime(row.since)}>
          {format.duration(inLargestUnit(age))}
        </time>
        {text.note === undefined ? <Deadline dueAt={row.dueAt} isShort /> : <span>{text.note}</span>}
      </span>
    </span>
  );
}
