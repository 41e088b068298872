import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import styles from './explained.module.css';
import { usePopover } from './use-popover.ts';
import { WhyPanel, type WhyRow } from './why-panel.tsx';

export interface Explanation {
  readonly title: ReactNode;
  readonly text?: ReactNode | undefined;
  readonly rows: readonly WhyRow[];
  readonly footer?: ReactNode | undefined;
}

interface ExplainedProps {
  /** Accessible name: names the figure, not its value. */
  label: string;
  /** Asked only once it is opened. */
  explain: () => Explanation;
  children: ReactNode;
}

/** Long enough that no tap or scroll is taken for it. */
const LONG_PRESS_MS = 450;

/** While figures are outlined, a tap opens them as well. */
const isXray = (): boolean => document.documentElement.dataset.xray !== undefined;

/**
 * A figure that opens into its reason: by a press of the mouse, a long press of a finger, or from
 * the keyboard while the figures of the page are outlined. It takes no tab stop of its own outside
 * of that: a page has too many figures. Not allowed inside a `<p>` or another button.
 */
export function Explained({ label, explain, children }: ExplainedProps) {
  const popover = usePopover({ align: 'center' });
  const press = useRef<{ timer?: ReturnType<typeof setTimeout>; isTouch: boolean; isLong: boolean }>({
    isTouch: false,
    isLong: false,
  });
  const explanation = popover.open ? explain() : undefined;
  const stop = (): void => clearTimeout(press.current.timer);
  const onPointerDown = (event: PointerEvent): void => {
    stop();
    press.current = { isTouch: event.pointerType === 'touch', isLong: false };
    if (!press.current.isTouch) return;
    press.current.timer = setTimeout(() => {
      press.current.isLong = true;
      popover.show();
    }, LONG_PRESS_MS);
  };
  const onClick = (event: MouseEvent): void => {
    stop();
    const { isTouch, isLong } = press.current;
    // A tap belongs to what is behind the figure: the row that it stands in.
    if (isTouch && !isXray()) {
      if (isLong) event.stopPropagation();
      return;
    }
    event.stopPropagation();
    if (popover.open) popover.close();
    else popover.show();
  };
  return (
    <>
      <button
        ref={popover.anchorRef}
        type="button"
        tabIndex={-1}
        className={styles.figure}
        aria-description={label}
        aria-expanded={popover.open}
        aria-controls={popover.anchorProps['aria-controls']}
        data-derived=""
        onPointerDown={onPointerDown}
        onPointerUp={stop}
        onPointerCancel={stop}
        onPointerLeave={stop}
        onContextMenu={(event) => {
          if (press.current.isTouch) event.preventDefault();
        }}
        onClick={onClick}
      >
        {children}
      </button>
      <WhyPanel
        popover={popover}
        label={label}
        title={explanation?.title}
        rows={explanation?.rows}
        footer={explanation?.footer}
      >
        {explanation?.text}
      </WhyPanel>
    </>
  );
}
