import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { ReactNode } from 'react';
import { serverNow } from '../../live/clock.ts';

interface Timed {
  readonly at: string | null;
  readonly dueAt: string | null;
}

/** When a step happened, or by when it will, in the reader's own time. */
export function useStepTimes(): (step: Timed) => ReactNode | undefined {
  const t = useT();
  const format = useFormat();
  return ({ at, dueAt }) => {
    if (at !== null) return <time dateTime={at}>{format.dateTime(at)}</time>;
    if (dueAt === null) return undefined;
    return t('wallet:timeline.due', { time: format.dateTime(dueAt), left: format.relative(dueAt, serverNow()) });
  };
}
