import { useFormat } from '@glasshouse/app/hooks/use-format';
import { Icon } from '@glasshouse/ui';
import { ChevronRight } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './receipt.module.css';

export interface ReceiptFold {
  /** Where links within the page lead to it. */
  readonly id?: string;
  readonly title: string;
  readonly count: number;
  readonly content: ReactNode;
}

/** The lists of a receipt: each is one line with its count until it is opened. */
export const FoldList = ({ folds }: { readonly folds: readonly ReceiptFold[] }) => (
  <div className={styles.folds}>
    {folds.map((fold) => (
      <Fold key={fold.title} {...fold} />
    ))}
  </div>
);

function Fold({ id, title, count, content }: ReceiptFold) {
  const format = useFormat();
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Browsers open what a fragment leads into by themselves, but not after a visit of the router.
    const reveal = (): void => {
      const target = document.getElementById(window.location.hash.slice(1));
      const details = inside.current?.closest('details');
      if (target === null || details == null || inside.current?.contains(target) !== true) return;
      details.open = true;
      target.scrollIntoView({ block: 'nearest' });
    };
    reveal();
    window.addEventListener('hashchange', reveal);
    return () => window.removeEventListener('hashchange', reveal);
  }, []);
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        <Icon of={ChevronRight} size="s" mirror />
        {title}
        <span className={styles.count}>{format.number(count)}</span>
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would need a heading of its own. */}
      <div ref={inside} id={id} role="region" aria-label={title} className={styles.inside}>
        {content}
      </div>
    </details>
  );
}
