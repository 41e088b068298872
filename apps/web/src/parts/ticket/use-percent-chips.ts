import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import type { AmountChip } from '@glasshouse/ui';

const CHIPS = [10, 25, 50, 100];

/** The percent chips of every ticket; undefined for visitors, who have no balance. */
export function usePercentChips(): readonly AmountChip[] | undefined {
  const t = useT();
  const format = useFormat();
  const session = useSession();
  if (session === undefined) return undefined;
  return CHIPS.map((percent) => ({
    percent,
    label: percent === 100 ? t('common:action.max') : format.percent(String(percent / 100)),
  }));
}
