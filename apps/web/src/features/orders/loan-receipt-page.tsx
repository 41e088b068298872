import type { ResultOf } from '@glasshouse/api';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { add, amountOf, formatAmount } from '@glasshouse/rules/money';
import { Badge, Card, KeyValue, type KeyValueRow, Page, PageHead, SkeletonBlock } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { NotHere } from '../../parts/page/not-here.tsx';
import styles from './order.module.css';
import { useOrderId } from './order-frame.tsx';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';

type Loan = ResultOf<'getLoanReceipt'>['loan'];
/** More payments are a sum: each of them stands among the ledger lines. */
const PAYMENTS_MAX = 12;

/** What proves a loan: what was signed, the prices of the pledge, and every entry. */
export function LoanReceiptPage() {
  const t = useT();
  const id = useOrderId('/order/loan/:id');
  const query = useQuery({
    queryKey: privateKey('loans', 'real', 'receipt', id),
    queryFn: ({ signal }) => fetchResult('getLoanReceipt', { params: { id }, signal }),
  });
  const answer = loadable(query);
  const title = t('loans:one', { id: id === 0 ? '' : id });
  if (answer.state !== 'ready') {
    return (
      <Page className={styles.page}>
        <PageHead title={title} />
        {answer.state === 'error' ? (
          <NotHere {...answer} order={id} href="/loan" label={t('shell:nav.loans')} />
        ) : (
          <SkeletonBlock height="3.2rem" />
        )}
      </Page>
    );
  }
  const { ticks, lines, log, loan } = answer.value;
  return (
    <Page className={styles.page}>
      <PageHead
        title={title}
        actions={<Badge tone={loan.state === 'expired' ? 'danger' : 'neutral'}>{t(`loans:state.${loan.state}`)}</Badge>}
      />
      <Card>
        <Sums loan={loan} />
        <div className={styles.actions}>
          <LinkButton href={`/loan/${id}`}>{t('loans:back')}</LinkButton>{' '}
          <LinkButton href={`/loan/agreement/${loan.agreementId}`}>{t('loans:read')}</LinkButton>
        </div>
      </Card>
      <Proof id={id} evidence={answer.value} ticks={ticks} refresh={() => void query.refetch()}>
        {() => <Records lines={lines} log={log} />}
      </Proof>
    </Page>
  );
}

interface Paid {
  readonly seq: number;
  /** Undefined: all of them together. */
  readonly at?: string;
  readonly principal: string;
  readonly interest: string;
}

const paymentsOf = ({ payments, principalPaid, interestPaid }: Loan): readonly Paid[] =>
  payments.length <= PAYMENTS_MAX ? payments : [{ seq: 0, principal: principalPaid, interest: interestPaid }];

function Sums({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormat();
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  const rows: (KeyValueRow | false)[] = [
    { id: 'amount', name: t('loans:amount'), value: usdt(loan.amount) },
    { id: 'term', name: t('loans:term'), value: t('loans:days', { count: loan.termDays }) },
    { id: 'daily', name: t('loans:field.dailyRate'), value: format.percent(loan.dailyRate, { max: 4 }) },
    { id: 'total', name: t('loans:field.totalInterest'), value: usdt(loan.totalInterest) },
    {
      id: 'apr',
      name: t('loans:field.apr'),
      value: format.percent(loan.apr, { min: 2, max: 2, rounding: 'ceil' }),
    },
    ...loan.pledged.map(
      ({ symbol, amount, tick }): KeyValueRow => ({
        id: `pledge-${symbol}`,
        name: t('loans:field.pledge'),
        value: (
          <>
            <Money value={amount} asset={symbol} />
            {tick !== null && <span className={styles.note}> × {format.number(tick.price)}</span>}
          </>
        ),
      }),
    ),
    { id: 'value', name: t('loans:field.coverValue'), value: usdt(loan.pledgeValue) },
    { id: 'principal', name: t('loans:field.principal'), value: usdt(loan.principal), strong: true },
    ...paymentsOf(loan).map(
      ({ seq, at, principal, interest }): KeyValueRow => ({
        id: `paid-${seq}`,
        name: at === undefined ? t('loans:field.repaid') : `${t('loans:field.repaid')} · ${format.dateTime(at)}`,
        value: (
          <>
            {usdt(formatAmount(add(amountOf(principal), amountOf(interest))))}
            {interest !== '0' && (
              <span className={styles.part}>
                {t('loans:field.interest')}: {format.money(interest, 'USDT')}
              </span>
            )}
          </>
        ),
      }),
    ),
    loan.repaymentAt !== null && {
      id: 'due',
      name: t('loans:field.repaymentAt'),
      value: format.dateTime(loan.repaymentAt),
    },
  ];
  return <KeyValue rows={rows.filter((row) => row !== false)} />;
}
