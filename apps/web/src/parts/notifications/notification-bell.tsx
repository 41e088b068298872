import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { BottomSheet, Button, IconButton } from '@glasshouse/ui';
import { Bell } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useUserInfo } from '../account/use-user-info.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';
import { useReadNotifications } from './use-notifications.ts';

/** The server stops counting there. */
const COUNT_MAX = 99;

/** The bell of the header: the number of unread notifications, and the latest in a popover. */
export function NotificationBell() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const unread = useUserInfo().data?.unread.notifications ?? 0;
  const { read, busy, failure } = useReadNotifications();
  const close = () => setOpen(false);
  return (
    <span className={styles.bell}>
      <IconButton
        icon={Bell}
        label={unread === 0 ? t('notices:title') : t('notices:unread', { count: unread })}
        onClick={() => setOpen(true)}
      />
      {0 < unread && (
        <span aria-hidden="true" className={styles.count}>
          {COUNT_MAX < unread ? `${COUNT_MAX}+` : unread}
        </span>
      )}
      <BottomSheet
        open={open}
        onClose={close}
        width="s"
        title={t('notices:title')}
        closeLabel={t('common:action.close')}
        footer={
          <>
            {0 < unread && (
              <Button loading={busy} onClick={() => void read()}>
                {t('notices:readAll')}
              </Button>
            )}
            <LinkButton href="/profile/notification" onClick={close}>
              {t('notices:all')}
            </LinkButton>
          </>
        }
      >
        {failure && <FailureNote failure={failure} />}
        <NotificationList onFollow={close} />
      </BottomSheet>
    </span>
  );
}
