import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { cx, Icon } from '@glasshouse/ui';
import { Clock } from '@glasshouse/ui/icon/icons';
import { useNow } from '../parts/page/use-now.ts';
import styles from './deadline.module.css';
import { inLargestUnit } from './largest-unit.ts';

const SOON_MS = 4 * 3_600_000;

interface DeadlineProps {
  readonly dueAt: string | null;
  /** In its largest unit and without the clock, for the end of a narrow row. */
  readonly isShort?: boolean;
}

/** Time left until an item is due, or how late it is: in words, which a colour supports. */
export function Deadline({ dueAt, isShort = false }: DeadlineProps) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (dueAt === null) return null;
  const left = Date.parse(dueAt) - now;
  const seconds = Math.floor(Math.abs(left) / 60_000) * 60;
  const time = format.duration(isShort ? inLargestUnit(seconds) : seconds);
  return (
    <span
      className={cx(styles.deadline, left < 0 ? styles.late : left < SOON_MS && styles.soon)}
      title={format.dateTime(dueAt)}
    >
      {!isShort && <Icon of={Clock} size="s" />}
      {t(left < 0 ? 'console:queue.lateBy' : 'console:queue.dueIn', { time })}
    </span>
  );
}
