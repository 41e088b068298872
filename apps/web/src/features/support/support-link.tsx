import { useTranslator } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Icon } from '@glasshouse/ui';
import { Headset } from '@glasshouse/ui/icon/icons';
import { useEffect } from 'react';
import { keepVisit } from './chat-store.ts';
import { visitorToken } from './support-call.ts';
import styles from './support-link.module.css';
import { useUnreadSupport } from './use-unread.ts';

/** Support in a window of its own, with a dot while something there is unread. */
export function SupportLink() {
  const { t, language } = useTranslator();
  const session = useSession();
  const unread = useUnreadSupport();
  const isVisitorKnown = session !== undefined && visitorToken() !== undefined;
  useEffect(() => {
    if (isVisitorKnown) void keepVisit();
  }, [isVisitorKnown]);
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
