import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { isFree, type Loan, runningRows, saleAt } from '@glasshouse/trade/loans/sums';
import {
  Badge,
  Banner,
  Button,
  Card,
  FoldedKeyValue,
  KeyValue,
  type KeyValueRow,
  Page,
  PageHead,
  Section,
  SkeletonBlock,
  Stack,
  toasts,
} from '@glasshouse/ui';
import { ReceiptText, ShieldCheck } from '@glasshouse/ui/icon/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { Money } from '../../parts/money/money.tsx';
import { NotHere } from '../../parts/page/not-here.tsx';
import { CoverCard } from './cover-card.tsx';
import { ReturnsUsed } from './free-returns.tsx';
import { Headline } from './headline.tsx';
import { LoanSteps } from './loan-steps.tsx';
import styles from './loans.module.css';
import { Payoff } from './payoff.tsx';
import { PdfButton } from './pdf-button.tsx';
import { RepayDialog } from './repay-dialog.tsx';
import { Schedule } from './schedule.tsx';
import { TONE } from './tone.ts';

/** The pledge follows the prices. */
const REFRESH_MS = 5_000;
const isOut = ({ state }: Loan): boolean => state === 'repaying' || state === 'expired';

/** One loan: what is owed now, what covers it, what happened and what comes. */
export function LoanPage({ id }: { id: number }) {
  const t = useT();
  const query = useQuery({
    queryKey: privateKey('loans', 'real', 'one', id),
    queryFn: ({ signal }) => fetchResult('getLoan', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.closedAt === null ? REFRESH_MS : false),
  });
  const answer = loadable(query);
  return (
    <Page>
      <PageHead
        title={t('loans:one', { id: id === 0 ? '' : id })}
        actions={
          <>
            {answer.state === 'ready' && (
              <Badge tone={TONE[answer.value.state]}>{t(`loans:state.${answer.value.state}`)}</Badge>
            )}
            <LinkButton href="/loan">{t('loans:title')}</LinkButton>
          </>
        }
      />
      {answer.state === 'error' && <NotHere {...answer} order={id} href="/loan" label={t('loans:title')} />}
      {answer.state === 'loading' && <SkeletonBlock height="6rem" />}
      {answer.state === 'ready' && <Details loan={answer.value} />}
    </Page>
  );
}

function Details({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormat();
  const { cover, state } = loan;
  return (
    <Stack gap={4}>
      {typeof cover?.sellFrom === 'string' && (
        <Banner kind="warning">{t('loans:warning', { date: format.dateTime(cover.sellFrom) })}</Banner>
      )}
      {state === 'expired' && <Overdue loan={loan} />}
      {loan.reasonText !== null && <Banner kind="info">{loan.reasonText}</Banner>}
      <div className={styles.columns}>
        <Stack gap={4} className={styles.column}>
          {isOut(loan) ? <Owed loan={loan} /> : <Headline loan={loan} />}
          {state === 'pending' && <CancelButton id={loan.id} />}
          {cover !== null && <CoverCard loan={loan} cover={cover} />}
          {cover === null && 0 < loan.collateral.length && <Pledged loan={loan} />}
          <Terms loan={loan} />
        </Stack>
        <Stack gap={4} className={styles.column}>
          <LoanSteps loan={loan} />
          <Agreement loan={loan} />
        </Stack>
      </div>
      {state === 'repaying' && <Schedule rows={runningRows(loan, serverNow())} />}
    </Stack>
  );
}

/** What happens from now on, and when the pledge is sold. */
function Overdue({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormat();
  const soldFrom = saleAt(loan);
  return (
    <Banner kind="danger">
      {t('loans:overdueText')}
      {soldFrom !== undefined && ` ${t('loans:overdueSale', { date: format.date(soldFrom) })}`}
    </Banner>
  );
}

/** What is owed now, and the way to pay it. */
function Owed({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormat();
  const [paying, setPaying] = useState(false);
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  const rows: (KeyValueRow | false)[] = [
    { id: 'principal', name: t('loans:field.principal'), value: usdt(loan.principal) },
    { id: 'interest', name: t('loans:field.interest'), value: usdt(loan.interest) },
    { id: 'repaid', name: t('loans:field.repaid'), value: usdt(loan.repaid) },
    loan.repaymentAt !== null && {
      id: 'due',
      name: t('loans:field.repaymentAt'),
      value: format.date(loan.repaymentAt),
      tone: loan.state === 'expired' ? 'down' : undefined,
    },
    isFree(loan, serverNow()) && {
      id: 'free',
      name: t('loans:field.withdrawUntil'),
      value: format.until(loan.withdrawUntil ?? ''),
    },
  ];
  return (
    <Card>
      <p className={styles.muted}>{t('loans:field.payoff')}</p>
      <p className={styles.big}>
        <Payoff loan={loan} size="xxl" />
      </p>
      <KeyValue rows={rows.filter((row) => row !== false)} />
      <Stack row wrap gap={2} className={styles.actions}>
        <Button variant="primary" onClick={() => setPaying(true)}>
          {t('loans:repay')}
        </Button>
        <LinkButton href="/zjxq" icon={ReceiptText}>
          {t('account:profile.balances')}
        </LinkButton>
      </Stack>
      {paying && <RepayDialog loan={loan} onClose={() => setPaying(false)} />}
    </Card>
  );
}

function CancelButton({ id }: { id: number }) {
  const t = useT();
  const client = useQueryClient();
  const money = useMoneyCall('cancelLoan');
  const cancel = async () => {
    const answer = await money.submit({ id });
    if (!answer.ok) return;
    void client.invalidateQueries({ queryKey: ['private'] });
    toasts.show({ title: t('loans:cancelled') });
  };
  return (
    <Stack gap={2}>
      <Button loading={money.busy} onClick={() => void cancel()}>
        {t('loans:cancel')}
      </Button>
      {money.failure && <FailureNote failure={money.failure} />}
    </Stack>
  );
}

/** What is set aside while the request waits. */
function Pledged({ loan }: { loan: Loan }) {
  const t = useT();
  return (
    <Card>
      <KeyValue
        rows={loan.collateral.map(({ symbol, amount }) => ({
          id: symbol,
          name: t('loans:field.pledge'),
          value: <Money value={amount} asset={symbol} />,
        }))}
      />
    </Card>
  );
}

function Terms({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormat();
  const percent = (rate: string) => format.percent(rate, { max: 4 });
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  // Before the payout and after the end they are the headline.
  const sums: KeyValueRow[] = [
    { id: 'amount', name: t('loans:amount'), value: usdt(loan.amount) },
    { id: 'term', name: t('loans:term'), value: t('loans:days', { count: loan.termDays }) },
    { id: 'total', name: t('loans:field.totalInterest'), value: usdt(loan.totalInterest) },
    { id: 'repayment', name: t('loans:field.repaymentAmount'), value: usdt(loan.repaymentAmount) },
    {
      id: 'apr',
      name: t('loans:field.apr'),
      value: format.percent(loan.apr, { min: 2, max: 2, rounding: 'ceil' }),
    },
  ];
  const rows: KeyValueRow[] = [
    ...(isOut(loan) ? sums : []),
    { id: 'daily', name: t('loans:field.dailyRate'), value: percent(loan.dailyRate) },
    { id: 'free', name: t('loans:field.freeDays'), value: format.number(loan.interestFreeDays) },
    ...(loan.freeReturnsYear === undefined
      ? []
      : [{ id: 'returns', name: t('loans:field.freeReturns'), value: <ReturnsUsed returns={loan} /> }]),
    { id: 'overdue', name: t('loans:field.overdueRate'), value: percent(loan.overdueRate) },
    { id: 'grace', name: t('loans:field.graceDays'), value: format.number(loan.graceDays) },
  ];
  return (
    <Card>
      <FoldedKeyValue rows={rows} rest={t('common:word.allTerms')} />
    </Card>
  );
}

function Agreement({ loan }: { loan: Loan }) {
  const t = useT();
  return (
    <Section title={t('loans:agreementTitle', { id: loan.id })}>
      <Card>
        <Stack gap={3}>
          <dl className={styles.hashes}>
            <dt>{t('loans:field.textHash')}</dt>
            <dd className={styles.hash} dir="ltr">
              {loan.textHash}
            </dd>
            <dt>{t('loans:field.signatureHash')}</dt>
            <dd className={styles.hash} dir="ltr">
              {loan.signatureHash}
            </dd>
          </dl>
          <Stack row wrap gap={2}>
            <LinkButton href={`/loan/agreement/${loan.agreementId}`}>{t('loans:read')}</LinkButton>
            <PdfButton agreementId={loan.agreementId} />
            <LinkButton href={`/order/loan/${loan.id}`} icon={ShieldCheck}>
              {t('trade:receipt.title')}
            </LinkButton>
          </Stack>
        </Stack>
      </Card>
    </Section>
  );
}
