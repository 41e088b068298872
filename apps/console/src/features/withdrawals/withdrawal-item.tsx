import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Banner } from '@glasshouse/ui';
import { Person } from '../../parts/people/person.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { ItemFrame } from '../../queue/item-frame.tsx';
import { useLoggedCase } from '../../queue/use-logged-case.tsx';
import { RiskSheet } from './risk-sheet.tsx';
import { shownAmount } from './shown-amount.ts';
import { useWithdrawalDecisions } from './use-withdrawal-decisions.tsx';

/** One withdrawal: the risk sheet is what the reviewer reads; the decisions follow its state. */
export function WithdrawalItem({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const { found, request, ...state } = useLoggedCase('getWithdrawalCase', id);
  const decisions = useWithdrawalDecisions(id, found);
  return (
    <ItemFrame
      isAmount
      label={
        found && (
          <>
            <span>{t('console:withdrawals.title', { id })}</span>
            <time dateTime={found.item.createdAt}>{format.dateTime(found.item.createdAt)}</time>
            <Deadline dueAt={found.item.dueAt} />
          </>
        )
      }
      twoPersons={
        found?.item.state === 'pending' &&
        found.item.needsSecondPerson && (
          <>
            {0 < found.item.limits.length && (
              <span>{found.item.limits.map((limit) => t(`records:payments.limit.${limit}`)).join(' · ')}</span>
            )}
            <span>{t('console:decision.twoPersons')}</span>
          </>
        )
      }
      title={found ? shownAmount(format, found.item) : `#${id}`}
      sub={
        found && (
          <>
            <Person person={found.item.user} />
            <span>{found.item.network ?? t('console:method.bank')}</span>
            <StateBadge state={found.item.state} />
          </>
        )
      }
      {...state}
      {...decisions}
      more={
        request ??
        (found?.item.batch == null ? undefined : (
          <LinkButton size="l" href={`/payouts/${found.item.batch}`}>
            {t('console:payouts.batch', { id: found.item.batch })}
          </LinkButton>
        ))
      }
    >
      {found && (
        <>
          {found.item.request !== null && <Banner kind="info">{t('console:withdrawals.waitsText')}</Banner>}
          {found.item.trouble !== null && (
            <Banner kind="danger">{t(`records:payments.${found.item.trouble}Text`)}</Banner>
          )}
          <RiskSheet found={found} />
        </>
      )}
    </ItemFrame>
  );
}
