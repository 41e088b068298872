import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type Failure, failureOf } from '@glasshouse/client/failure';
import { Badge, Button, SkeletonText, toasts } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { Panel } from '../../parts/records/evidence.tsx';
import styles from './security-page.module.css';

export function OwnSessions() {
  const t = useT();
  const format = useFormat();
  const [failure, setFailure] = useState<Failure>();
  const query = useQuery({
    queryKey: ['listOwnOperatorSessions'],
    queryFn: ({ signal }) => fetchCall('listOwnOperatorSessions', { signal }),
  });
  const end = async (id: number) => {
    setFailure(undefined);
    const answer = await call('endOwnOperatorSession', { body: { id } });
    if (answer.ok) toasts.show({ title: t('console:session.ended') });
    else setFailure(answer.failure);
    await query.refetch();
  };
  return (
    <Panel level={2} title={t('console:session.own')}>
      {query.isPending && <SkeletonText lines={3} />}
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <ul>
        {query.data?.map((session) => (
          <li key={session.id} className={styles.row}>
            <span>
              {session.device}
              <br />
              <span className={styles.quiet}>
                <bdi dir="ltr">{session.address}</bdi> · {format.dateTime(session.lastSeenAt)}
              </span>
            </span>
            {session.isCurrent ? (
              <Badge tone="success">{t('console:session.current')}</Badge>
            ) : (
              <Button size="s" onClick={() => void end(session.id)}>
                {t('console:session.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && <FailureNote failure={failure} />}
    </Panel>
  );
}
