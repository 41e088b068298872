import { needMessages } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { Late, late } from '../../shared/late.tsx';
import styles from './desktop-header.module.css';

const LateBell = late(async () => {
  const [bell] = await Promise.all([
    import('../../shared/notifications/header-tools.tsx'),
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
