import { loadCallTable } from '../../api/load-call-table.ts';
import { needMessages } from '../../i18n/language.ts';
import { Late, late } from '../../shared/late.tsx';
import styles from './home-page.module.css';

const Proof = late(async () => {
  const [proof] = await Promise.all([import('./living-proof.tsx'), needMessages(['site', 'trade']), loadCallTable()]);
  return proof.LivingProof;
});

/** A check that this browser makes itself, in a place reserved for it. */
export const LateProof = () => (
  <div className={styles.proof}>
    <Late>
      <Proof />
    </Late>
  </div>
);
