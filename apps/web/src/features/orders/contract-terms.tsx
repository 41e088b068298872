import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type Column, Figure, KeyValue, Section, Table } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import styles from './order.module.css';
import type { ContractEvidence } from './verify-order.ts';

type Tier = ContractEvidence['terms']['tiers'][number];

/** The terms frozen when the order was placed; later changes do not affect it. */
export function ContractTermsTable({ evidence }: { evidence: ContractEvidence }) {
  const t = useT();
  const format = useFormat();
  const { order, terms } = evidence;
  const percent = (rate: string) => format.percent(rate, { max: 4 });
  const columns: Column<Tier>[] = [
    {
      id: 'floor',
      header: t('order:tier.floor'),
      lead: true,
      cell: (tier) => <Money value={tier.floor} asset={terms.asset} />,
    },
    {
      id: 'rate',
      header: t('order:tier.maintenance'),
      align: 'end',
      cell: (tier) => percent(tier.maintenanceRate),
    },
    {
      id: 'deduction',
      header: t('order:tier.deduction'),
      align: 'end',
      cell: (tier) => <Money value={tier.deduction} asset={terms.asset} />,
    },
    {
      id: 'leverage',
      header: t('order:tier.leverage'),
      align: 'end',
      cell: (tier) => <bdi dir="ltr">{tier.maxLeverage}×</bdi>,
    },
  ];
  return (
    <Section title={t('order:terms')} note={t('order:termsNote', { version: order.termsVersion })}>
      <Table caption={t('order:tier.title')} columns={columns} rows={terms.tiers} rowKey={(tier) => tier.floor} />
      <KeyValue
        className={styles.facts ?? ''}
        rows={[
          { id: 'fee', name: t('order:feeRate'), value: percent(order.feeRate) },
          { id: 'financing', name: t('order:financingRate'), value: percent(order.financingRate) },
          { id: 'at', name: t('order:financingAt'), value: `${terms.financingAt} UTC` },
          { id: 'quote', name: t('order:quoteRate'), value: <Figure value={order.quoteRate} /> },
          ...(terms.convertsAt === undefined
            ? []
            : [{ id: 'converted', name: t('order:converted'), value: t('order:convertedAtClose') }]),
          ...(terms.closeRequirement === undefined
            ? []
            : [
                {
                  id: 'closeRequirement',
                  name: t('order:closeRequirement'),
                  value:
                    terms.closeRequirement.basis === undefined
                      ? percent(terms.closeRequirement.rate)
                      : t('order:closeRequirementAtMark', { share: percent(terms.closeRequirement.rate) }),
                },
              ]),
        ]}
      />
    </Section>
  );
}
