import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge, Banner, Stack } from '@glasshouse/ui';
import { Person } from '../../parts/people/person.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { ItemFrame } from '../../queue/item-frame.tsx';
import { useLoggedCase } from '../../queue/use-logged-case.tsx';
import { LoanEvidence } from './loan-evidence.tsx';
import { LoanState } from './loan-state.tsx';
import { useLoanDecisions } from './use-loan-decisions.tsx';

/** One loan with everything that decides it. */
export function LoanItem({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const { found, request, ...state } = useLoggedCase('getLoanCase', id);
  const decisions = useLoanDecisions(id, found);
  return (
    <ItemFrame
      isAmount
      label={
        found && (
          <>
            <span>{t('loans:console.title', { id })}</span>
            <time dateTime={found.item.createdAt}>{format.dateTime(found.item.createdAt)}</time>
            {found.item.state === 'pending' && <Deadline dueAt={found.item.dueAt} />}
          </>
        )
      }
      twoPersons={
        found?.item.state === 'pending' && found.item.needsSecondPerson ? t('console:decision.twoPersons') : undefined
      }
      title={found ? format.money(found.item.amount, 'USDT') : `#${id}`}
      sub={
        found && (
          <>
            <Person person={found.item.user} />
            <LoanState state={found.item.state} />
            {found.item.state === 'expired' && (
              <Badge tone="danger">{t('loans:console.daysOverdue', { count: found.item.daysOverdue })}</Badge>
            )}
          </>
        )
      }
      {...state}
      claims={found === undefined || found.item.state === 'pending'}
      {...decisions}
      more={request}
    >
      {found && (
        <Stack gap={4}>
          {found.item.request !== null && <Banner kind="info">{t('console:withdrawals.waitsText')}</Banner>}
          {found.item.warnedAt !== null && (
            <Banner kind="warning">
              {t('loans:step.warned')} · {format.dateTime(found.item.warnedAt)}
            </Banner>
          )}
          <LoanEvidence found={found} />
        </Stack>
      )}
    </ItemFrame>
  );
}
