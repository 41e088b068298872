import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { SpotDraft } from '@glasshouse/trade/spot/draft';
import { isTriggerDraft } from '@glasshouse/trade/spot/trigger-figures';

const NONE = '…';

/** What an order waits for, and what it does then. */
export function useTriggerSentence(draft: SpotDraft, precision: number): string {
  const t = useT();
  const format = useFormat();
  if (!isTriggerDraft(draft)) return '';
  const price = (typed: string): string => (Number(typed) > 0 ? format.price(typed, precision) : NONE);
  const distance = Number(draft.distance) > 0 ? draft.distance : undefined;
  return t(`workspace:spot.waits.${draft.type}`, {
    stop: price(draft.stop),
    price: price(draft.price),
    distance:
      distance === undefined
        ? NONE
        : draft.distanceIn === 'percent'
          ? format.percent(String(Number(distance) / 100), { max: 2 })
          : format.price(distance, precision),
  });
}
