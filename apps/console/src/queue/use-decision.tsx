import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { toasts } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { refreshCounts } from '../live/counts.ts';
import type { Decision, DecisionInput } from './decision.ts';
import { DecisionDialog } from './decision-dialog.tsx';

/**
 * Asks for the reason of an action outside a queue's two decisions, and carries it out at once.
 * `make` is asked again whenever the page is drawn, so that fields of the decision are its own.
 */
export function useDecision<Subject>(
  make: (subject: Subject) => Decision,
  onDone: () => void,
): { readonly ask: (subject: Subject) => void; readonly dialog: ReactNode } {
  const t = useT();
  const [pending, setAsked] = useState<{ readonly subject: Subject }>();
  const decide = async (decided: Decision, input: DecisionInput): Promise<Failure | undefined> => {
    const answer = await decided.send(input);
    if (!answer.ok) return answer.failure;
    const isWaiting = answer.result?.state === 'waiting';
    toasts.show({
      title: isWaiting ? t('console:decision.waits', { id: answer.result?.request ?? '' }) : decided.done,
      tone: isWaiting ? 'info' : 'success',
    });
    setAsked(undefined);
    onDone();
    void refreshCounts();
    return undefined;
  };
  return {
    ask: (subject) => setAsked({ subject }),
    dialog: pending && (
      <DecisionDialog decision={make(pending.subject)} onClose={() => setAsked(undefined)} onDecide={decide} />
    ),
  };
}
