import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { cx, EmptyState, SkeletonBlock, Stack } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import styles from './notifications.module.css';
import { type Notification, useNotifications, useReadNotifications } from './use-notifications.ts';

interface NotificationListProps {
  readonly onlyUnread?: boolean;
  /** Called when a notification is opened. */
  readonly onFollow?: () => void;
}

/** Notifications, newest first. Opening one marks it as read. */
export function NotificationList({ onlyUnread = false, onFollow }: NotificationListProps) {
  const t = useT();
  const query = useNotifications(onlyUnread);
  const list = loadable(query, ({ pages }) => pages.every(({ items }) => items.length === 0));
  const { read, failure } = useReadNotifications();
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'loading') return <SkeletonBlock height="1.6rem" />;
  if (list.state === 'empty') {
    return (
      <EmptyState compact title={t(onlyUnread ? 'notices:nothingUnread' : 'notices:empty')}>
        {onlyUnread ? undefined : t('notices:emptyText')}
      </EmptyState>
    );
  }
  return (
    <Stack gap={3}>
      {failure && <FailureNote failure={failure} />}
      <ul>
        {list.value.pages
          .flatMap(({ items }) => items)
          .map((item) => (
            <Item
              key={item.id}
              item={item}
              onFollow={() => {
                if (!item.read) void read([item.id]);
                onFollow?.();
              }}
            />
          ))}
      </ul>
      <ShowMore pages={query} />
    </Stack>
  );
}

function Item({ item, onFollow }: { item: Notification; onFollow: () => void }) {
  const t = useT();
  const format = useFormat();
  const content = (
    <>
      <span className={styles.head}>
        <bdi className={styles.title}>{item.title}</bdi>
        {!item.read && <span className={styles.dot} role="img" aria-label={t('notices:isUnread')} />}
      </span>
      <bdi>{item.content}</bdi>
      <time className={styles.time} dateTime={item.at} title={format.dateTime(item.at)}>
        {format.relative(item.at, serverNow())}
      </time>
    </>
  );
  return (
    <li className={cx(styles.item, !item.read && styles.unread)}>
      {item.link === null ? (
        <div className={styles.words}>{content}</div>
      ) : (
        <Link href={item.link} className={cx(styles.words, styles.link)} onClick={onFollow}>
          {content}
        </Link>
      )}
    </li>
  );
}
