import { useT } from '../../../i18n/language.ts';
import { useFormat } from '../../../shared/format.ts';
import type { SpotDraft, SpotTerms } from './draft.ts';
import { isTriggerDraft } from './trigger-figures.ts';

/**
 * What an order meets at once and what at the next price; empty for orders that meet nothing of
 * the house soon, and under terms of before.
 */
export function useMeetsNote(draft: SpotDraft, terms: SpotTerms): string {
  const t = useT();
  const format = useFormat();
  const { awaits, leadMs, slippageRate } = terms;
  if (awaits === undefined || isTriggerDraft(draft)) return '';
  if (draft.type === 'limit' && draft.timeInForce === 'postOnly') return '';
  const note =
    leadMs === undefined
      ? t('workspace:spot.meets')
      : t('workspace:spot.meetsLead', { time: format.duration(leadMs / 1_000) });
  if (draft.type !== 'market' || slippageRate === undefined) return note;
  return `${note} ${t('workspace:spot.meetsWorst', { share: format.percent(slippageRate, { max: 2 }) })}`;
}
