import { Blocks } from '@glasshouse/app/content/blocks.tsx';
import { writtenIn } from '@glasshouse/app/content/written-in';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { BottomSheet, EmptyState, IconButton, Section, Stack } from '@glasshouse/ui';
import { Megaphone } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import styles from './notifications.module.css';

const OPENED = 'announcementOpened';
const REREAD_MS = 300_000;

/** Announcements of the operator; a red dot until the newest has been opened here once. */
export function Announcements() {
  const t = useT();
  const format = useFormat();
  const { language } = useTranslator();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(() => readStored(OPENED));
  const { data = [] } = useQuery({
    queryKey: ['announcements', language],
    queryFn: ({ signal }) => fetchResult('listAnnouncements', { query: { lang: language }, signal }),
    refetchInterval: REREAD_MS,
  });
  // Times of the server: one that is withdrawn does not make an older one new again.
  const newest = data[0]?.publishedAt;
  const isNew = newest !== undefined && (opened ?? '') < newest;
  const show = (): void => {
    setOpen(true);
    if (!isNew) return;
    setOpened(newest);
    writeStored(OPENED, newest);
  };
  return (
    <span className={styles.bell}>
      <IconButton icon={Megaphone} label={t(isNew ? 'help:announcementsNew' : 'help:announcements')} onClick={show} />
      {isNew && <span aria-hidden="true" className={styles.mark} />}
      <BottomSheet
        open={open}
        onClose={() => setOpen(false)}
        width="s"
        title={t('help:announcements')}
        closeLabel={t('common:action.close')}
      >
        {data.length === 0 && <EmptyState compact title={t('help:noAnnouncements')} />}
        <Stack gap={5}>
          {data.map(({ id, title, blocks, publishedAt, lang }) => (
            <Section
              key={id}
              title={<span {...writtenIn(lang, language)}>{title}</span>}
              note={format.date(publishedAt)}
            >
              <Blocks blocks={blocks} {...writtenIn(lang, language)} />
            </Section>
          ))}
        </Stack>
      </BottomSheet>
    </span>
  );
}
