import { type ComponentType, lazy, Suspense } from 'react';
import { needMessages } from '../../i18n/language.ts';
import styles from './desktop-header.module.css';

const Nothing: ComponentType = () => null;

/** Comes after the page is there: a visitor never needs it, and nobody in the first second. */
const LateBell = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [bell] = await Promise.all([
      import('../../shared/notifications/notification-bell.tsx'),
      needMessages(['notices']),
    ]);
    return { default: bell.NotificationBell };
  } catch {
    // The header works without its bell; the profile leads to the notifications as well.
    return { default: Nothing };
  }
});

/** The bell of the header, in the place that is kept for it. */
export const NotificationBell = () => (
  <span className={styles.bell}>
    <Suspense>
      <LateBell />
    </Suspense>
  </span>
);
