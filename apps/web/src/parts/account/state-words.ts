import { useT } from '@glasshouse/app/language/language';
import type { StepState } from '@glasshouse/ui';

/** How a timeline says the state of a step to screen readers. */
export function useStateWords(): Readonly<Record<StepState, string>> {
  const t = useT();
  return {
    done: t('wallet:timeline.done'),
    current: t('wallet:timeline.current'),
    next: t('wallet:timeline.next'),
    failed: t('wallet:timeline.failed'),
  };
}
