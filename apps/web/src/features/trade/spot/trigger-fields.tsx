import { useT } from '@glasshouse/app/language/language';
import type { SpotTerms } from '@glasshouse/trade/spot/draft';
import { placesOf } from '@glasshouse/trade/spot/figures';
import { hasStopLimit, isTriggerDraft, TRIGGER_FIELDS } from '@glasshouse/trade/spot/trigger-figures';
import type { TicketField } from '@glasshouse/trade/ticket/ticket';
import { AmountField, Segmented, Select } from '@glasshouse/ui';
import type { Workspace } from '../workspace/use-workspace.ts';
import type { SpotTicketState } from './use-spot-ticket.ts';
import { useTriggerSentence } from './use-trigger-sentence.ts';

const TYPES = ['stop', 'stopLimit', 'trailingStop', 'oco'] as const;

interface TriggerFieldsProps {
  readonly workspace: Workspace;
  readonly ticket: SpotTicketState;
  readonly terms: SpotTerms;
  readonly errorAt: (field: TicketField) => string | undefined;
}

/** Which order waits, and for what. What it then does is said in one sentence. */
export function TriggerFields({ workspace, ticket, terms, errorAt }: TriggerFieldsProps) {
  const t = useT();
  const sentence = useTriggerSentence(ticket.draft, workspace.info.precision);
  const { draft } = ticket;
  if (!isTriggerDraft(draft)) return null;
  const fields = TRIGGER_FIELDS[draft.type];
  const price = {
    asset: terms.quote,
    decimals: Math.max(workspace.info.precision, placesOf(terms.tickSize)),
    step: terms.tickSize,
    min: terms.tickSize,
    stepLabels: { less: t('common:action.decrease'), more: t('common:action.increase') },
  };
  return (
    <>
      <Select
        label={t('workspace:spot.type')}
        value={draft.type}
        onChange={(type) => ticket.change({ type })}
        options={TYPES.map((value) => ({ value, label: t(`order:kind.${value}`) }))}
        hint={sentence}
      />
      {fields.includes('stopPrice') && (
        <AmountField
          {...price}
          label={t('order:stopPrice')}
          error={errorAt('stopPrice')}
          value={draft.stop}
          onChange={(stop) => ticket.change({ stop })}
          onBlur={() => ticket.leave('stopPrice')}
        />
      )}
      {hasStopLimit(draft) && (
        <AmountField
          {...price}
          label={t('order:stopLimitPrice')}
          error={errorAt('stopLimit')}
          value={draft.stopLimit}
          onChange={(stopLimit) => ticket.change({ stopLimit })}
          onBlur={() => ticket.leave('stopLimit')}
        />
      )}
      {fields.includes('distance') && (
        <>
          <Segmented
            full
            size="s"
            label={t('workspace:spot.distanceIn')}
            value={draft.distanceIn}
            onChange={(distanceIn) => ticket.change({ distanceIn, distance: '' })}
            options={[
              { value: 'percent', label: '%' },
              { value: 'price', label: terms.quote },
            ]}
          />
          <AmountField
            {...(draft.distanceIn === 'price'
              ? price
              : { stepLabels: price.stepLabels, asset: '%', decimals: 2, step: '0.1' })}
            label={t('order:trailing')}
            error={errorAt('distance')}
            value={draft.distance}
            onChange={(distance) => ticket.change({ distance })}
            onBlur={() => ticket.leave('distance')}
          />
        </>
      )}
    </>
  );
}
