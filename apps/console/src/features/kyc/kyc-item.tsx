import type { KycPart, KycReason } from '@glasshouse/api/schemas/kyc';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Banner } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { Person } from '../../parts/people/person.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import type { Decision } from '../../queue/decision.ts';
import { ItemFrame } from '../../queue/item-frame.tsx';
import { CaseFacts } from './case-facts.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { FormParts } from './form-parts.tsx';
import styles from './kyc-item.module.css';
import { type Refusals, reasonsFor, WHOLE_REASONS } from './refusals.ts';

/** Tickets for the images last five minutes; the case is read again before that. */
const READ_AGAIN_MS = 4 * 60_000;

/** What a person says they are beside what their documents show. */
export function KycItem({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const [refused, setRefused] = useState<Refusals>({});
  const query = useQuery({
    queryKey: ['getKycCase', id],
    queryFn: ({ signal }) => fetchCall('getKycCase', { params: { id }, signal }),
    // Every reading is logged and seen by the person: only as often as the tickets need.
    staleTime: READ_AGAIN_MS,
    refetchOnWindowFocus: false,
  });
  const found = query.data;
  const parts = Object.keys(refused) as KycPart[];
  const list = parts.map((part) => ({ part, reason: refused[part] ?? ('other' as const) }));

  const approve: Decision = {
    kind: 'approve',
    label: t('console:kyc.verify'),
    title: t('console:kyc.verifyTitle'),
    text: t('console:kyc.verifyText'),
    isUndoable: true,
    stepUp: false,
    done: t('console:kyc.verified', { id: found?.userId ?? '' }),
    send: ({ reason, idempotencyKey }) =>
      call('reviewKyc', { params: { id }, body: { decision: 'verify', reason }, idempotencyKey }),
  };
  const offered = parts.length === 0 ? WHOLE_REASONS : reasonsFor(list.map(({ reason }) => reason));
  const reject: Decision = {
    kind: 'reject',
    label: t('console:kyc.refuse'),
    title: t('console:kyc.refuseTitle'),
    text:
      parts.length === 0
        ? t('console:kyc.refuseAll')
        : t('console:kyc.refuseParts', { parts: format.list(parts.map((part) => t(`console:kyc.part.${part}`))) }),
    usual: [],
    codes: offered.map((value) => ({ value, label: t(`console:kyc.reason.${value}`) })),
    hasNote: true,
    isUndoable: true,
    stepUp: false,
    done: t('console:kyc.refused', { id: found?.userId ?? '' }),
    send: ({ reason, code, note, idempotencyKey }) =>
      call('reviewKyc', {
        params: { id },
        body: {
          decision: 'refuse',
          code: (code ?? 'other') as KycReason,
          ...(0 < list.length && { refused: list }),
          ...(note !== undefined && { note }),
          reason,
        },
        idempotencyKey,
      }),
  };
  const withdraw: Decision = {
    kind: 'reject',
    label: t('console:kyc.withdraw'),
    title: t('console:kyc.withdrawTitle'),
    text: t('console:kyc.withdrawText'),
    usual: [],
    codes: WHOLE_REASONS.map((value) => ({ value, label: t(`console:kyc.reason.${value}`) })),
    hasNote: found?.form !== null,
    isUndoable: false,
    stepUp: true,
    done: t('console:kyc.withdrawn'),
    send: ({ reason, code, note, idempotencyKey }) =>
      call('withdrawVerification', {
        params: { id },
        body: { code: (code ?? 'other') as KycReason, ...(note !== undefined && { note }), reason },
        idempotencyKey,
      }),
  };
  const isVerified = found?.state === 'verified' && found.withdrawn === null;
  const isPending = found?.state === 'pending';
  const setPart = (part: KycPart, reason: KycReason | undefined) =>
    setRefused(({ [part]: _before, ...rest }) => (reason === undefined ? rest : { ...rest, [part]: reason }));
  return (
    <ItemFrame
      label={
        found && (
          <>
            <span>{t('console:kyc.title', { id })}</span>
            <time dateTime={found.submittedAt}>{format.dateTime(found.submittedAt)}</time>
            {isPending && <Deadline dueAt={found.reviewBy} />}
          </>
        )
      }
      title={found ? <Person person={{ id: found.userId }} /> : t('console:kyc.title', { id })}
      sub={
        found && (
          <>
            <StateBadge state={found.withdrawn === null ? found.state : 'withdrawn'} />
            <span>{t(`console:kyc.level.${found.level}`)}</span>
            {1 < found.attempt && <Badge>{t('console:kyc.attempt', { number: found.attempt })}</Badge>}
          </>
        )
      }
      isLoading={found === undefined}
      failure={found === undefined && query.error !== null ? failureOf(query.error) : undefined}
      retry={() => void query.refetch()}
      approve={isPending && parts.length === 0 ? approve : undefined}
      reject={isPending ? reject : isVerified ? withdraw : undefined}
    >
      {found && (
        <>
          {0 < found.sameDocument.length && (
            <Banner kind="warning">
              {t('console:kyc.sameDocument')}{' '}
              {found.sameDocument.map((person) => (
                <Person key={person} person={{ id: person }} />
              ))}
            </Banner>
          )}
          {found.form === null ? (
            <Banner kind="info">{t('console:kyc.deleted')}</Banner>
          ) : (
            <div className={styles.sides}>
              <FormParts
                form={found.form}
                level={found.level}
                kept={found.attempt === 1 ? undefined : found.kept}
                refused={
                  isPending
                    ? refused
                    : Object.fromEntries(found.refused.map((refusal) => [refusal.part, refusal.reason]))
                }
                onRefuse={isPending ? setPart : undefined}
              />
              {0 < found.files.length && (
                <DocumentViewer
                  files={found.files}
                  kept={found.attempt === 1 ? undefined : found.kept}
                  refused={refused}
                  onRefuse={isPending ? setPart : undefined}
                  onExpired={() => void query.refetch()}
                />
              )}
            </div>
          )}
          <CaseFacts found={found} />
        </>
      )}
    </ItemFrame>
  );
}
