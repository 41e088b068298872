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
  /** What this is about or what will happen; read out when the dialog opens. */
  description?: ReactNode | undefined;
  /** Spoken name of the close button. */
  closeLabel: string;
  /** The buttons. On phones they stand under each other, the first on top: give the main one last. */
  footer?: ReactNode | undefined;
  /** False while something must not be interrupted: no closing by Escape, press outside or drag. */
  dismissable?: boolean | undefined;
  width?: 's' | 'm' | 'l' | undefined;
  children?: ReactNode | undefined;
}

/** The platform's modal dialog: it traps the focus, makes the page behind inert and gives the focus back. */
export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <Modal {...rest} sheet={false} /> : null);

/** As `Dialog`, but rises from the bottom edge on phones, within reach of the thumb, and can be pulled down to close. */
export const BottomSheet = ({ open, ...rest }: DialogProps) => (open ? <Modal {...rest} sheet /> : null);

function Modal(props: Omit<DialogProps, 'open'> & { sheet: boolean }) {
  const { onClose, title, description, closeLabel, footer, dismissable = true, width = 'm', sheet, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const drag = useDragDown(dialog, onClose, sheet && dismissable);

  // A layout effect of a component that lives only while it is open: its clean-up runs before the element leaves the page,
  // which is the last moment at which closing it still gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the backdrop is a shortcut; the keyboard has Escape (onCancel).
    <dialog
      ref={dialog}
      className={cx(styles.dialog, styles[width], sheet && styles.sheet)}
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
      <div className={styles.inside}>
        {/* Not `header` and `footer`: these would be landmarks of the page. */}
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
