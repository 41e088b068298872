import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { cx } from '@glasshouse/ui';
import { type CSSProperties, useState } from 'react';
import { keptWidth } from './kept-width.ts';
import styles from './live-island.module.css';

/** Nobody looks for it while a page is still loading, and it asks for six lists. */
const AFTER_MS = 1_500;

const LateIsland = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
  const [part] = await Promise.all([import('../island/island.tsx'), needMessages(['portfolio', 'trade', 'order'])]);
  return part.Island;
});

interface LiveIslandProps {
  /** Of a phone: where the page needs the height, it only announces what has ended. */
  readonly spokenOnly?: boolean | undefined;
}

/** The summary of what is open: in the header on a desktop, above the tabs on a phone. */
export function LiveIsland({ spokenOnly = false }: LiveIslandProps) {
  const session = useSession();
  const book = useBook();
  const [width] = useState(() => `${keptWidth()}px`);
  if (session === undefined) return null;
  return (
    <div className={cx(styles.place, spokenOnly && styles.spokenOnly)} style={{ '--kept': width } as CSSProperties}>
      <LazyPlace>
        <LateIsland key={`${session.user.id} ${book}`} />
      </LazyPlace>
    </div>
  );
}
