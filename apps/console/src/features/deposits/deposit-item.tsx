import { AmountField, Badge, Banner, TextField } from '@glasshouse/ui';
import { failureOf } from '@glasshouse/web/api/failure';
import { useT } from '@glasshouse/web/i18n/language';
import { useFormat } from '@glasshouse/web/shared/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { Deadline } from '../../queue/deadline.tsx';
import type { Decision } from '../../queue/decision.ts';
import { ItemFrame } from '../../queue/item-frame.tsx';
import { Evidence } from '../../shared/evidence.tsx';
import { DEPOSIT_REASONS, pickedReason, useReviewReasons } from '../../shared/review-reasons.ts';
import { StateBadge } from '../../shared/state-badge.tsx';
import type { DepositCase } from './deposit-case.ts';
import { DepositEvidence } from './deposit-evidence.tsx';

/** Of any asset. */
const DECIMALS_MAX = 18;
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
      title={found ? format.money(found.deposit.amount, found.deposit.currency ?? found.deposit.symbol) : `#${id}`}
      sub={
        found && (
          <>
            <StateBadge state={found.item.state} />
            <span>{t('console:deposits.title', { id })}</span>
            <span>{found.item.network ?? t('console:method.bank')}</span>
            {found.item.simulated && <Badge tone="warning">{t('console:deposits.simulated')}</Badge>}
            <Deadline dueAt={found.item.dueAt} />
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
  const [arrived, setArrived] = useState('');
  const [typed, setHash] = useState<string>();
  if (found === undefined) return {};
  const { deposit, transfer } = found;
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
  if (!OPEN_STATES.includes(found.item.state)) return {};

  const hash = typed ?? deposit.txHash ?? '';
  const isBank = deposit.method === 'bank';
  const asset = isBank ? (deposit.currency ?? deposit.symbol) : deposit.symbol;
  const amount = transfer?.amount ?? (Number(arrived) > 0 ? arrived : undefined);
  const approve: Decision = {
    kind: 'approve',
    label:
      amount === undefined
        ? t('console:deposits.credit')
        : t('console:deposits.creditAmount', { amount: format.money(amount, asset) }),
    title: t('console:deposits.creditTitle'),
    text: transfer === null ? t('console:deposits.creditFound') : t('console:deposits.creditChain'),
    usual: [t('console:usual.transferMatches'), t('console:usual.checked')],
    fields:
      transfer === null ? (
        <>
          <AmountField
            label={t('console:deposits.arrived')}
            asset={asset}
            decimals={DECIMALS_MAX}
            value={arrived}
            onChange={setArrived}
          />
          <TextField
            label={t(isBank ? 'console:deposits.reference' : 'console:deposits.hash')}
            value={hash}
            maxLength={128}
            dir="ltr"
            onChange={(event) => setHash(event.currentTarget.value)}
          />
        </>
      ) : undefined,
    problem: amount === undefined ? t('console:deposits.enterArrived') : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('console:deposits.credited', { id }),
    send: ({ reason, idempotencyKey }) =>
      call('reviewDeposit', {
        params: { id },
        body: {
          decision: 'approve',
          reason,
          ...(transfer === null && { arrived }),
          ...(transfer === null && hash.trim() !== '' && { hash: hash.trim() }),
        },
        idempotencyKey,
      }),
  };
  const reject: Decision = {
    kind: 'reject',
    label: t('console:action.reject'),
    title: t('console:deposits.rejectTitle'),
    text: t('console:deposits.rejectText'),
    usual: [],
    codes,
    hasNote: true,
    isUndoable: true,
    stepUp: true,
    done: t('console:deposits.rejected', { id }),
    send: ({ reason, code, note, idempotencyKey }) =>
      call('reviewDeposit', {
        params: { id },
        body: {
          decision: 'reject',
          rejection: pickedReason(DEPOSIT_REASONS, code),
          reason,
          ...(note !== undefined && { note }),
        },
        idempotencyKey,
      }),
  };
  return { approve, reject };
}
