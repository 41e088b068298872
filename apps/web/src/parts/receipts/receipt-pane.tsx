import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Glass, Icon, KeyValue, type KeyValueRow, Seal, type SealState } from '@glasshouse/ui';
import { ChevronLeft } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import styles from './receipt.module.css';

/** The way back from a receipt: what it is one of. */
export const ReceiptPath = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <Link href={href} className={styles.back}>
    <Icon of={ChevronLeft} size="s" mirror />
    {children}
  </Link>
);

/** The receipt at the start, what proves it beside it; below it on narrow screens. */
export const ReceiptSides = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.sides}>{children}</div>
);

export interface ReceiptHead {
  readonly logo?: ReactNode;
  /** What it is about, such as a market: the heading of the page. */
  readonly title: ReactNode;
  readonly direction?: ReactNode;
  /** Size, leverage, number of the order. */
  readonly detail?: ReactNode;
  /** How and when it ended, or its state. */
  readonly how: ReactNode;
  readonly result: ReactNode;
  /** The sum in words and figures. */
  readonly sentence?: ReactNode;
}

interface ReceiptPaneProps extends ReceiptHead {
  /** 2 where the page has a heading of its own. */
  readonly headingLevel?: 1 | 2;
  /** Undefined: nothing of it is proved by signatures, as of a deposit. */
  readonly seal?: { readonly state: SealState; readonly label: string } | undefined;
  readonly chart?: ReactNode;
  /** The five that matter most. */
  readonly facts: readonly KeyValueRow[];
  /** What this browser has checked. */
  readonly line?: ReactNode;
  readonly actions?: ReactNode;
}

/** One pane for everything that has a receipt: result, sentence, picture, five facts, actions. */
export function ReceiptPane(props: ReceiptPaneProps) {
  const {
    headingLevel = 1,
    logo,
    title,
    direction,
    detail,
    how,
    result,
    sentence,
    seal,
    chart,
    facts,
    line,
    actions,
  } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <Glass role="article" className={styles.pane}>
      <header className={styles.head}>
        <div className={styles.who}>
          {logo}
          <Heading>{title}</Heading>
          {direction !== undefined && <span className={styles.direction}>{direction}</span>}
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </div>
        {seal !== undefined && <Seal {...seal} size="l" className={styles.seal} />}
      </header>
      <p className={styles.how}>{how}</p>
      <p className={styles.result}>{result}</p>
      {sentence !== undefined && <p className={styles.sentence}>{sentence}</p>}
      {chart !== undefined && <div className={styles.chart}>{chart}</div>}
      <KeyValue rows={facts} />
      {line}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Glass>
  );
}

interface ReceiptBesideProps {
  /** Undefined: there is nothing to prove yet. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** Beside the receipt: what proves it, and the lists. */
export const ReceiptBeside = ({ title, children }: ReceiptBesideProps) => (
  <div className={styles.beside}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </div>
);

/** One line of proof: how many prices are sealed, and that this browser has checked them. */
export const ProofLine = ({ state, children }: { readonly state: SealState; readonly children: ReactNode }) => (
  <p className={styles.line} data-state={state} role="status">
    <Seal state={state} />
    <span>{children}</span>
  </p>
);

/** `Order 2654`, for the end of a head. */
export function OrderNumber({ id }: { readonly id: number }) {
  const t = useT();
  return <>{t('trade:order.title', { id: id === 0 ? '' : id })}</>;
}
