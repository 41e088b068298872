import { Dialog, EmptyState, IconButton } from '@glasshouse/ui';
import { Bell, Megaphone } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/queries.ts';
import { useTranslator } from '../../i18n/language.ts';
import { readStored, writeStored } from '../../session/storage.ts';
import { useFormat } from '../../shared/format.ts';
import styles from './announcements.module.css';

const SEEN_KEY = 'announcementOpened';
const FRESH_MS = 10 * 60_000;

/** The bell. Its dot stays until the newest announcement has been opened once on this browser. */
export function Announcements() {
  const { t, language } = useTranslator();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState(() => Number(readStored(SEEN_KEY) ?? '0'));
  const { data } = useQuery({
    queryKey: ['announcements', language],
    queryFn: ({ signal }) => fetchResult('listAnnouncement', { query: { lang: language }, signal }),
    staleTime: FRESH_MS,
  });
  const items = data ?? [];
  const newest = items.reduce((latest, item) => Math.max(latest, item.id), 0);
  const unread = seen < newest;

  const show = () => {
    setOpen(true);
    setSeen(newest);
    writeStored(SEEN_KEY, String(newest));
  };
  return (
    <>
      <IconButton
        icon={Bell}
        label={t(unread ? 'shell:tool.announcementsUnread' : 'shell:tool.announcements')}
        dot={unread}
        onClick={show}
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('shell:tool.announcements')}
        closeLabel={t('common:action.close')}
      >
        {items.length === 0 ? (
          <EmptyState compact icon={Megaphone} title={t('shell:tool.noAnnouncements')} />
        ) : (
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id} className={styles.item}>
                <time dateTime={item.publishedAt} className={styles.time}>
                  {format.date(item.publishedAt)}
                </time>
                <p>{item.content}</p>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  );
}
