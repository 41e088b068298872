import type { ReactNode } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { X } from '../icon/icons.ts';
import { useUiLocale } from '../theme/locale.tsx';
import styles from './pane.module.css';
import type { usePopover } from './use-popover.ts';

interface PaneProps {
  popover: ReturnType<typeof usePopover>;
  /** Names the figure. */
  label: string;
  children: ReactNode;
}

/**
 * The one pane of glass that explains figures, receipts and reserves: at the inline end of the
 * window, with the page in sight behind it; on a phone a sheet below the pressed figure.
 */
export function Pane({ popover, label, children }: PaneProps) {
  const { closeLabel } = useUiLocale();
  return (
    // Closed, it is no dialog that anybody could be in.
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps presses from what lies behind.
    // biome-ignore lint/a11y/noStaticElementInteractions: an open one has its role.
    <div
      {...popover.panelProps}
      ref={popover.panelRef}
      {...(popover.open && { role: 'dialog', 'aria-label': label })}
      tabIndex={-1}
      className={styles.pane}
      // A press in the reason of a figure is none of the row or link that the figure stands in.
      onClick={(event) => {
        event.stopPropagation();
        // What a link within the page leads to must not lie under the pane.
        if ((event.target as Element).closest('a[href^="#"]') !== null) popover.close();
      }}
    >
      {popover.open && (
        <div className={styles.inside}>
          <IconButton icon={X} label={closeLabel ?? ''} size="s" className={styles.close} onClick={popover.close} />
          {children}
        </div>
      )}
    </div>
  );
}

/** Read from its beginning; closing it returns the focus to the figure. */
export const focusPane = (pane: HTMLElement): void => pane.focus({ preventScroll: true });

export interface PaneRow {
  readonly name: ReactNode;
  readonly value: ReactNode;
  /** Before the name: how it enters the sum. */
  readonly operator?: string | undefined;
  /** The result of the rows above, set off by a line. */
  readonly total?: boolean | undefined;
  /** It was calculated itself: a press opens its own level. */
  readonly onOpen?: (() => void) | undefined;
}

export interface Explanation {
  /** What the figure is, or the way to it from the figure that was pressed. */
  readonly title: ReactNode;
  /** The figure as an equation in words and figures. */
  readonly sentence?: ReactNode | undefined;
  /** A sentence about it. */
  readonly text?: ReactNode | undefined;
  /** Above the rows: their shares of the whole. */
  readonly bar?: ReactNode | undefined;
  readonly rowsTitle?: ReactNode | undefined;
  readonly rows?: readonly PaneRow[] | undefined;
  /** What proves it. */
  readonly proof?: ReactNode | undefined;
  /** Where to verify it: a link to the tick, the ledger lines, the reserve. */
  readonly footer?: ReactNode | undefined;
}

/** Sentence, what it is made of, what proves it: three levels of one pane. */
export function PaneContent({ title, sentence, text, bar, rowsTitle, rows = [], proof, footer }: Explanation) {
  const hasOperators = rows.some(({ operator }) => operator !== undefined);
  return (
    <>
      <div className={styles.title}>{title}</div>
      {sentence !== undefined && <p className={styles.sentence}>{sentence}</p>}
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {rowsTitle !== undefined && <p className={styles.heading}>{rowsTitle}</p>}
      {bar}
      {0 < rows.length && (
        <dl className={styles.rows}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an explanation are fixed while it is open.
            <PaneLine key={index} row={row} isSummed={hasOperators} />
          ))}
        </dl>
      )}
      {proof}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </>
  );
}

interface PaneLineProps {
  readonly row: PaneRow;
  /** Operators stand before the names of these rows. */
  readonly isSummed: boolean;
}

function PaneLine({ row: { name, value, operator, total, onOpen }, isSummed }: PaneLineProps) {
  return (
    <div className={total ? styles.total : styles.row} data-total={total || undefined}>
      <dt>
        {isSummed && (
          <bdi dir="ltr" className={styles.operator}>
            {total && operator === undefined ? '=' : operator}
          </bdi>
        )}
        {onOpen === undefined ? (
          name
        ) : (
          <button type="button" className={styles.opens} onClick={onOpen}>
            {name}
          </button>
        )}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

interface PartsBarProps {
  /** Absolute sizes, in any unit. */
  readonly parts: readonly { readonly size: number; readonly tone: 'ink' | 'up' | 'down' }[];
}

/** Shares of a whole as one bar, 8 px high; the rows below it name them. */
export const PartsBar = ({ parts }: PartsBarProps) => (
  <div className={styles.parts} aria-hidden="true">
    {parts.map(({ size, tone }, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: its parts keep their order.
        key={index}
        data-tone={tone}
        style={{ flexGrow: size }}
      />
    ))}
  </div>
);
