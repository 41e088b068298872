import { type ComponentType, lazy, Suspense } from 'react';
import { needMessages } from '../../i18n/language.ts';
import styles from './desktop-header.module.css';

const Nothing: ComponentType = () => null;

/** Loads after the page: visitors never need it, and nobody does in the first second. */
const LateBell = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [bell] = await Promise.all([
      import('../../shared/notifications/notification-bell.tsx'),
      needMessages(['notices']),
    ]);
    return { default: bell.NotificationBell };
  } catch {
    // The header works without the bell; the profile also links to the notifications.
    return { default: Nothing };
  }
});

/** The bell of the header, in a place reserved for it. */
export const NotificationBell = () => (
  <span className={styles.bell}>
    <Suspense>
      <LateBell />
    </Suspense>
  </span>
);
