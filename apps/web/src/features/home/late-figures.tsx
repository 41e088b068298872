import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import styles from './home-page.module.css';

const Figures = lazyPart(async () => {
  const [figures] = await Promise.all([import('./site-figures.tsx'), needMessages(['site']), loadCallTable()]);
  return figures.SiteFigures;
});

/** The figures of this installation, in a place reserved for them: prices come first. */
export const LateFigures = () => (
  <div className={styles.figures}>
    <LazyPlace>
      <Figures />
    </LazyPlace>
  </div>
);
