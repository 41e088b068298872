import type { ReactNode } from 'react';
import styles from './gallery.module.css';

/** One component in one state, with the name of that state. */
export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.specimen}>
    <h3>{name}</h3>
    {children}
  </div>
);
