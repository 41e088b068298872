import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Badge, Banner } from '@glasshouse/ui';
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
      title={found ? shownAmount(format, found.item) : `#${id}`}
      sub={
        found && (
          <>
            <StateBadge state={found.item.state} />
            <span>{t('console:withdrawals.title', { id })}</span>
            <span>{found.item.network ?? t('console:method.bank')}</span>
            {found.item.needsSecondPerson && <Badge tone="warning">{t('console:withdrawals.twoPersons')}</Badge>}
            <Deadline dueAt={found.item.dueAt} />
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
          {0 < found.item.limits.length && (
            <Banner kind="warning">
              {found.item.limits.map((limit) => t(`records:payments.limit.${limit}`)).join(' · ')}
            </Banner>
          )}
          {found.item.trouble !== null && (
            <Banner kind="danger">{t(`records:payments.${found.item.trouble}Text`)}</Banner>
          )}
          <RiskSheet found={found} />
        </>
      )}
    </ItemFrame>
  );
}
