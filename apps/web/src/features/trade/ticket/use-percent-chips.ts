import type { AmountChip } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { useFormat } from '../../../shared/format.ts';

const CHIPS = [10, 25, 50, 100];

/** The shares of what is available that every ticket offers. */
export function usePercentChips(): readonly AmountChip[] {
  const t = useT();
  const format = useFormat();
  return CHIPS.map((percent) => ({
    percent,
    label: percent === 100 ? t('common:action.max') : format.percent(String(percent / 100)),
  }));
}
