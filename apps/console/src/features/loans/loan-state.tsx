import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge } from '@glasshouse/ui';

export type LoanRow = OperatorResultOf<'listLoanQueue'>['items'][number];
export type LoanCase = OperatorResultOf<'getLoanCase'>;

const TONES = {
  pending: 'accent',
  repaying: 'success',
  expired: 'danger',
  repaid: 'neutral',
  rejected: 'neutral',
  cancelled: 'neutral',
} as const satisfies Record<LoanRow['state'], string>;

export function LoanState({ state }: { state: LoanRow['state'] }) {
  const t = useT();
  return <Badge tone={TONES[state]}>{t(`loans:state.${state}`)}</Badge>;
}

/** What the person was told last, and when; nothing after the payout needs no telling. */
export function LastNotice({ told: lastStep }: { told: LoanRow['told'] }) {
  const t = useT();
  const format = useFormat();
  return lastStep === null ? '–' : `${t(`loans:step.${lastStep.step}`)} · ${format.dateTime(lastStep.at)}`;
}
