import { useT } from '@glasshouse/app/language/language';
import { Badge } from '@glasshouse/ui';

const TONES = {
  pending: 'accent',
  confirming: 'accent',
  reviewing: 'accent',
  waiting: 'accent',
  approved: 'success',
  verified: 'success',
  confirmed: 'success',
  ready: 'success',
  active: 'success',
  sent: 'success',
  rejected: 'danger',
  notPassed: 'danger',
  failed: 'danger',
  disabled: 'danger',
  frozen: 'warning',
  invited: 'warning',
  enrolling: 'warning',
  cancelled: 'neutral',
  withdrawn: 'neutral',
  returning: 'warning',
  returned: 'neutral',
  expired: 'neutral',
} as const;
export type KnownState = keyof typeof TONES;

export function StateBadge({ state }: { state: KnownState }) {
  const t = useT();
  return <Badge tone={TONES[state]}>{t(`console:state.${state}`)}</Badge>;
}
