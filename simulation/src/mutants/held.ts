import type { Mutant } from './mutant.ts';
import { withPostings, withRows } from './with-module.ts';

const keepsWhatIsLetGo: Mutant = {
  focus: 'heldCredits',
  name: 'a held credit that is let go stays where it is held',
  modules: withPostings('request.decide', (posting) =>
    posting.reason === 'deposit.overLimitReleased' ? [] : [posting],
  ),
};

const forgetsUndoneReturn: Mutant = {
  focus: 'heldCredits',
  name: 'a return that two persons undid can still be paid',
  modules: withRows('identityLevels', (change) => {
    if (change.table !== 'deposit_holds' || change.row.state !== 'held') return change;
    const isUndone = (change.row.steps as { step: string }[]).at(-1)?.step === 'returnCancelled';
    return isUndone ? { ...change, row: { ...change.row, state: 'returning' } } : change;
  }),
};

const returnsNothing: Mutant = {
  focus: 'heldCredits',
  name: 'a held credit goes back without leaving the house',
  modules: withPostings('request.decide', (posting) => (posting.reason === 'deposit.returned' ? [] : [posting])),
};

export const heldMutants: readonly Mutant[] = [keepsWhatIsLetGo, forgetsUndoneReturn, returnsNothing];
