import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { SpotDraft, SpotTerms } from '@glasshouse/trade/spot/draft';
import { isTriggerDraft } from '@glasshouse/trade/spot/trigger-figures';

/**
 * What an order meets at once and what at the next price; of those that only rest or
 * wait, from when prices count. Empty under terms of before.
 */
export function useMeetsNote(draft: SpotDraft, terms: SpotTerms): string {
  const t = useT();
  const format = useFormat();
  const { awaits, leadMs, slippageRate } = terms;
  if (awaits === undefined) return '';
  if (isTriggerDraft(draft) || (draft.type === 'limit' && draft.timeInForce === 'postOnly')) {
    return leadMs === undefined ? '' : t('workspace:spot.heldLead', { time: format.duration(leadMs / 1_000) });
  }
  const note =
    leadMs === undefined
      ? t('workspace:spot.meets')
      : t('workspace:spot.meetsLead', { time: format.duration(leadMs / 1_000) });
  if (draft.type !== 'market' || slippageRate === undefined) return note;
  return `${note} ${t('workspace:spot.meetsWorst', { share: format.percent(slippageRate, { max: 2 }) })}`;
}
