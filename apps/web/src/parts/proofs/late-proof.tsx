import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import styles from './late-proof.module.css';

const Proof = lazyPart(async () => {
  const [proof] = await Promise.all([
    import('./living-proof.tsx'),
    needMessages(['site', 'trade', 'guide']),
    loadCallTable(),
  ]);
  return proof.LivingProof;
});

/** A check that this browser makes itself, in a place reserved for it. */
export const LateProof = () => (
  <div className={styles.proof}>
    <LazyPlace>
      <Proof />
    </LazyPlace>
  </div>
);
