import { loadCallTable } from '../../api/load-call-table.ts';
import { needMessages } from '../../i18n/language.ts';
import { Late, late } from '../../shared/late.tsx';
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
