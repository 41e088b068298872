import { useT } from '@glasshouse/app/language/language';
import { BottomSheet } from '@glasshouse/ui';
import { useSyncExternalStore } from 'react';
import { setSession } from '../api/session-cell.ts';
import { stepUpQuestion } from '../api/step-up.ts';
import { FactorFields } from '../parts/factors/factor-fields.tsx';
import { useSession } from '../session/session.ts';

/** Asks for a second factor when a call wants a fresh one; the call then goes on by itself. */
export function StepUpDialog() {
  const t = useT();
  const session = useSession();
  const question = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.get);
  if (session === undefined || question === undefined) return null;
  return (
    <BottomSheet
      open
      width="s"
      title={t('console:stepUp.title')}
      description={t('console:stepUp.text')}
      closeLabel={t('common:action.cancel')}
      onClose={() => question.settle(false)}
    >
      <FactorFields
        factors={session.factors}
        onDone={(next) => {
          setSession(next);
          question.settle(true);
        }}
      />
    </BottomSheet>
  );
}
