import { type ComponentType, lazy, Suspense } from 'react';
import { needMessages } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import styles from './desktop-header.module.css';

const Nothing: ComponentType = () => null;

/** Loads after the page: nobody needs it in the first second. */
const LateBell = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [bell] = await Promise.all([
      import('../../shared/notifications/header-tools.tsx'),
      needMessages(['notices', 'help']),
    ]);
    return { default: bell.HeaderTools };
  } catch {
    // The header works without them; the profile also links to the notifications.
    return { default: Nothing };
  }
});

/** Announcements and the bell of the header, in a place reserved for them. */
export const NotificationBell = () => (
  <span className={useSession() === undefined ? styles.bell : styles.bells}>
    <Suspense>
      <LateBell />
    </Suspense>
  </span>
);
