import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type SealState, Stamps } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { HashStart } from './hash-start.tsx';
import type { Proven, TickVerdict } from './verify-ticks.ts';

const MINUTE_MS = 60_000;
const STATES: Readonly<Record<TickVerdict, SealState>> = { proved: 'sealed', pending: 'price', wrong: 'broken' };

/** The minute that a tick is in, from its start to the moment it is signed from. Epoch ms. */
export function minuteOf({ at }: Proven['tick']): { readonly start: number; readonly end: number } {
  const start = Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS;
  return { start, end: start + MINUTE_MS };
}

interface PriceStampsProps {
  readonly proven: Proven;
  /** Undefined until the keys are there. */
  readonly verdict: TickVerdict | undefined;
  /** Beside the number of the tick. */
  readonly price?: ReactNode;
  readonly className?: string | undefined;
}

/** The four steps from a price to the signature of its minute, as this browser takes them. */
export function PriceStamps({ proven, verdict, price, className }: PriceStampsProps) {
  const t = useT();
  const format = useFormat();
  const { tick, receipt } = proven;
  const { start, end } = minuteOf(tick);
  const minute = format.time(start);
  const due = t('guide:pane.due', { time: format.time(end) });
  const number = <bdi dir="ltr">{`#${tick.seq}`}</bdi>;
  return (
    <Stamps
      label={t('guide:pane.proof')}
      className={className}
      state={verdict === undefined ? 'open' : STATES[verdict]}
      steps={[
        {
          name: t('guide:pane.price'),
          value:
            price === undefined ? (
              number
            ) : (
              <>
                {number} · {price}
              </>
            ),
        },
        { name: t('guide:pane.minute'), value: receipt === null ? t('guide:pane.open', { time: minute }) : minute },
        { name: t('guide:pane.root'), value: receipt === null ? due : <HashStart hex={receipt.root} /> },
        { name: t('guide:pane.signature'), value: receipt === null ? due : <HashStart hex={receipt.signature} /> },
      ]}
    />
  );
}
