import { operatorCallTable } from '@glasshouse/api/operator/call-table';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge, KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { urlOf } from '../../api/client.ts';
import { Person } from '../../parts/people/person.tsx';
import { Picture } from '../../parts/people/picture.tsx';
import { Panel } from '../../parts/records/evidence.tsx';
import { LongText } from '../../parts/records/long-text.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { useMay } from '../../session/session.ts';
import type { DepositCase } from './deposit-case.ts';
import { shownAmount } from './shown-amount.ts';

/** Claim, transfer and person beside each other: what fits is what one looks for. */
export function DepositEvidence({ found }: { found: DepositCase }) {
  const t = useT();
  const format = useFormat();
  // The image is for who decides; others see that there is one.
  const mayReview = useMay()('deposits.review');
  const { item, deposit, transfer } = found;
  const isBank = deposit.method === 'bank';
  const claimedIn = deposit.currency ?? deposit.symbol;
  const differs = transfer !== null && deposit.claimed !== null && Number(transfer.amount) !== Number(deposit.claimed);
  return (
    <>
      <Panel title={t('console:deposits.claim')}>
        <KeyValue
          dense
          rows={[
            {
              id: 'amount',
              name: t('console:deposits.reported'),
              value:
                deposit.claimed === null ? t('console:deposits.notReported') : format.money(deposit.claimed, claimedIn),
              strong: true,
            },
            { id: 'at', name: t('common:word.time'), value: format.dateTime(deposit.createdAt) },
            {
              id: 'hash',
              name: t(isBank ? 'console:deposits.entry' : 'console:deposits.hash'),
              value: <LongText value={deposit.txHash} />,
            },
            ...(isBank
              ? []
              : [{ id: 'to', name: t('console:deposits.to'), value: <LongText value={deposit.address} /> }]),
            ...(deposit.reference === null
              ? []
              : [{ id: 'ref', name: t('console:deposits.reference'), value: <LongText value={deposit.reference} /> }]),
            {
              id: 'proof',
              name: t('console:deposits.proof'),
              value: t(deposit.hasProof ? 'console:yes' : 'console:no'),
            },
          ]}
        />
      </Panel>
      <Panel
        title={t(isBank ? 'console:method.bank' : 'console:deposits.onChain')}
        aside={differs && <Badge tone="warning">{t('console:deposits.differs')}</Badge>}
      >
        {transfer === null ? (
          <p>{t(isBank ? 'console:deposits.noBank' : 'console:deposits.noTransfer')}</p>
        ) : (
          <KeyValue
            dense
            rows={[
              {
                id: 'amount',
                name: t('console:deposits.arrived'),
                value: format.money(transfer.amount, deposit.symbol),
                strong: true,
              },
              {
                id: 'confirmations',
                name: t('console:deposits.confirmations'),
                value: `${transfer.confirmations} / ${transfer.needed}`,
              },
              {
                id: 'hash',
                name: t('console:deposits.hash'),
                value: <LongText value={transfer.txHash} href={transfer.link} />,
              },
              { id: 'from', name: t('console:deposits.from'), value: <LongText value={transfer.sender} /> },
              { id: 'to', name: t('console:deposits.to'), value: <LongText value={transfer.address} /> },
              ...(transfer.block === null
                ? []
                : [{ id: 'block', name: t('console:deposits.block'), value: format.number(transfer.block) }]),
            ]}
          />
        )}
      </Panel>
      {found.finding !== null && <FindingPanel found={found} finding={found.finding} />}
      {deposit.hasProof && mayReview && (
        <Panel wide title={t('console:deposits.proof')}>
          <Picture
            key={deposit.id}
            address={urlOf(operatorCallTable.getDepositProof.path, { params: { id: deposit.id } })}
            label={t('console:deposits.proof')}
          />
        </Panel>
      )}
      <Panel title={t('console:field.person')}>
        <KeyValue
          dense
          rows={[
            { id: 'who', name: t('console:field.name'), value: <Person person={item.user} /> },
            ...(isBank
              ? [
                  {
                    id: 'verified',
                    name: t('console:deposits.verifiedName'),
                    value: found.verifiedName ?? t('console:deposits.notVerified'),
                    strong: true,
                  },
                ]
              : []),
            ...(item.valueUsdt === null
              ? []
              : [{ id: 'worth', name: t('console:field.worth'), value: format.money(item.valueUsdt, 'USDT') }]),
            ...(Number(item.owed) > 0
              ? [{ id: 'owed', name: t('console:deposits.owed'), value: format.money(item.owed, item.symbol) }]
              : []),
            ...found.sameHash.map((deposit) => ({
              id: `hash ${deposit.id}`,
              name: t('console:deposits.sameHash'),
              value: (
                <>
                  <Person person={deposit.user} /> <StateBadge state={deposit.state} />
                </>
              ),
            })),
            ...found.sameSender.map((user) => ({
              id: `sender ${user.id}`,
              name: t('console:deposits.sameSender'),
              value: <Person person={user} />,
            })),
          ]}
        />
      </Panel>
      {0 < found.earlier.length && (
        <Panel title={t('console:deposits.earlier')}>
          <KeyValue
            dense
            rows={found.earlier.map((deposit) => ({
              id: String(deposit.id),
              name: `${shownAmount(format, deposit)} · ${format.date(deposit.createdAt)}`,
              value: <StateBadge state={deposit.state} />,
            }))}
          />
        </Panel>
      )}
    </>
  );
}

/** What a reviewer found, with reference, verified name and sender side by side. */
function FindingPanel({ found, finding }: { found: DepositCase; finding: NonNullable<DepositCase['finding']> }) {
  const t = useT();
  const format = useFormat();
  const { deposit } = found;
  const isBank = deposit.method === 'bank';
  const unit = (isBank ? deposit.currency : null) ?? deposit.symbol;
  const differs = deposit.claimed !== null && Number(deposit.claimed) !== Number(finding.amount);
  return (
    <Panel
      title={t('console:deposits.finding')}
      aside={
        <>
          {finding.request !== null && <Badge tone="accent">{t('console:deposits.waitsSecond')}</Badge>}
          {differs && <Badge tone="warning">{t('console:deposits.differs')}</Badge>}
        </>
      }
    >
      <KeyValue
        dense
        rows={[
          {
            id: 'amount',
            name: t('console:deposits.arrived'),
            value: format.money(finding.amount, unit),
            strong: true,
          },
          {
            id: 'evidence',
            name: t(isBank ? 'console:deposits.entry' : 'console:deposits.hash'),
            value: <LongText value={finding.evidence} />,
          },
          ...(finding.output === null
            ? []
            : [{ id: 'output', name: t('console:deposits.output'), value: format.number(finding.output) }]),
          ...(finding.basis === null
            ? []
            : [
                {
                  id: 'basis',
                  name: t('console:deposits.basis'),
                  value: t(`console:deposits.basisOf.${finding.basis}`),
                },
              ]),
          ...(finding.valueDate === null
            ? []
            : [
                {
                  id: 'date',
                  name: t('console:deposits.valueDate'),
                  value: format.date(`${finding.valueDate}T12:00:00Z`),
                },
              ]),
          ...(isBank
            ? [
                {
                  id: 'reference',
                  name: t('console:deposits.reference'),
                  value: <LongText value={deposit.reference} />,
                },
                {
                  id: 'verified',
                  name: t('console:deposits.verifiedName'),
                  value: found.verifiedName ?? t('console:deposits.notVerified'),
                },
                { id: 'sender', name: t('console:deposits.senderName'), value: finding.senderName ?? '–' },
                ...(finding.senderAccount === null
                  ? []
                  : [
                      {
                        id: 'account',
                        name: t('records:deposits.senderAccount'),
                        value: <LongText value={finding.senderAccount} />,
                      },
                    ]),
              ]
            : []),
          ...paidBackRows(t, found),
        ]}
      />
      {finding.payer !== null && (
        <Badge tone={PAYER_TONES[finding.payer]}>{t(`console:deposits.payerOf.${finding.payer}`)}</Badge>
      )}
    </Panel>
  );
}

/** Where somebody else's payment went, and by which transfer: to the account that it came from. */
function paidBackRows(t: ReturnType<typeof useT>, { deposit, finding }: DepositCase): readonly KeyValueRow[] {
  if (deposit.state !== 'returned') return [];
  const back = deposit.timeline.findLast(({ step }) => step === 'returned');
  return [
    { id: 'back', name: t('console:deposits.backReference'), value: <LongText value={back?.note ?? null} /> },
    { id: 'paidTo', name: t('records:deposits.paidTo'), value: <LongText value={finding?.senderAccount ?? null} /> },
  ];
}

const PAYER_TONES = { same: 'success', other: 'danger', unknown: 'warning' } as const;
