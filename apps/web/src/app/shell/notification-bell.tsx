import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useSession } from '@glasshouse/app/session/session';
import styles from './desktop-header.module.css';

const LateBell = lazyPart(async () => {
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
    <LazyPlace>
      <LateBell alone={alone} />
    </LazyPlace>
  </span>
);
