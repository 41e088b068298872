import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Figure, KeyValue, Section } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import { liquidationBasis } from './liquidation-basis.ts';
import styles from './order.module.css';
import type { ContractEvidence } from './verify-order.ts';

const ASSET = 'USDT';

interface LiquidationSumsProps {
  readonly evidence: ContractEvidence;
  /** The price difference in the result, with `P` for the unknown one. */
  readonly difference: string;
}

/** The liquidation rule with its figures and, afterwards, the price that met it. */
export function LiquidationSums({ evidence, difference }: LiquidationSumsProps) {
  const t = useT();
  const format = useFormat();
  const { order } = evidence;
  const basis = liquidationBasis(evidence);
  if (basis === undefined) return null;
  const number = (value: string) => format.number(value);
  const judgedAt = basis.step?.rate?.quoteRate ?? order.rateNow ?? order.quoteRate;
  const rate = judgedAt === '1' ? '' : ` × ${format.number(judgedAt)}`;
  const met = basis.step?.tick ?? undefined;
  return (
    <Section
      title={t(basis.step === undefined ? 'order:liquidationSums' : 'order:liquidation')}
      note={t('order:liquidationNote')}
    >
      <KeyValue
        rows={[
          { id: 'margin', name: t('order:margin'), value: <Money value={order.margin} asset={ASSET} /> },
          {
            id: 'requirement',
            name: t('order:maintenance'),
            value: <Money value={basis.maintenance} asset={ASSET} />,
          },
          { id: 'fee', name: t('order:feeRate'), value: format.percent(order.feeRate, { max: 4 }) },
          {
            id: 'rule',
            name: t('order:rule'),
            value: (
              <bdi dir="ltr" className={styles.formula}>
                {number(order.margin)} + {number(basis.lots)} × {number(order.lotSize)} × {difference}
                {rate} − {t('order:feeAtP')} ≤ {number(basis.maintenance)}
              </bdi>
            ),
          },
          {
            id: 'price',
            name: t('order:liquidation'),
            value: <Figure value={basis.price} places={order.precision} />,
            strong: true,
          },
          ...(met === undefined
            ? []
            : [
                {
                  id: 'met',
                  name: (
                    <>
                      {t('order:mid')} <bdi>#{met.seq}</bdi>
                    </>
                  ),
                  value: <Figure value={met.price} places={order.precision} />,
                },
              ]),
        ]}
      />
    </Section>
  );
}
