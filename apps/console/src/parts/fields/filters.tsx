import type { ReactNode } from 'react';
import styles from './filters.module.css';

/** What narrows a list, in a row above it. */
export const Filters = ({ children }: { children: ReactNode }) => <div className={styles.filters}>{children}</div>;
