import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Figure, KeyValue, Section } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import type { SpotEvidence } from './verify-order.ts';

/** The pair's terms when the order was placed. */
export function SpotTermsTable({ evidence }: { evidence: SpotEvidence }) {
  const t = useT();
  const format = useFormat();
  const { terms } = evidence;
  const percent = (rate: string) => format.percent(rate, { max: 4 });
  return (
    <Section title={t('order:terms')} note={t('order:termsNote', { version: terms.version })}>
      <KeyValue
        rows={[
          { id: 'maker', name: t('order:makerRate'), value: percent(terms.makerRate) },
          { id: 'taker', name: t('order:takerRate'), value: percent(terms.takerRate) },
          { id: 'tick', name: t('order:tickSize'), value: <Figure value={terms.tickSize} /> },
          {
            id: 'step',
            name: t('order:quantityStep'),
            value: <Money value={terms.quantityStep} asset={terms.base} />,
          },
          { id: 'min', name: t('order:minAmount'), value: <Money value={terms.minAmount} asset={terms.quote} /> },
        ]}
      />
    </Section>
  );
}
