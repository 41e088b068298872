import { useT } from '@glasshouse/app/language/language';
import { Badge } from '@glasshouse/ui';
import type { TickVerdict } from './verify-ticks.ts';

const VERDICTS = {
  proved: { tone: 'success', label: 'trade:order.proofOk' },
  pending: { tone: 'neutral', label: 'trade:order.proofPending' },
  wrong: { tone: 'danger', label: 'trade:order.proofBad' },
} as const;

/**
 * What the browser found about a price; a dash before it looked. `isAlone`: no column says what it
 * is about.
 */
export function ProofVerdict({ verdict, isAlone = false }: { verdict: TickVerdict | undefined; isAlone?: boolean }) {
  const t = useT();
  if (verdict === undefined) return <>–</>;
  const { tone, label } = VERDICTS[verdict];
  return <Badge tone={tone}>{t(isAlone && verdict === 'pending' ? 'order:replay.unproved' : label)}</Badge>;
}
