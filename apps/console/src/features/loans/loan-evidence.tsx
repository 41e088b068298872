import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge, KeyValue } from '@glasshouse/ui';
import { callFile } from '../../api/client.ts';
import { Person } from '../../parts/people/person.tsx';
import { CsvButton } from '../../parts/records/csv-button.tsx';
import { Evidence, Panel } from '../../parts/records/evidence.tsx';
import { LongText } from '../../parts/records/long-text.tsx';
import { LastNotice, type LoanCase, LoanState } from './loan-state.tsx';
import { LoanSteps } from './loan-steps.tsx';

/** What a reviewer should know before money is lent, and later what became of it. */
export function LoanEvidence({ found }: { found: LoanCase }) {
  const t = useT();
  const { item, loan } = found;
  return (
    <Evidence>
      {0 < found.checks.length && <Checks found={found} />}
      <Who found={found} />
      <Figures found={found} />
      <Pledge found={found} />
      <Panel
        title={t('loans:console.agreement')}
        aside={
          <CsvButton
            label={t('loans:download')}
            read={() => callFile('downloadLoanCopy', { params: { id: item.id } })}
          />
        }
      >
        <KeyValue
          dense
          rows={[
            { id: 'version', name: t('records:col.version'), value: loan.agreementVersion },
            { id: 'language', name: t('records:col.language'), value: found.agreementLanguage },
            { id: 'text', name: t('loans:field.textHash'), value: <LongText value={loan.textHash} /> },
            { id: 'signature', name: t('loans:field.signatureHash'), value: <LongText value={loan.signatureHash} /> },
          ]}
        />
      </Panel>
      <LoanSteps loan={loan} />
      {0 < found.earlier.length && <Earlier found={found} />}
    </Evidence>
  );
}

function Checks({ found }: { found: LoanCase }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel wide title={t('loans:console.checks')}>
      <KeyValue
        dense
        rows={found.checks.map(({ check, passes }) => ({
          id: check,
          name: t(`loans:console.check.${check}`, { rate: format.percent(found.limitRate) }),
          value: (
            <Badge tone={passes ? 'success' : 'danger'}>
              {t(passes ? 'loans:console.passes' : 'loans:console.fails')}
            </Badge>
          ),
        }))}
      />
    </Panel>
  );
}

function Who({ found }: { found: LoanCase }) {
  const t = useT();
  const format = useFormat();
  const { item } = found;
  return (
    <Panel title={t('console:field.person')}>
      <KeyValue
        dense
        rows={[
          { id: 'who', name: t('console:field.name'), value: <Person person={item.user} /> },
          { id: 'identity', name: t('console:risk.identity'), value: t(`console:risk.verified.${item.identity}`) },
          {
            id: 'before',
            name: t('loans:console.balance'),
            value: format.money(found.balanceValue, 'USDT'),
          },
          {
            id: 'now',
            name: t('loans:console.balanceNow'),
            value: found.balanceNow === null ? '–' : format.money(found.balanceNow, 'USDT'),
          },
          { id: 'limit', name: t('loans:console.limitRate'), value: format.percent(found.limitRate) },
        ]}
      />
    </Panel>
  );
}

function Figures({ found }: { found: LoanCase }) {
  const t = useT();
  const format = useFormat();
  const { item, loan } = found;
  const usdt = (value: string): string => format.money(value, 'USDT');
  const isRunning = item.state === 'repaying' || item.state === 'expired';
  return (
    <Panel title={t('loans:console.figures')}>
      <KeyValue
        dense
        rows={[
          { id: 'amount', name: t('loans:amount'), value: usdt(loan.amount), strong: true },
          { id: 'term', name: t('loans:term'), value: t('loans:days', { count: loan.termDays }) },
          { id: 'rate', name: t('loans:field.dailyRate'), value: format.percent(loan.dailyRate, { max: 4 }) },
          { id: 'free', name: t('loans:field.freeDays'), value: format.number(loan.interestFreeDays) },
          ...(loan.freeReturnsYear === undefined
            ? []
            : [
                {
                  id: 'returns',
                  name: t('loans:field.freeReturns'),
                  value: t('loans:returns.usedOf', {
                    used: format.number(loan.freeReturnsUsed ?? 0),
                    most: format.number(loan.freeReturnsYear),
                  }),
                },
              ]),
          { id: 'interest', name: t('loans:field.totalInterest'), value: usdt(loan.totalInterest) },
          { id: 'apr', name: t('loans:field.apr'), value: format.percent(loan.apr), strong: true },
          { id: 'repayment', name: t('loans:field.repaymentAmount'), value: usdt(loan.repaymentAmount) },
          ...(loan.repaymentAt === null
            ? []
            : [{ id: 'date', name: t('loans:field.repaymentAt'), value: format.date(loan.repaymentAt) }]),
          { id: 'late', name: t('loans:field.overdueRate'), value: format.percent(loan.overdueRate, { max: 4 }) },
          ...(isRunning
            ? [
                { id: 'principal', name: t('loans:field.principal'), value: usdt(loan.principal) },
                { id: 'payoff', name: t('loans:field.payoff'), value: usdt(item.owed), strong: true },
                { id: 'told', name: t('loans:console.told'), value: <LastNotice told={item.told} /> },
              ]
            : []),
          ...(Number(loan.repaid) === 0
            ? []
            : [{ id: 'repaid', name: t('loans:field.repaid'), value: usdt(loan.repaid) }]),
        ]}
      />
    </Panel>
  );
}

/** Coin by coin with its price now, and what all of it is worth against the loan. */
function Pledge({ found }: { found: LoanCase }) {
  const t = useT();
  const format = useFormat();
  const { item, loan, pledge, pledgeValue, pledgeShare } = found;
  if (pledge.length === 0) return null;
  // Overdue, it is sold after the days of grace; warned, from when the terms allow it.
  const next = loan.timeline.find(({ step, at }) => step === 'sold' && at === null)?.dueAt;
  const soldFrom = item.state === 'expired' && next != null ? next : loan.cover?.sellFrom;
  const priced = ({ price, symbol }: (typeof pledge)[number]): string =>
    symbol === 'USDT' ? '' : price === null ? ` · ${t('loans:console.noPrice')}` : ` × ${format.number(price)}`;
  return (
    <Panel title={t('loans:console.pledge')}>
      <KeyValue
        dense
        rows={[
          ...pledge.map((line) => ({
            id: line.symbol,
            name: (
              <bdi dir="ltr">
                {format.money(line.amount, line.symbol)}
                {priced(line)}
              </bdi>
            ),
            value: line.value === null ? '–' : format.money(line.value, 'USDT'),
          })),
          {
            id: 'value',
            name: t('loans:field.coverValue'),
            value: pledgeValue === null ? '–' : format.money(pledgeValue, 'USDT'),
            strong: true,
          },
          {
            id: 'share',
            name: t('loans:field.cover'),
            value: pledgeShare === null ? '–' : format.percent(pledgeShare),
            strong: true,
          },
          {
            id: 'terms',
            name: t('loans:console.marks'),
            value: (
              <bdi dir="ltr">
                {[loan.openRate, loan.warnRate, loan.sellRate].map((rate) => format.percent(rate)).join(' · ')}
              </bdi>
            ),
          },
          ...(soldFrom == null
            ? []
            : [{ id: 'sell', name: t('loans:console.sellFrom'), value: format.dateTime(soldFrom) }]),
        ]}
      />
    </Panel>
  );
}

function Earlier({ found }: { found: LoanCase }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel title={t('loans:console.earlier')}>
      <KeyValue
        dense
        rows={found.earlier.map((loan) => ({
          id: String(loan.id),
          name: `${format.money(loan.amount, 'USDT')} · ${format.date(loan.createdAt)}`,
          value: <LoanState state={loan.state} />,
        }))}
      />
    </Panel>
  );
}
