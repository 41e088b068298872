import { Card, Figure, KeyValue, Section } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { useFormat } from '../../shared/format.ts';
import { Money } from '../../shared/money.tsx';
import type { SpotStory } from './verify-spot.ts';

/** The pair's terms under which the order was placed. */
export function SpotTermsCard({ story }: { story: SpotStory }) {
  const t = useT();
  const format = useFormat();
  const { terms } = story;
  const percent = (rate: string) => format.percent(rate, { max: 4 });
  return (
    <Section title={t('story:terms')} note={t('story:termsNote', { version: terms.version })}>
      <Card>
        <KeyValue
          rows={[
            { id: 'maker', name: t('story:makerRate'), value: percent(terms.makerRate) },
            { id: 'taker', name: t('story:takerRate'), value: percent(terms.takerRate) },
            { id: 'tick', name: t('story:tickSize'), value: <Figure value={terms.tickSize} /> },
            {
              id: 'step',
              name: t('story:quantityStep'),
              value: <Money value={terms.quantityStep} asset={terms.base} />,
            },
            { id: 'min', name: t('story:minAmount'), value: <Money value={terms.minAmount} asset={terms.quote} /> },
          ]}
        />
      </Card>
    </Section>
  );
}
