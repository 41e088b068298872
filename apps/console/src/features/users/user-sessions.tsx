import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Button, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { call, fetchCall } from '../../api/client.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';

/** Where the person is signed in. */
export function UserSessions({ id }: { id: string }) {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const query = useQuery({
    queryKey: ['listUserSessions', id],
    queryFn: ({ signal }) => fetchCall('listUserSessions', { params: { id }, signal }),
  });
  const end = (session: number | undefined): Decision => ({
    kind: 'reject',
    label: t(session === undefined ? 'records:users.endAll' : 'records:users.endSession'),
    title: t(session === undefined ? 'records:users.endAll' : 'records:users.endSession'),
    usual: [t('console:usual.lostDevice')],
    isUndoable: false,
    stepUp: false,
    done: t('records:users.ended'),
    send: async ({ reason, idempotencyKey }) => {
      const body = { reason, ...(session !== undefined && { session }) };
      const answer = await call('revokeUserSessions', { params: { id }, body, idempotencyKey });
      return answer.ok ? { ...answer, result: {} } : answer;
    },
  });
  const decision = useDecision(end, () => void query.refetch());
  const mayEnd = may('users.sessions');
  return (
    <Stack gap={3}>
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <PlainTable
        caption={t('records:col.sessions')}
        rows={query.data}
        rowKey={(row) => String(row.id)}
        columns={[
          { id: 'device', header: t('records:col.device'), lead: true, cell: (row) => row.device },
          { id: 'address', header: t('records:col.address'), cell: (row) => <bdi dir="ltr">{row.address}</bdi> },
          { id: 'since', header: t('records:col.since'), cell: (row) => format.dateTime(row.createdAt) },
          { id: 'seen', header: t('records:col.seen'), cell: (row) => format.dateTime(row.lastSeenAt) },
          ...(mayEnd
            ? [
                {
                  id: 'end',
                  header: t('records:users.endSession'),
                  hideHeader: true,
                  align: 'end' as const,
                  cell: (row: { readonly id: number }) => (
                    <Button size="s" onClick={() => decision.ask(row.id)}>
                      {t('records:users.endSession')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {mayEnd && 0 < (query.data?.length ?? 0) && (
        <Button onClick={() => decision.ask(undefined)}>{t('records:users.endAll')}</Button>
      )}
      {decision.dialog}
    </Stack>
  );
}
