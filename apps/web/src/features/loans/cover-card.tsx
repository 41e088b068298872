import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { coverDerivation } from '@glasshouse/rules/derivations/loans';
import { type Loan, markOf, toCover } from '@glasshouse/trade/loans/sums';
import { Card, cx, Figure, KeyValue, type KeyValueRow } from '@glasshouse/ui';
import type { CSSProperties } from 'react';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import styles from './loans.module.css';

/** What is pledged and what it is worth now, against what makes a warning and a sale. */
export function CoverCard({ loan, cover }: { loan: Loan; cover: NonNullable<Loan['cover']> }) {
  const t = useT();
  const format = useFormat();
  const percent = (rate: string) => format.percent(rate, { max: 2 });
  const share = cover.share === null ? undefined : Number(cover.share);
  const isLow = share !== undefined && Number(markOf(loan)) <= share;
  const missing = toCover(loan);
  const rows: KeyValueRow[] = [
    {
      id: 'coins',
      name: t('loans:field.pledge'),
      value: (
        <span className={styles.coins}>
          {loan.collateral.map(({ symbol, amount }) => (
            <Money key={symbol} value={amount} asset={symbol} />
          ))}
        </span>
      ),
    },
    {
      id: 'value',
      name: t('loans:field.coverValue'),
      value: <Figure value={cover.value ?? undefined} places={2} asset="USDT" />,
    },
    {
      id: 'share',
      name: t('loans:field.cover'),
      value: (
        <Derived
          derivation={
            cover.value === null || cover.value === '0'
              ? undefined
              : coverDerivation({ debt: cover.debt, value: cover.value })
          }
          value={cover.share ?? undefined}
          name={t('loans:field.cover')}
          show={(rate) => (
            <bdi dir="ltr" translate="no">
              {format.percent(rate, { min: 2, max: 2, rounding: 'ceil' })}
            </bdi>
          )}
        />
      ),
      strong: true,
      tone: isLow ? 'down' : undefined,
    },
    ...(missing === undefined
      ? []
      : [
          {
            id: 'missing',
            name: t('loans:field.toCover'),
            value: <Money value={missing} asset="USDT" />,
            strong: true,
          },
        ]),
  ];
  return (
    <Card>
      <KeyValue rows={rows} />
      <div
        className={cx(styles.gauge, isLow && styles.low)}
        style={
          {
            '--share': `${Math.min(1, share ?? 0) * 100}%`,
            '--warn': percentOf(loan.warnRate),
            '--sell': percentOf(loan.sellRate),
          } as CSSProperties
        }
        aria-hidden="true"
      />
      <p className={styles.muted}>
        {t('loans:coverText', {
          warn: percent(loan.warnRate),
          sell: percent(loan.sellRate),
          hours: format.number(loan.warnHours),
        })}
      </p>
    </Card>
  );
}

const percentOf = (rate: string): string => `${Number(rate) * 100}%`;
