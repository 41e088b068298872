import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { X } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import styles from './dialog.module.css';
import { useDragDown } from './use-drag-down.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What this is about or what will happen; announced when the dialog opens. */
  description?: ReactNode | undefined;
  /** Accessible name of the close button. */
  closeLabel: string;
  /** The buttons, main action last. On phones they are stacked, with the last one on top. */
  footer?: ReactNode | undefined;
  /** False while the dialog must stay open: no closing by Escape, outside press or drag. */
  dismissable?: boolean | undefined;
  width?: 's' | 'm' | 'l' | undefined;
  /**
   * Shown above the sheet, in the rest of the window: what the sheet is about stays in view. The
   * sheet then takes at most 70 % of the height.
   */
  above?: ReactNode | undefined;
  children?: ReactNode | undefined;
}

/** A native modal dialog: traps the focus, makes the page inert and returns the focus. */
export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <Modal {...rest} sheet={false} /> : null);

/**
 * Like `Dialog`, but a bottom sheet on phones, within reach of the thumb, that can be dragged down
 * to close.
 */
export const BottomSheet = ({ open, ...rest }: DialogProps) => (open ? <Modal {...rest} sheet /> : null);

function Modal(props: Omit<DialogProps, 'open'> & { sheet: boolean }) {
  const { onClose, title, description, closeLabel, footer, dismissable = true, width = 'm', sheet, children } = props;
  const { above } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const id = useId();
  const drag = useDragDown(dialog, onClose, sheet && dismissable);

  // A layout effect in a component that is only mounted while open: its cleanup runs before the
  // element is removed, the last moment at which closing it still returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A sheet below something begins in itself, and not at the first control above it.
    inside.current?.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the backdrop is a shortcut; the keyboard has Escape (onCancel).
    <dialog
      ref={dialog}
      className={cx(styles.dialog, styles[width], sheet && styles.sheet, above !== undefined && styles.below)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissable) onClose();
      }}
      onClick={(event) => {
        if (dismissable && event.target === event.currentTarget) onClose();
      }}
    >
      {above !== undefined && <div className={styles.above}>{above}</div>}
      <div
        ref={above === undefined ? undefined : inside}
        tabIndex={above === undefined ? undefined : -1}
        className={styles.inside}
      >
        {/* Not `header` and `footer`, which would become landmarks of the page. */}
        <div className={styles.head} {...drag}>
          {sheet && <span className={styles.grip} />}
          <div className={styles.titles}>
            <h2 id={`${id}-title`} className={styles.title}>
              {title}
            </h2>
            {description !== undefined && (
              <p id={`${id}-description`} className={styles.description}>
                {description}
              </p>
            )}
          </div>
          {dismissable && (
            <IconButton icon={X} label={closeLabel} size="s" className={styles.close} onClick={onClose} />
          )}
        </div>
        {children !== undefined && <div className={styles.body}>{children}</div>}
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}
