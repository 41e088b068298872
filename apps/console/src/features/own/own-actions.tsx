import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { EmptyState, SkeletonText } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { useActionWords } from '../../parts/records/action-words.ts';
import { Panel } from '../../parts/records/evidence.tsx';
import styles from './security-page.module.css';

const SHOWN = 20;

/** What the log says one did; something unknown here is a reason to change the password. */
export function OwnActions() {
  const t = useT();
  const format = useFormat();
  const { nameOf, subjectOf } = useActionWords();
  const query = useQuery({
    queryKey: ['listOwnActions'],
    queryFn: ({ signal }) => fetchCall('listOwnActions', { query: { limit: SHOWN }, signal }),
  });
  return (
    <Panel level={2} title={t('console:own.actions')}>
      {query.isPending && <SkeletonText lines={3} />}
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {query.data?.items.length === 0 && <EmptyState compact title={t('console:own.none')} />}
      <ul>
        {query.data?.items.map((action) => (
          <li key={action.seq} className={styles.row}>
            <span>
              {nameOf(action.type)} · {subjectOf(action.subject)}
              <br />
              <span className={styles.quiet}>
                <bdi>{action.reason}</bdi>
              </span>
            </span>
            <span className={styles.quiet}>{format.dateTime(action.at)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
