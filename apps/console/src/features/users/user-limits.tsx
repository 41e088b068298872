import { LIMIT_WINDOWS } from '@glasshouse/api/kyc-limits';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';

/** The step of the deposit's timeline that led to the state. */
const STEP_OF = {
  held: 'overLimit',
  vanished: 'frozen',
  returning: 'returning',
  released: 'limitReleased',
  returned: 'returned',
  reversed: 'vanished',
} as const;

type Limits = OperatorResultOf<'getUserIdentityLimits'>;

/** What the person's level of identity allows on the real book, and what is used of it. */
export function UserLimits({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['getUserIdentityLimits', id],
    queryFn: ({ signal }) => fetchCall('getUserIdentityLimits', { params: { id }, signal }),
  });
  const { data } = query;
  return (
    <>
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {(data?.levels ?? []).map((step) => (
        <Level key={step.level} step={step} limits={data as Limits} />
      ))}
      {data !== undefined && 0 < data.held.length && <HeldWithdrawals held={data.held} />}
    </>
  );
}

function Level({ step, limits }: { step: Limits['levels'][number]; limits: Limits }) {
  const t = useT();
  const format = useFormat();
  const name = step.level === 'none' ? t('kyc:limits.level.none') : t(`kyc:level.${step.level}`);
  const isOwn = step.level === limits.level;
  const usageOf = (kind: string) => (isOwn ? limits.usage.find((line) => line.kind === kind) : undefined);
  const figure = (amount: string) => format.number(amount, { min: 0, max: 2 });
  return (
    <PlainTable
      caption={isOwn ? `${name} · ${t('kyc:limits.yours')}` : name}
      rows={step.limits}
      rowKey={(row) => row.kind}
      columns={[
        { id: 'kind', header: name, lead: true, cell: (row) => t(`kyc:limits.kind.${row.kind}`) },
        ...LIMIT_WINDOWS.map((window) => ({
          id: window,
          header: t(`kyc:limits.window.${window}`),
          align: 'end' as const,
          cell: (row: Limits['levels'][number]['limits'][number]) => {
            const limit = row[window];
            const used = usageOf(row.kind)?.[window];
            const shown = limit === null ? t('kyc:limits.unlimited') : figure(limit);
            return used === undefined || !/[1-9]/.test(used)
              ? shown
              : `${shown} (${t('kyc:limits.used', { used: figure(used) })})`;
          },
        })),
        {
          id: 'left',
          header: t('records:users.limitLeft'),
          align: 'end',
          cell: (row) => {
            const left = usageOf(row.kind)?.left;
            return left == null ? '–' : figure(left);
          },
        },
      ]}
    />
  );
}

function HeldWithdrawals({ held }: { held: Limits['held'] }) {
  const t = useT();
  const format = useFormat();
  return (
    <PlainTable
      caption={t('wallet:deposit.heldOverLimit')}
      rows={held}
      rowKey={(row) => String(row.deposit)}
      columns={[
        { id: 'deposit', header: t('records:col.number'), lead: true, cell: (row) => row.deposit },
        {
          id: 'amount',
          header: t('records:col.amount'),
          align: 'end',
          cell: (row) => format.money(row.amount, row.symbol),
        },
        { id: 'state', header: t('common:word.state'), cell: (row) => t(`wallet:deposit.step.${STEP_OF[row.state]}`) },
        { id: 'since', header: t('records:col.created'), align: 'end', cell: (row) => format.dateTime(row.since) },
      ]}
    />
  );
}
