import { type ComponentType, lazy, Suspense, useState } from 'react';
import { needMessages } from '../../i18n/language.ts';
import { readStored, writeStored } from '../../session/storage.ts';

const SEEN = 'onboardingSeen';

const Board = lazy(async (): Promise<{ default: ComponentType<{ onDone: () => void }> }> => {
  try {
    const [board] = await Promise.all([import('./onboarding-board.tsx'), needMessages(['site'])]);
    return { default: board.OnboardingBoard };
  } catch {
    // The app works without it; the next visit asks again.
    return { default: () => null };
  }
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
    <Suspense>
      <Board onDone={done} />
    </Suspense>
  );
}
