import { type ComponentType, lazy, Suspense } from 'react';
import { loadCallTable } from '../../api/load-call-table.ts';
import { needMessages } from '../../i18n/language.ts';
import styles from './home-page.module.css';

const Figures = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [figures] = await Promise.all([import('./site-figures.tsx'), needMessages(['site']), loadCallTable()]);
    return { default: figures.SiteFigures };
  } catch {
    // The page works without them.
    return { default: () => null };
  }
});

/** The figures of this installation, in a place reserved for them: prices come first. */
export const LateFigures = () => (
  <div className={styles.figures}>
    <Suspense>
      <Figures />
    </Suspense>
  </div>
);
