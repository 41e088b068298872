import type { HTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../lib/cx.ts';
import styles from './layout.module.css';

interface PageProps extends HTMLAttributes<HTMLElement> {
  /**
   * `reading` limits the measure of forms and text, `page` is for lists, `wide` for the instrument
   * page.
   */
  width?: 'reading' | 'page' | 'wide' | undefined;
  ref?: Ref<HTMLElement> | undefined;
}

/** The main landmark, centred, with the page's gutters. `id` is the skip link's target. */
export function Page({ width = 'page', className, id = 'main', ...rest }: PageProps) {
  return <main {...rest} id={id} tabIndex={-1} className={cx(styles.page, styles[width], className)} />;
}

interface PageHeadProps {
  title: ReactNode;
  note?: ReactNode | undefined;
  actions?: ReactNode | undefined;
}

/** The only h1 of a page, with the actions on the whole page. */
export function PageHead({ title, note, actions }: PageHeadProps) {
  return (
    <header className={styles.pageHead}>
      <div>
        <h1 className={styles.pageTitle}>{title}</h1>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

interface CardProps extends HTMLAttributes<HTMLDivElement> {
  /** Without padding, for lists and tables that run to the edge. */
  flush?: boolean | undefined;
}

export function Card({ flush = false, className, ...rest }: CardProps) {
  return <div {...rest} className={cx(styles.card, flush && styles.flush, className)} />;
}

interface SectionProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode | undefined;
  note?: ReactNode | undefined;
  actions?: ReactNode | undefined;
}

export function Section({ title, note, actions, className, children, ...rest }: SectionProps) {
  return (
    <section {...rest} className={cx(styles.section, className)}>
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.sectionHead}>
          <div>
            {title !== undefined && <h2 className={styles.sectionTitle}>{title}</h2>}
            {note !== undefined && <p className={styles.note}>{note}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

interface StackProps extends HTMLAttributes<HTMLDivElement> {
  /** In steps of four pixels. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | undefined;
  row?: boolean | undefined;
  wrap?: boolean | undefined;
  /** For rows: first child at the start, last at the end. */
  spread?: boolean | undefined;
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined;
}

export function Stack({
  gap = 4,
  row = false,
  wrap = false,
  spread = false,
  align,
  className,
  style,
  ...rest
}: StackProps) {
  return (
    <div
      {...rest}
      className={cx(styles.stack, row && styles.row, wrap && styles.wrap, spread && styles.spread, className)}
      style={{ ...style, gap: `var(--space-${gap})`, ...(align && { alignItems: align }) }}
    />
  );
}
