import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Badge, Button, Section } from '@glasshouse/ui';
import { call, fetchCall } from '../../api/client.ts';
import { Money } from '../../parts/fields/money.tsx';
import { Person } from '../../parts/people/person.tsx';
import { PagesTable, usePages } from '../../parts/records/pages-table.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import styles from './referrals.module.css';

type Invitation = OperatorResultOf<'listInvitations'>['items'][number];
const TONES = { active: 'success', capped: 'neutral', expired: 'neutral', stopped: 'danger' } as const;

interface InviterRecordsProps {
  /** Of one inviter, or of all. */
  readonly inviter: number | undefined;
  readonly onAll: () => void;
  readonly onStopped: () => void;
}

/** Invitations and what was paid for them; an invitation can be stopped. */
export function InviterRecords({ inviter, onAll, onStopped }: InviterRecordsProps) {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const filter = inviter === undefined ? {} : { userId: inviter };
  const invitations = usePages(['listInvitations', inviter], (page, signal) =>
    fetchCall('listInvitations', { query: { ...filter, ...page }, signal }),
  );
  const rewards = usePages(['listPaidRewards', inviter], (page, signal) =>
    fetchCall('listPaidRewards', { query: { ...filter, ...page }, signal }),
  );
  const stop = ({ friend, inviter: by }: Invitation): Decision => ({
    kind: 'reject',
    label: t('records:referrals.stop'),
    title: t('records:referrals.stopTitle', { friend: friend.name, inviter: by.name }),
    text: t('records:referrals.stopText'),
    usual: [t('records:referrals.onePerson'), t('console:usual.unclear')],
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('stopInvitation', { params: { id: friend.id }, body: { reason }, idempotencyKey }),
  });
  const stopping = useDecision(stop, () => {
    void invitations.refetch();
    onStopped();
  });
  const entry = (seq: number) =>
    may('ledger.read') ? (
      <Link href={`/ledger/entries/${seq}`} className={styles.link}>
        {seq}
      </Link>
    ) : (
      seq
    );
  return (
    <>
      <Section
        title={t('records:referrals.invitations')}
        actions={
          inviter !== undefined && (
            <Button size="s" onClick={onAll}>
              {t('records:referrals.ofAll')}
            </Button>
          )
        }
      >
        <PagesTable
          caption={t('records:referrals.invitations')}
          pages={invitations}
          rowKey={({ seq }) => String(seq)}
          empty={t('records:referrals.none')}
          columns={[
            {
              id: 'friend',
              header: t('records:col.friend'),
              lead: true,
              cell: ({ friend, isVerified }) => (
                <>
                  <Person person={friend} />
                  {!isVerified && <span className={styles.quiet}>{t('records:referrals.unverified')}</span>}
                </>
              ),
            },
            { id: 'inviter', header: t('records:col.inviter'), cell: (row) => <Person person={row.inviter} /> },
            {
              id: 'at',
              header: t('records:col.day'),
              cell: ({ linkedAt }) => <span className={styles.day}>{format.date(linkedAt)}</span>,
            },
            {
              id: 'state',
              header: t('common:word.state'),
              cell: ({ state }) => <Badge tone={TONES[state]}>{t(`records:referrals.state.${state}`)}</Badge>,
            },
            {
              id: 'until',
              header: t('records:referrals.until'),
              cell: ({ until }) => <span className={styles.day}>{format.date(until)}</span>,
            },
            {
              id: 'fees',
              header: t('records:referrals.fees'),
              align: 'end',
              cell: ({ fees }) => <Money value={fees} asset="USDT" />,
            },
            {
              id: 'earned',
              header: t('records:referrals.earned'),
              align: 'end',
              cell: ({ earned }) => <Money value={earned} asset="USDT" />,
            },
            {
              id: 'shared',
              header: t('records:col.sameDevices'),
              align: 'end',
              cell: ({ sameDevices }) =>
                sameDevices === 0 ? format.number(0) : <Badge tone="warning">{format.number(sameDevices)}</Badge>,
            },
            { id: 'entry', header: t('records:col.entry'), align: 'end', cell: ({ seq }) => entry(seq) },
            {
              id: 'stop',
              header: t('records:referrals.stop'),
              hideHeader: true,
              align: 'end',
              cell: (row) =>
                row.state === 'active' &&
                may('users.freeze') && (
                  <Button size="s" onClick={() => stopping.ask(row)}>
                    {t('records:referrals.stop')}
                  </Button>
                ),
            },
          ]}
        />
      </Section>
      <Section title={t('records:referrals.rewards')}>
        <PagesTable
          caption={t('records:referrals.rewards')}
          pages={rewards}
          rowKey={({ seq, friend }) => `${seq} ${friend.id}`}
          empty={t('records:referrals.noRewards')}
          columns={[
            { id: 'at', header: t('common:word.time'), lead: true, cell: ({ at }) => format.dateTime(at) },
            { id: 'inviter', header: t('records:col.inviter'), cell: (row) => <Person person={row.inviter} /> },
            { id: 'friend', header: t('records:col.friend'), cell: ({ friend }) => <Person person={friend} /> },
            {
              id: 'fee',
              header: t('common:word.fee'),
              align: 'end',
              cell: ({ fee }) => <Money value={fee} asset="USDT" />,
            },
            {
              id: 'share',
              header: t('records:col.share'),
              align: 'end',
              cell: ({ share, level }) =>
                `${format.percent(share)} · ${t('records:col.level')} ${format.number(level)}`,
            },
            {
              id: 'reward',
              header: t('records:referrals.reward'),
              align: 'end',
              cell: ({ reward }) => <Money value={reward} asset="USDT" />,
            },
            { id: 'entry', header: t('records:col.entry'), align: 'end', cell: ({ seq }) => entry(seq) },
          ]}
        />
      </Section>
      {stopping.dialog}
    </>
  );
}
