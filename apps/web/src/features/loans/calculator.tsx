import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { isReturnFree } from '@glasshouse/rules/loans';
import {
  amountAt,
  loanSums,
  type Offer,
  type Product,
  placeOf,
  pledgeOf,
  SLIDER_STEPS,
} from '@glasshouse/trade/loans/sums';
import {
  AmountField,
  Banner,
  Button,
  Card,
  FoldedKeyValue,
  Glass,
  type KeyValueRow,
  Section,
  Slider,
  Stack,
  Why,
  WhyTerm,
} from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { ReturnsUsed } from './free-returns.tsx';
import styles from './loans.module.css';
import { Schedule } from './schedule.tsx';

const DECIMALS = 8;
/** Where the calculator begins, if the limit reaches as far. */
const FIRST_PLACE = 300;
const FIRST_DAYS = 30;

interface CalculatorProps {
  readonly product: Product | Offer;
  /** The largest amount of the slider. */
  readonly max: string;
  /** Of somebody who may ask: without it nothing can be asked for here. */
  readonly offer?: Offer;
  /** Instead of the way on: what stands between this person and a loan. */
  readonly gate?: ReactNode;
}

/** Amount and term, and at once everything that they cost; for those who may, the way on. */
export function Calculator({ product, max, offer, gate }: CalculatorProps) {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const range = { min: product.minimum, max };
  const [amount, setAmount] = useState(() => amountAt(FIRST_PLACE, range));
  const [days, setDays] = useState(() => (product.termsDays.includes(FIRST_DAYS) ? FIRST_DAYS : product.termsDays[0]));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const termDays = days ?? FIRST_DAYS;
  const sums = loanSums(product, { amount, ...range, termDays }, serverNow());
  const limits = { min: format.money(range.min, 'USDT'), max: format.money(max, 'USDT') };
  const prepare = async () => {
    setBusy(true);
    setFailure(undefined);
    const answer = await call('prepareLoanAgreement', { body: { amount, termDays } });
    setBusy(false);
    if (answer.ok) navigate(`/loan/agreement/${answer.result.id}`);
    else setFailure(answer.failure);
  };
  const usdt = (figure: 'interest' | 'repayment' | 'pledge', name: string) => (
    <Derived derivation={sums?.why[figure]} value={sums?.[figure]} name={name} asset="USDT" />
  );
  const apr = (rate: string) => (
    <bdi dir="ltr" translate="no">
      {format.percent(rate, { min: 2, max: 2, rounding: 'ceil' })}
    </bdi>
  );
  const percent = (rate: string) => format.percent(rate, { max: 4 });
  const place = placeOf(amount, range);
  const termPlace = product.termsDays.indexOf(termDays);
  const facts: KeyValueRow[] = [
    { id: 'daily', name: t('loans:field.dailyRate'), value: percent(product.dailyRate) },
    { id: 'overdue', name: t('loans:field.overdueRate'), value: percent(product.overdueRate) },
    { id: 'free', name: t('loans:field.freeDays'), value: format.number(product.interestFreeDays) },
    { id: 'pledge', name: t('loans:field.pledgeValue'), value: usdt('pledge', t('loans:field.pledgeValue')) },
    ...(offer === undefined || sums === undefined || offer.limit === '0'
      ? []
      : [
          {
            id: 'coins',
            name: t('loans:field.pledge'),
            value: (
              <span className={styles.coins}>
                {pledgeOf(offer, sums.pledge).map((coin) => (
                  <Money key={coin.symbol} value={coin.amount} asset={coin.symbol} />
                ))}
              </span>
            ),
            why: <Why label={t('loans:field.pledge')} title={t('loans:pledgeOrder')} />,
          },
        ]),
    ...(isReturnFree(product)
      ? [
          {
            id: 'until',
            name: t('loans:field.withdrawUntil'),
            value: sums?.freeUntil === undefined ? '–' : format.until(sums.freeUntil),
          },
        ]
      : []),
    ...(product.freeReturnsYear === undefined
      ? []
      : [{ id: 'returns', name: t('loans:field.freeReturns'), value: <ReturnsUsed returns={product} /> }]),
  ];
  return (
    <Section title={t('loans:ask')}>
      <Card className={styles.calculator}>
        <div className={styles.form}>
          {offer !== undefined && 0 < offer.obstacles.length && <Banner kind="info">{t('loans:example')}</Banner>}
          <div>
            <AmountField
              label={t('loans:amount')}
              hint={t('plans:fromTo', limits)}
              error={sums === undefined && amount !== '' ? t('loans:enter', limits) : undefined}
              value={amount}
              onChange={setAmount}
              asset="USDT"
              decimals={DECIMALS}
              min={range.min}
              max={max}
              step="100"
              stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
            />
            <Slider
              label={t('loans:amount')}
              valueText={format.money(amount === '' ? '0' : amount, 'USDT')}
              max={SLIDER_STEPS}
              step={10}
              value={place}
              onChange={(next) => setAmount(amountAt(next, range))}
            />
          </div>
          <div>
            <p className={styles.termHead}>
              <span className={styles.muted}>{t('loans:term')}</span>
              <strong>{t('loans:days', { count: termDays })}</strong>
            </p>
            <Slider
              label={t('loans:term')}
              valueText={t('loans:days', { count: termDays })}
              max={product.termsDays.length - 1}
              step={1}
              value={Math.max(0, termPlace)}
              onChange={(next) => setDays(product.termsDays[next])}
            />
            <div className={styles.marks}>
              {product.termsDays.map((days) => (
                <button
                  key={days}
                  type="button"
                  className={styles.mark}
                  aria-pressed={days === termDays}
                  aria-label={t('loans:days', { count: days })}
                  onClick={() => setDays(days)}
                >
                  {format.number(days)}
                </button>
              ))}
            </div>
          </div>
        </div>
        <Glass className={styles.result}>
          <dl className={styles.tiles} aria-live="polite">
            <div className={styles.tile}>
              <dt>{t('loans:field.repaymentAmount')}</dt>
              <dd className={styles.big}>
                <Money value={sums?.repayment} asset="USDT" size="xl" />
              </dd>
            </div>
            <div className={styles.tile}>
              <dt>{t('loans:field.repaymentAt')}</dt>
              <dd>{sums === undefined ? '–' : format.date(sums.dueAt)}</dd>
            </div>
            <div className={styles.tile}>
              <dt>{t('loans:field.totalInterest')}</dt>
              <dd>{usdt('interest', t('loans:field.totalInterest'))}</dd>
            </div>
            <div className={styles.tile}>
              <dt>
                <WhyTerm value={t('loans:field.apr')}>
                  <Why label={t('loans:field.apr')} title={t('loans:aprHelp')} />
                </WhyTerm>
              </dt>
              <dd>
                <Derived
                  derivation={sums?.why.apr}
                  value={sums?.apr}
                  name={t('loans:field.apr')}
                  text={t('loans:aprHelp')}
                  show={apr}
                />
              </dd>
            </div>
          </dl>
          <FoldedKeyValue rows={facts} rest={t('common:word.allTerms')} />
          {gate}
          {offer !== undefined && (
            <Stack gap={2}>
              <Button
                variant="primary"
                size="l"
                full
                loading={busy}
                disabled={sums === undefined || 0 < offer.obstacles.length}
                onClick={() => void prepare()}
              >
                {t('loans:read')}
              </Button>
              <p className={styles.muted}>{t('loans:noWithdrawals')}</p>
              {failure && <FailureNote failure={failure} />}
            </Stack>
          )}
        </Glass>
      </Card>
      {sums !== undefined && <Schedule rows={sums.rows} note={t('loans:scheduleNote')} />}
    </Section>
  );
}
