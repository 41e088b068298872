import { Icon } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page that few look at: its heading in one line, and the rest once it is opened. */
export function Fold({ title, children }: FoldProps) {
  // What is folded asks the server for nothing.
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className={styles.fold} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>{title}</h2>
        <Icon of={ChevronDown} className={styles.arrow} />
      </summary>
      {wasOpened && <div className={styles.inside}>{children}</div>}
    </details>
  );
}
