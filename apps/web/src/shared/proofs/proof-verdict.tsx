import { Badge } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import type { TickVerdict } from './verify-ticks.ts';

const VERDICTS = {
  proved: { tone: 'success', label: 'trade:order.proofOk' },
  pending: { tone: 'neutral', label: 'trade:order.proofPending' },
  wrong: { tone: 'danger', label: 'trade:order.proofBad' },
} as const;

/** What the browser found about a price; a dash before it looked. */
export function ProofVerdict({ of }: { of: TickVerdict | undefined }) {
  const t = useT();
  return of === undefined ? <>–</> : <Badge tone={VERDICTS[of].tone}>{t(VERDICTS[of].label)}</Badge>;
}
