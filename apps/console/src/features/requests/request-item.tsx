import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Banner, Button, KeyValue } from '@glasshouse/ui';
import { Undo2 } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { call, fetchCall } from '../../api/client.ts';
import styles from '../../parts/people/person.module.css';
import { Person } from '../../parts/people/person.tsx';
import { useActionWords } from '../../parts/records/action-words.ts';
import { ChangeTable } from '../../parts/records/change-table.tsx';
import { Evidence, Panel } from '../../parts/records/evidence.tsx';
import { unitsOf } from '../../parts/records/money-fields.ts';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import type { Decision } from '../../queue/decision.ts';
import { ItemFrame } from '../../queue/item-frame.tsx';
import { useOpenItem } from '../../queue/queue-context.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import type { OperatorRequest } from './operator-request.ts';
import { PayoutPanel } from './payout-panel.tsx';

/** Where the second person reads what the first one read; undefined for what has no page. */
function pathOf(subject: string): string | undefined {
  const [, kind, id] = /^(withdrawal|deposit) (\d+)$/.exec(subject) ?? [];
  return kind === undefined ? undefined : `/${kind}s?item=${id}`;
}

/** The bank withdrawal that is to be approved; undefined for everything else. */
function payoutOf({ subject, payment }: OperatorRequest): number | undefined {
  const [, id] = /^withdrawal (\d+)$/.exec(subject) ?? [];
  return id === undefined || payment?.currency == null ? undefined : Number(id);
}

/** One request: who asked, what it changes, why; and the second person's word. */
export function RequestItem({ id, known }: { id: number; known: OperatorRequest | undefined }) {
  const t = useT();
  const format = useFormat();
  const { nameOf, detailOf, subjectOf } = useActionWords();
  const item = useOpenItem();
  const may = useMay();
  const query = useQuery({
    queryKey: ['getRequest', id],
    queryFn: ({ signal }) => fetchCall('getRequest', { params: { id }, signal }),
    ...(known !== undefined && { placeholderData: known }),
  });
  const request = query.data;
  const isOpen = request?.state === 'waiting';
  const about = request && pathOf(request.subject);
  const decide = (verdict: 'approve' | 'reject'): Decision['send'] => {
    return ({ reason, idempotencyKey }) =>
      call('decideRequest', { params: { id }, body: { verdict, reason }, idempotencyKey });
  };
  const payout = isOpen && may('withdrawals.read') ? payoutOf(request) : undefined;
  const mayDecide = isOpen && request.mayDecide && !request.isOwn;
  const approve: Decision = {
    kind: 'approve',
    label: t('console:requests.approve'),
    title: t('console:requests.approveTitle'),
    text: t('console:requests.approveText'),
    isUndoable: false,
    stepUp: true,
    done: t('console:requests.approved', { id }),
    send: decide('approve'),
  };
  const reject: Decision = {
    kind: 'reject',
    label: t('console:action.reject'),
    title: t('console:requests.rejectTitle'),
    usual: [t('console:usual.unclear'), t('console:usual.wrongValue'), t('console:usual.notNow')],
    isUndoable: true,
    stepUp: true,
    done: t('console:requests.rejected', { id }),
    send: decide('reject'),
  };
  const takeBack: Decision = {
    kind: 'reject',
    label: t('console:requests.takeBack'),
    title: t('console:requests.takeBackTitle'),
    usual: [t('console:usual.mistake'), t('console:usual.notNeeded')],
    isUndoable: false,
    stepUp: false,
    done: t('console:requests.takenBack', { id }),
    send: ({ reason, idempotencyKey }) => call('withdrawRequest', { params: { id }, body: { reason }, idempotencyKey }),
  };
  const withdrawal = useDecision(() => takeBack, item.onDecided);
  return (
    <ItemFrame
      label={
        request && (
          <>
            <span>{t('console:requests.title', { id })}</span>
            <time dateTime={request.askedAt}>{format.dateTime(request.askedAt)}</time>
            {isOpen && <Deadline dueAt={request.expiresAt} />}
          </>
        )
      }
      twoPersons={isOpen ? t(request.isOwn ? 'console:requests.ownText' : 'console:withdrawals.waitsText') : undefined}
      title={request === undefined ? t('console:requests.title', { id }) : nameOf(request.type)}
      sub={
        request && (
          <>
            <StateBadge state={request.state} />
            <span>{detailOf(request)}</span>
          </>
        )
      }
      isLoading={request === undefined}
      failure={request === undefined && query.error !== null ? failureOf(query.error) : undefined}
      retry={() => void query.refetch()}
      claims={mayDecide === true}
      approve={mayDecide ? approve : undefined}
      reject={mayDecide ? reject : undefined}
      more={
        isOpen && request.isOwn ? (
          <Button size="l" icon={Undo2} onClick={() => withdrawal.ask(undefined)}>
            {t('console:requests.takeBack')}
          </Button>
        ) : undefined
      }
    >
      {request && (
        <Evidence>
          {isOpen && !request.isOwn && !request.mayDecide && (
            <Banner kind="info">{t('console:requests.notYourRole')}</Banner>
          )}
          <Panel wide title={t('console:requests.change')}>
            <ChangeTable before={request.before} after={request.after} unitOf={unitsOf(request)} />
          </Panel>
          {payout !== undefined && <PayoutPanel id={payout} />}
          <Panel title={t('console:requests.asked')}>
            <KeyValue
              rows={[
                { id: 'by', name: t('console:field.operator'), value: request.askedBy.name },
                { id: 'at', name: t('common:word.time'), value: format.dateTime(request.askedAt) },
                { id: 'why', name: t('console:field.reason'), value: <bdi>{request.reason}</bdi> },
                { id: 'type', name: t('console:field.command'), value: nameOf(request.type) },
                ...(request.payment?.address == null
                  ? []
                  : [
                      {
                        id: 'address',
                        name: t('records:col.address'),
                        value: (
                          <bdi dir="ltr" className={styles.address}>
                            {request.payment.address}
                          </bdi>
                        ),
                      },
                    ]),
                ...(about === undefined
                  ? []
                  : [
                      {
                        id: 'about',
                        name: t('console:requests.about'),
                        value: (
                          <Link href={about} className={styles.link}>
                            {request && subjectOf(request.subject)}
                          </Link>
                        ),
                      },
                    ]),
                ...(request.user === null
                  ? []
                  : [{ id: 'user', name: t('console:field.person'), value: <Person person={{ id: request.user }} /> }]),
              ]}
            />
          </Panel>
          {request.decidedBy !== null && (
            <Panel title={t('console:requests.decided')}>
              <KeyValue
                rows={[
                  { id: 'by', name: t('console:field.operator'), value: request.decidedBy.name },
                  {
                    id: 'at',
                    name: t('common:word.time'),
                    value: request.decidedAt === null ? '–' : format.dateTime(request.decidedAt),
                  },
                  { id: 'why', name: t('console:field.reason'), value: <bdi>{request.decisionReason ?? '–'}</bdi> },
                ]}
              />
            </Panel>
          )}
        </Evidence>
      )}
      {withdrawal.dialog}
    </ItemFrame>
  );
}
