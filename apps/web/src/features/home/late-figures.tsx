import { needMessages } from '@glasshouse/app/language/language';
import { Late, late } from '@glasshouse/app/lazy/late.tsx';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import styles from './home-page.module.css';

const Figures = late(async () => {
  const [figures] = await Promise.all([import('./site-figures.tsx'), needMessages(['site']), loadCallTable()]);
  return figures.SiteFigures;
});

/** The figures of this installation, in a place reserved for them: prices come first. */
export const LateFigures = () => (
  <div className={styles.figures}>
    <Late>
      <Figures />
    </Late>
  </div>
);
