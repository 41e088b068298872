import { useSession } from '../../session/session.ts';
import { Announcements } from './announcements.tsx';
import { NotificationBell } from './notification-bell.tsx';

/** What a header tells: announcements for everybody, notifications for who is logged in. */
export function HeaderTools() {
  const session = useSession();
  return (
    <>
      <Announcements />
      {session !== undefined && <NotificationBell />}
    </>
  );
}
