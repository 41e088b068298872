import { needMessages } from '@glasshouse/app/language/language';
import { Late, late } from '@glasshouse/app/lazy/late.tsx';
import { useSession } from '@glasshouse/app/session/session';
import styles from './desktop-header.module.css';

const LateBell = late(async () => {
  const [bell] = await Promise.all([
    import('../../parts/notifications/header-tools.tsx'),
    needMessages(['notices', 'help']),
  ]);
  return bell.HeaderTools;
});

interface NotificationBellProps {
  /** Without announcements. */
  readonly alone?: boolean | undefined;
}

/** Announcements and the bell of the header, in a place reserved for them. */
export const NotificationBell = ({ alone = false }: NotificationBellProps) => (
  <span className={useSession() === undefined || alone ? styles.bell : styles.bells}>
    <Late>
      <LateBell alone={alone} />
    </Late>
  </span>
);
