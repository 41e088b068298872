import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { useState } from 'react';

const SEEN = 'onboardingSeen';

/** If it does not come, the next visit asks again. */
const Board = lazyPart(async () => {
  const [board] = await Promise.all([import('./onboarding-board.tsx'), needMessages(['site'])]);
  return board.OnboardingBoard;
});

/**
 * The first visit on a phone: what this is, until somebody continues or skips. Only where the tabs
 * lead: a link to one market or order is not covered.
 */
export function Onboarding() {
  const [seen, setSeen] = useState(() => readStored(SEEN) !== undefined);
  if (seen) return null;
  const done = (): void => {
    writeStored(SEEN, '1');
    setSeen(true);
  };
  return (
    <LazyPlace>
      <Board onDone={done} />
    </LazyPlace>
  );
}
