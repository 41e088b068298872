import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Button, EmptyState, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../../api/client.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';
import { Part } from '../part.tsx';
import styles from './security.module.css';

/** Enough to notice what is new. */
const FIRST_SHOWN = 4;

/** Every change of what protects the account, so that its owner notices a stranger's. */
export function SecurityHistory() {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('credentialChanges', book),
    queryFn: ({ signal }) => fetchResult('listCredentialChanges', { signal }),
  });
  const [all, setAll] = useState(false);
  const list = loadable(query, (changes) => changes.length === 0);
  return (
    <Part title={t('security:history.title')} note={t('security:history.text')}>
      {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
      {list.state === 'loading' && <SkeletonBlock height="0.48rem" />}
      {list.state === 'empty' && <EmptyState compact title={t('security:history.empty')} />}
      {list.state === 'ready' && (
        <Stack gap={3}>
          <ul>
            {list.value.slice(0, all ? undefined : FIRST_SHOWN).map(({ kind, at, blocks }) => (
              <li key={`${at} ${kind}`} className={styles.row}>
                <div className={styles.words}>
                  <span className={styles.name}>{t(`security:history.kind.${kind}`)}</span>
                  {blocks && <span className={styles.note}>{t('security:history.blocks')}</span>}
                </div>
                <time dateTime={at} className={styles.note}>
                  {format.dateTime(at)}
                </time>
              </li>
            ))}
          </ul>
          {!all && FIRST_SHOWN < list.value.length && (
            <div>
              <Button onClick={() => setAll(true)}>{t('common:action.showMore')}</Button>
            </div>
          )}
        </Stack>
      )}
    </Part>
  );
}
