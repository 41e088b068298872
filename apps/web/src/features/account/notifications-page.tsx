import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Button, Card, PageHead, Segmented, Stack } from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { useUserInfo } from '../../parts/account/use-user-info.ts';
import { NotificationList } from '../../parts/notifications/notification-list.tsx';
import { useNotifications, useReadNotifications } from '../../parts/notifications/use-notifications.ts';
import { NoticeSettings } from './notice-settings.tsx';

/** All notifications of the user. */
export function NotificationsPage() {
  const t = useT();
  const [shown, setShown] = useState<'all' | 'unread'>('all');
  const unread = useUserInfo().data?.unread.notifications ?? 0;
  const { isPending } = useNotifications();
  const { read, busy, failure } = useReadNotifications();
  useEffect(() => {
    const target = window.location.hash.slice(1);
    if (!isPending && target !== '') document.getElementById(target)?.scrollIntoView();
  }, [isPending]);
  return (
    <PersonPage>
      <PageHead
        title={t('notices:title')}
        note={t('notices:text')}
        actions={<LinkButton href="/profile/alerts">{t('alerts:title')}</LinkButton>}
      />
      <Stack gap={3}>
        <Stack row wrap spread gap={3}>
          <Segmented
            label={t('notices:title')}
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: t('common:word.all') },
              { value: 'unread', label: t('notices:onlyUnread') },
            ]}
          />
          {0 < unread && (
            <Button loading={busy} onClick={() => void read()}>
              {t('notices:readAll')}
            </Button>
          )}
        </Stack>
        {failure && <FailureNote failure={failure} />}
        <Card>
          <NotificationList onlyUnread={shown === 'unread'} />
        </Card>
        {!isPending && <NoticeSettings />}
      </Stack>
    </PersonPage>
  );
}
