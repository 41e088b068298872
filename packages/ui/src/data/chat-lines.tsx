import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import styles from './chat-lines.module.css';

/** Messages of a conversation, oldest first. */
export const ChatLines = ({ children }: { readonly children: ReactNode }) => (
  <ol className={styles.lines}>{children}</ol>
);

interface ChatLineProps {
  /** Written by the side that reads it. */
  readonly own: boolean;
  /** A note among operators, or a message that is still being sent. */
  readonly tone?: 'internal' | 'pending' | undefined;
  /** Above the bubble. */
  readonly heading?: ReactNode;
  /** In the bubble; without it there is none. */
  readonly children?: ReactNode;
  /** Below the bubble: time and state. */
  readonly note: ReactNode;
}

/** One message: a bubble at the side of its writer, with its time. */
export const ChatLine = ({ own, tone, heading, children, note }: ChatLineProps) => (
  <li className={cx(styles.line, own && styles.own, tone !== undefined && styles[tone])}>
    {heading !== undefined && <p className={styles.note}>{heading}</p>}
    {children !== undefined && <div className={styles.bubble}>{children}</div>}
    <div className={styles.note}>{note}</div>
  </li>
);

/** The text of a message, in the direction of its own language. */
export const ChatText = ({ children }: { readonly children: string }) => (
  <p dir="auto" className={styles.text}>
    {children}
  </p>
);
