import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { totalOf } from '@glasshouse/trade/contracts/total-of';
import { KeyValue, type KeyValueRow, Section } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import { stepName } from './contract-steps.tsx';
import { LiquidationSums } from './liquidation-sums.tsx';
import styles from './order.module.css';
import type { ContractEvidence } from './verify-order.ts';

const ASSET = 'USDT';

/**
 * P&L and liquidation spelled out with their figures, so that anybody can check them with a
 * calculator.
 */
export function ContractSums({ evidence }: { evidence: ContractEvidence }) {
  const t = useT();
  const format = useFormat();
  const { order, steps } = evidence;
  if (order.openPrice === null) return null;
  const entry = order.openPrice;
  const rateOf = (step: (typeof steps)[number]): string => {
    const rate = step.rate?.quoteRate ?? order.quoteRate;
    return rate === '1' ? '' : ` × ${format.number(rate)}`;
  };
  const number = (value: string) => format.number(value);
  const priced = (value: string) => format.price(value, order.precision);
  const money = (value: string) => <Money value={value} asset={ASSET} coloured />;
  const closes = steps.filter((step) => step.pnl !== null && step.price !== null && step.lots !== null);
  const difference = (close: string): string =>
    order.side === 'buy' ? `(${close} − ${priced(entry)})` : `(${priced(entry)} − ${close})`;
  const rows: KeyValueRow[] = closes.map((step, index) => ({
    id: `${step.seq} ${index}`,
    name: stepName(t, order, step),
    value: (
      <span className={styles.sum}>
        <bdi dir="ltr" className={styles.formula}>
          {number(step.lots ?? '0')} × {number(order.lotSize)} × {difference(priced(step.price ?? '0'))}
          {rateOf(step)} =
        </bdi>
        {money(step.pnl ?? '0')}
        {step.rate !== undefined && (
          <small>
            {t('order:rateOfClose')}: <bdi dir="ltr">{`${step.rate.code} #${step.rate.tick.seq}`}</bdi>
          </small>
        )}
      </span>
    ),
  }));
  const fees = steps.filter((step) => step.fee !== null && step.kind !== 'financed' && step.kind !== 'placed');
  const nights = steps.filter((step) => step.kind === 'financed');
  const pnl = totalOf(closes.map((step) => step.pnl ?? '0'));
  const paid = totalOf(fees.map((step) => step.fee ?? '0'));
  const financed = totalOf(nights.map((step) => step.fee ?? '0'));
  return (
    <>
      {0 < closes.length && (
        <Section title={t('order:sums')} note={t('order:sumsNote')}>
          <KeyValue
            rows={[
              ...rows,
              { id: 'fees', name: t('order:fees'), value: money(negative(paid)) },
              ...(nights.length === 0
                ? []
                : [
                    {
                      id: 'nights',
                      name: t('order:nights', { count: nights.length }),
                      value: money(negative(financed)),
                    },
                  ]),
              ...(order.netted === undefined
                ? []
                : [{ id: 'netted', name: t('order:netted'), value: money(negative(order.netted)) }]),
              {
                id: 'net',
                name: t('order:net'),
                value: money(totalOf([pnl, negative(paid), negative(financed), negative(order.netted ?? '0')])),
                strong: true,
              },
            ]}
          />
        </Section>
      )}
      <LiquidationSums evidence={evidence} difference={difference('P')} />
    </>
  );
}

const negative = (value: string): string => (value === '0' ? '0' : `-${value}`);
