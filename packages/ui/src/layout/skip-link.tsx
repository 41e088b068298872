import type { ReactNode } from 'react';
import styles from './skip-link.module.css';

/** The first tab stop of every page. */
export const SkipLink = ({ target = 'main', children }: { target?: string; children: ReactNode }) => (
  <a href={`#${target}`} className={styles.link}>
    {children}
  </a>
);
