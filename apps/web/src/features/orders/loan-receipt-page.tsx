import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { add, amountOf, formatAmount } from '@glasshouse/rules/money';
import { Badge, Figure, KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import styles from './order.module.css';
import { OrderReceipt } from './order-receipt.tsx';
import { recordFolds } from './record-folds.tsx';
import { TicksTable } from './ticks-table.tsx';

type LoanEvidence = ResultOf<'getLoanReceipt'>;
type Loan = LoanEvidence['loan'];
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
  return (
    <OrderFrame<LoanEvidence> id={id} query={query} back={{ href: '/loan', label: t('shell:nav.loans') }}>
      {(evidence) => <LoanReceipt id={id} evidence={evidence} refresh={() => void query.refetch()} />}
    </OrderFrame>
  );
}

interface LoanReceiptProps {
  readonly id: number;
  readonly evidence: LoanEvidence;
  readonly refresh: () => void;
}

function LoanReceipt({ id, evidence, refresh }: LoanReceiptProps) {
  const t = useT();
  const format = useFormat();
  const { loan, ticks, lines, log } = evidence;
  const terms = useLoanTerms(loan);
  const usdt = (value: string, name: string) => <Cents value={value} asset="USDT" name={name} />;
  const facts: readonly KeyValueRow[] = [
    { id: 'amount', name: t('loans:amount'), value: usdt(loan.amount, t('loans:amount')) },
    { id: 'apr', name: t('loans:field.apr'), value: format.percent(loan.apr, { min: 2, max: 2, rounding: 'ceil' }) },
    {
      id: 'total',
      name: t('loans:field.totalInterest'),
      value: usdt(loan.totalInterest, t('loans:field.totalInterest')),
    },
    { id: 'value', name: t('loans:field.coverValue'), value: usdt(loan.pledgeValue, t('loans:field.coverValue')) },
    ...(loan.repaymentAt === null
      ? []
      : [{ id: 'due', name: t('loans:field.repaymentAt'), value: format.dateTime(loan.repaymentAt) }]),
  ];
  return (
    <OrderReceipt
      id={id}
      evidence={evidence}
      ticks={ticks}
      refresh={refresh}
      title={t('loans:one', { id })}
      detail={t('loans:days', { count: loan.termDays })}
      how={
        <>
          <Badge tone={loan.state === 'expired' ? 'danger' : 'neutral'}>{t(`loans:state.${loan.state}`)}</Badge>{' '}
          {t('loans:field.principal')}
        </>
      }
      result={usdt(loan.principal, t('loans:field.principal'))}
      sentence={
        <RichText
          text="order:sentence.loan"
          values={{
            amount: <Figure value={loan.amount} places={2} asset="USDT" />,
            repaid: usdt(loan.principalPaid, t('loans:field.repaid')),
            interest: usdt(loan.interestPaid, t('loans:field.interest')),
          }}
        />
      }
      facts={facts}
      decisive={ticks.at(-1)}
      controls={<LinkButton href={`/loan/${id}`}>{t('loans:back')}</LinkButton>}
      again={{ href: `/loan/agreement/${loan.agreementId}`, label: t('loans:read') }}
      folds={(verdict) =>
        recordFolds(t, {
          prices:
            ticks.length === 0
              ? undefined
              : {
                  count: ticks.length,
                  content: <TicksTable ticks={ticks} role={({ tick }) => tick.code} verdict={verdict} sides />,
                },
          records: { lines, log },
          terms: { count: terms.length, content: <KeyValue rows={terms} /> },
        })
      }
    />
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

/** What was signed and what was paid, to the last decimal. */
function useLoanTerms(loan: Loan): readonly KeyValueRow[] {
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
  return rows.filter((row) => row !== false);
}
