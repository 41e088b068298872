import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Banner } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { call, fetchCall } from '../../api/client.ts';
import { Person } from '../../parts/people/person.tsx';
import { DEPOSIT_REASONS, pickedReason, useReviewReasons } from '../../parts/people/review-reasons.ts';
import { Evidence } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import type { Decision } from '../../queue/decision.ts';
import { ItemFrame } from '../../queue/item-frame.tsx';
import type { DepositCase } from './deposit-case.ts';
import { DepositEvidence } from './deposit-evidence.tsx';
import { DepositWarnings } from './deposit-warnings.tsx';
import { shownAmount } from './shown-amount.ts';
import { useFinding } from './use-finding.tsx';
import { useHeldDecisions } from './use-held-decisions.tsx';
import { useReturnDecisions } from './use-return-decisions.tsx';

const OPEN_STATES: readonly string[] = ['pending', 'reviewing'];

/** One deposit: what was reported, what the chain says, whose it is. */
export function DepositItem({ id }: { id: number }) {
  const query = useQuery({
    queryKey: ['getDepositCase', id],
    queryFn: ({ signal }) => fetchCall('getDepositCase', { params: { id }, signal }),
    // Every reading is logged and seen by the person.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const found = query.data;
  const t = useT();
  const format = useFormat();
  const { approve, reject } = useDepositDecisions(id, found);
  return (
    <ItemFrame
      isAmount
      label={
        found && (
          <>
            <span>{t('console:deposits.title', { id })}</span>
            <time dateTime={found.item.createdAt}>{format.dateTime(found.item.createdAt)}</time>
            <Deadline dueAt={found.item.dueAt} />
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
            {found.item.simulated && <Badge tone="warning">{t('console:deposits.simulated')}</Badge>}
          </>
        )
      }
      isLoading={found === undefined}
      failure={found === undefined && query.error !== null ? failureOf(query.error) : undefined}
      retry={() => void query.refetch()}
      approve={approve}
      reject={reject}
    >
      {found && (
        <Evidence>
          {isFrozen(found) && (
            <Banner kind="danger">
              {t('console:deposits.vanished', { amount: format.money(found.deposit.frozen, found.deposit.symbol) })}
            </Banner>
          )}
          {found.deposit.held?.state === 'held' && (
            <Banner kind="warning">
              {t('records:deposits.held', { amount: format.money(found.deposit.held.amount, found.deposit.symbol) })}
            </Banner>
          )}
          {found.deposit.held?.state === 'returning' && (
            <Banner kind="info">
              {t('records:deposits.heldReturning', {
                amount: format.money(found.deposit.held.amount, found.deposit.symbol),
              })}
            </Banner>
          )}
          <DepositWarnings found={found} />
          <DepositEvidence found={found} />
        </Evidence>
      )}
    </ItemFrame>
  );
}

const isFrozen = ({ deposit }: DepositCase): boolean => Number(deposit.frozen) > 0;

/** Which two decisions are open: credit or reject; for a vanished credit, release or take back. */
function useDepositDecisions(
  id: number,
  found: DepositCase | undefined,
): { approve?: Decision | undefined; reject?: Decision | undefined } {
  const t = useT();
  const format = useFormat();
  const codes = useReviewReasons(DEPOSIT_REASONS);
  const typed = useFinding(found);
  const held = useHeldDecisions(id, found);
  const goingBack = useReturnDecisions(id, found);
  if (found === undefined) return {};
  const { deposit, transfer } = found;
  const isBank = deposit.method === 'bank';
  const resolve = (outcome: 'release' | 'reverse'): Decision => ({
    kind: outcome === 'release' ? 'approve' : 'reject',
    label: t(`console:deposits.${outcome}`),
    title: t(`console:deposits.${outcome}Title`),
    text: t('console:decision.twoPersons'),
    usual: [t('console:usual.checked')],
    isUndoable: false,
    stepUp: true,
    done: t('console:decision.done'),
    send: ({ reason, idempotencyKey }) =>
      call('resolveDeposit', { params: { id }, body: { outcome, reason }, idempotencyKey }),
  });
  if (isFrozen(found)) return { approve: resolve('release'), reject: resolve('reverse') };
  if (held !== undefined) return held;
  if (goingBack !== undefined) return goingBack;
  if (!OPEN_STATES.includes(found.item.state)) return {};

  const asset = isBank ? (deposit.currency ?? deposit.symbol) : deposit.symbol;
  const amount = transfer?.amount ?? typed.amount;
  const canReturn = isBank && transfer === null;
  const approve: Decision = {
    kind: 'approve',
    label:
      amount === undefined
        ? t('console:deposits.credit')
        : t('console:deposits.creditAmount', { amount: format.money(amount, asset) }),
    title: t('console:deposits.creditTitle'),
    text: transfer === null ? t('console:deposits.creditFound') : t('console:deposits.creditChain'),
    fields: transfer === null ? typed.fields : undefined,
    problem: transfer === null ? typed.problem : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('console:deposits.credited', { id }),
    send: async ({ reason, idempotencyKey }) =>
      typed.read(
        await call('reviewDeposit', {
          params: { id },
          body: { decision: 'approve', reason, ...(transfer === null && typed.body) },
          idempotencyKey: typed.keyOf(idempotencyKey),
        }),
      ),
  };
  const reject: Decision = {
    kind: 'reject',
    label: t('console:action.reject'),
    title: t('console:deposits.rejectTitle'),
    text: t(canReturn ? 'console:deposits.returnHint' : 'console:deposits.rejectText'),
    usual: [],
    codes,
    fields: canReturn ? typed.fields : undefined,
    hasNote: true,
    isUndoable: !canReturn,
    stepUp: true,
    done: t('console:deposits.rejected', { id }),
    send: async ({ reason, code, note, idempotencyKey }) => {
      const rejection = pickedReason(DEPOSIT_REASONS, code);
      const explanation = { reason, ...(note !== undefined && { note }) };
      const goesBack = canReturn && rejection === 'thirdParty';
      return typed.read(
        await call('reviewDeposit', {
          params: { id },
          body: goesBack
            ? { decision: 'return', ...explanation, ...typed.body }
            : { decision: 'reject', rejection, ...explanation },
          idempotencyKey: typed.keyOf(idempotencyKey),
        }),
      );
    },
  };
  return { approve, reject };
}
