import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { cx, Icon } from '@glasshouse/ui';
import { Clock } from '@glasshouse/ui/icon/icons';
import { useNow } from '../parts/page/use-now.ts';
import styles from './deadline.module.css';

const SOON_MS = 4 * 3_600_000;

/** Time left until an item is due, or how late it is: in words, which a colour supports. */
export function Deadline({ dueAt }: { dueAt: string | null }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (dueAt === null) return null;
  const left = Date.parse(dueAt) - now;
  const time = format.duration(Math.floor(Math.abs(left) / 60_000) * 60);
  return (
    <span
      className={cx(styles.deadline, left < 0 ? styles.late : left < SOON_MS && styles.soon)}
      title={format.dateTime(dueAt)}
    >
      <Icon of={Clock} size="s" />
      {t(left < 0 ? 'console:queue.lateBy' : 'console:queue.dueIn', { time })}
    </span>
  );
}
