import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { EmptyState, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../../api/client.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';
import { Part } from '../part.tsx';
import styles from './security.module.css';

const PAGE = 5;

/** Who of the operator looked at what: each look is in the log before anything is shown. */
export function DataViews() {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const pages = useInfiniteQuery({
    queryKey: privateKey('dataViews', book),
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listDataViews', {
        query: { limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const list = loadable(pages, ({ pages: [first] }) => first?.items.length === 0);
  return (
    <Part id="views" title={t('security:views.title')} note={t('security:views.text')}>
      {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
      {list.state === 'loading' && <SkeletonBlock height="0.48rem" />}
      {list.state === 'empty' && <EmptyState compact title={t('security:views.empty')} />}
      {list.state === 'ready' && (
        <Stack gap={3}>
          <ul>
            {list.value.pages.flatMap(({ items }) =>
              items.map(({ id, kind, operator, at }) => (
                <li key={id} className={styles.row}>
                  <div className={styles.words}>
                    <span className={styles.name}>{t(`security:views.kind.${kind}`)}</span>
                    <span className={styles.note}>{t('security:views.by', { number: operator })}</span>
                  </div>
                  <time dateTime={at} className={styles.note}>
                    {format.dateTime(at)}
                  </time>
                </li>
              )),
            )}
          </ul>
          <ShowMore pages={pages} />
        </Stack>
      )}
    </Part>
  );
}
