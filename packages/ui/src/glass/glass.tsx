import type { HTMLAttributes } from 'react';
import { cx } from '../lib/cx.ts';
import styles from './glass.module.css';

/** A pane that stands in the page: its face, its rim, and its green edge at the inline start. */
export const Glass = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={cx(styles.glass, className)} />
);
