import { Icon } from '@glasshouse/ui';
import { Headset } from '@glasshouse/ui/icon/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslator } from '../../i18n/language.ts';
import { onUserEvent } from '../../live/user.ts';
import { useSession } from '../../session/session.ts';
import { useUserInfo } from '../../shared/use-user-info.ts';
import { keepVisit } from './chat-store.ts';
import { visitorToken } from './support-call.ts';
import styles from './support-link.module.css';

/** Support in a window of its own, with a dot while something there is unread. */
export function SupportLink() {
  const { t, language } = useTranslator();
  const client = useQueryClient();
  const session = useSession();
  const unread = useUserInfo().data?.unread.support ?? 0;
  const isVisitorKnown = session !== undefined && visitorToken() !== undefined;
  useEffect(() => {
    if (isVisitorKnown) void keepVisit();
  }, [isVisitorKnown]);
  useEffect(
    () =>
      onUserEvent({
        event: (kind) => {
          if (kind === 'support') void client.invalidateQueries({ queryKey: ['private'], predicate: isUserInfo });
        },
        resync: () => undefined,
      }),
    [client],
  );
  if (window.location.pathname === '/service.html') return null;
  const label = unread === 0 ? t('support:title') : t('support:unread', { number: unread });
  return (
    <a
      href={`/service.html?language=${language}`}
      target="_blank"
      rel="noopener"
      className={styles.link}
      aria-label={label}
      title={label}
    >
      <Icon of={Headset} size="l" />
      {0 < unread && <span aria-hidden="true" className={styles.dot} />}
    </a>
  );
}

const isUserInfo = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey.includes('userInfo');
