import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Countdown, Figure, Icon } from '@glasshouse/ui';
import { ChevronRight } from '@glasshouse/ui/icon/icons';
import { serverNow } from '../../../live/clock.ts';
import { useLiveOptions } from '../../../parts/orders/live-orders.ts';
import { LiveOutcome } from '../../../parts/orders/live-outcome.tsx';
import { DirectionWord } from '../../../parts/orders/order-words.tsx';
import styles from './option-line.module.css';

/** On a phone, above its buttons: the option of this market that ends first, and how it stands. */
export function OptionLine({ code }: { code: string }) {
  const t = useT();
  const { data } = useLiveOptions();
  const [first] = (data ?? [])
    .filter((order) => order.code === code && order.entry !== null && order.expiresAt !== null)
    .toSorted((left, right) => Date.parse(left.expiresAt ?? '') - Date.parse(right.expiresAt ?? ''));
  if (first === undefined || first.entry === null || first.expiresAt === null) return null;
  return (
    <Link href={`/order/options/${first.id}`} className={styles.line}>
      <DirectionWord direction={first.direction} />
      <Figure value={first.amount} places={2} />
      <Countdown
        shape="text"
        label={t('trade:orders.timeLeft')}
        startsAt={Date.parse(first.entry.at)}
        endsAt={Date.parse(first.expiresAt)}
        now={serverNow}
        className={styles.left}
      />
      <span className={styles.standing}>
        <LiveOutcome order={first} />
      </span>
      <Icon of={ChevronRight} size="s" mirror />
    </Link>
  );
}
