import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { KeyValue } from '@glasshouse/ui';
import { Person } from '../../parts/people/person.tsx';
import { bankAccountRows } from '../../parts/records/bank-account-rows.tsx';
import { Evidence, Panel } from '../../parts/records/evidence.tsx';
import { LongText } from '../../parts/records/long-text.tsx';
import { Checks } from './checks.tsx';
import { EarlierBars } from './earlier-bars.tsx';
import { MoneySources } from './money-sources.tsx';
import { SecondPayments } from './second-payments.tsx';
import type { WithdrawalCase } from './withdrawal-case.ts';

/** What a reviewer should know before money leaves: checks, and where it came from. */
export function RiskSheet({ found }: { found: WithdrawalCase }) {
  const t = useT();
  const format = useFormat();
  const { item, withdrawal, bank, risk } = found;
  const usdt = (value: string) => format.money(value, 'USDT');
  return (
    <Evidence>
      <Checks found={found} />
      <MoneySources found={found} />
      {0 < found.secondPayments.length && (
        <Panel wide title={t('records:payments.second')}>
          <SecondPayments found={found} />
        </Panel>
      )}
      <Panel title={t('console:risk.destination')}>
        <KeyValue
          dense
          rows={[
            {
              id: 'gets',
              name: t('console:risk.receives'),
              value: format.money(item.currencyAmount, item.currency),
              strong: true,
            },
            ...(item.approvedBy.length === 0
              ? []
              : [{ id: 'approved', name: t('records:payments.approvedBy'), value: item.approvedBy.join(', ') }]),
            ...(item.state === 'approved' || item.state === 'sent'
              ? [
                  {
                    id: 'payers',
                    name: t('records:payments.payers'),
                    value: item.payers.join(', ') || t('records:payments.noPayer'),
                  },
                ]
              : []),
            ...(found.paid === null
              ? []
              : [
                  {
                    id: 'found',
                    name: t('records:payments.found'),
                    value: `${format.money(found.paid.amount, item.symbol)}${found.paid.at === null ? '' : ` · ${format.dateTime(found.paid.at)}`}`,
                  },
                ]),
            ...found.replaced.map((hash) => ({
              id: `replaced ${hash}`,
              name: t('records:payments.earlierHash'),
              value: <LongText value={hash} />,
            })),
            { id: 'fee', name: t('common:word.fee'), value: format.money(item.fee, item.symbol) },
            ...(bank === null
              ? [
                  {
                    id: 'to',
                    name: t('console:deposits.to'),
                    value: <LongText value={withdrawal.address} href={found.link} />,
                  },
                ]
              : bankAccountRows(t, bank)),
            ...(risk.address === null
              ? []
              : [
                  {
                    id: 'used',
                    name: t('console:risk.usedBefore'),
                    value: format.number(risk.address.usedBefore),
                  },
                  {
                    id: 'book',
                    name: t('console:risk.inBook'),
                    value: risk.address.inBookSince === null ? t('console:no') : format.date(risk.address.inBookSince),
                  },
                  ...risk.address.otherUsers.map((user) => ({
                    id: `other ${user.id}`,
                    name: t('console:risk.alsoUsedBy'),
                    value: <Person person={user} />,
                  })),
                ]),
            ...(withdrawal.txHash === null
              ? []
              : [
                  {
                    id: 'hash',
                    name: t('console:deposits.hash'),
                    value: <LongText value={withdrawal.txHash} href={found.link} />,
                  },
                ]),
          ]}
        />
      </Panel>
      <Panel title={t('console:risk.money')}>
        <KeyValue
          dense
          rows={[
            { id: 'in', name: t('console:risk.deposited'), value: usdt(risk.money.deposited) },
            { id: 'out', name: t('console:risk.withdrawn'), value: usdt(risk.money.withdrawn) },
            { id: 'grants', name: t('console:risk.grants'), value: usdt(risk.money.grants) },
            ...(Number(risk.money.simulated) > 0
              ? [{ id: 'simulated', name: t('console:deposits.simulated'), value: usdt(risk.money.simulated) }]
              : []),
            {
              id: 'profit',
              name: t('console:risk.profit'),
              value: format.signedMoney(risk.money.profit, 'USDT'),
              strong: true,
            },
            { id: 'share', name: t('console:risk.profitShare'), value: format.percent(risk.money.profitShare) },
          ]}
        />
      </Panel>
      <Panel title={t('console:field.person')}>
        <KeyValue
          dense
          rows={[
            { id: 'who', name: t('console:field.name'), value: <Person person={item.user} /> },
            {
              id: 'age',
              name: t('console:risk.accountAge'),
              value: t('console:risk.days', { count: risk.accountAgeDays }),
            },
            { id: 'identity', name: t('console:risk.identity'), value: t(`console:risk.verified.${risk.identity}`) },
            { id: 'sessions', name: t('console:risk.sessions'), value: format.number(risk.access.sessions) },
            { id: 'devices', name: t('console:risk.devices'), value: format.number(risk.access.devices) },
            { id: 'addresses', name: t('console:risk.addresses'), value: format.number(risk.access.addresses) },
            ...risk.access.changes.map((change) => ({
              id: `${change.kind} ${change.at}`,
              name: t(`security:history.kind.${change.kind}`),
              value: format.dateTime(change.at),
            })),
          ]}
        />
      </Panel>
      <EarlierBars found={found} />
    </Evidence>
  );
}
