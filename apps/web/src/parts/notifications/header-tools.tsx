import { useSession } from '@glasshouse/app/session/session';
import { Announcements } from './announcements.tsx';
import { NotificationBell } from './notification-bell.tsx';

/** What a header tells: announcements for everybody, notifications for who is logged in. */
export function HeaderTools({ alone }: { readonly alone: boolean }) {
  const session = useSession();
  return (
    <>
      {!alone && <Announcements />}
      {session !== undefined && <NotificationBell />}
    </>
  );
}
