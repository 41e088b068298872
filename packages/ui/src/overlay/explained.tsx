import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import styles from './explained.module.css';
import { focusPane, Pane } from './pane.tsx';
import { usePopover } from './use-popover.ts';

interface ExplainedProps {
  /** Accessible name: names the figure, not its value. */
  label: string;
  /** A `PaneContent`, asked only once it is opened. */
  explain: () => ReactNode;
  children: ReactNode;
}

interface Press {
  readonly isTouch: boolean;
  isLong: boolean;
  timer?: ReturnType<typeof setTimeout>;
}
const NO_PRESS: Press = { isTouch: false, isLong: false };

/** Long enough that no tap or scroll is taken for it. */
const LONG_PRESS_MS = 450;

/** While figures are outlined, a tap opens them as well. */
const isXray = (): boolean => document.documentElement.dataset.xray !== undefined;

/** A row or link that a tap belongs to rather than to a figure within it. */
const TARGETS = 'a, label, summary, [data-opens]';

/**
 * A figure that opens into its reason: by a press of the mouse, a long press of a finger, or from
 * the keyboard while the figures of the page are outlined. It takes no tab stop of its own outside
 * of that: a page has too many figures. Not allowed inside another button.
 */
export function Explained({ label, explain, children }: ExplainedProps) {
  const popover = usePopover({ isPane: true, onOpen: focusPane });
  // A page has hundreds of figures: the panel of one exists from its first opening on.
  const [wasAsked, setAsked] = useState(false);
  const press = useRef<Press>(NO_PRESS);
  const show = (): void => {
    flushSync(() => setAsked(true));
    popover.show();
  };
  const panelId = popover.anchorProps.popoverTarget;
  const stop = (): void => clearTimeout(press.current.timer);
  const onPointerDown = (event: PointerEvent): void => {
    stop();
    press.current = { isTouch: event.pointerType === 'touch', isLong: false };
    if (!press.current.isTouch) return;
    press.current.timer = setTimeout(() => {
      press.current.isLong = true;
      // While the button names its panel, lifting the finger does not close it again.
      popover.anchorRef.current?.setAttribute('popovertarget', panelId);
      show();
    }, LONG_PRESS_MS);
  };
  const onClick = (event: MouseEvent): void => {
    stop();
    // A key presses nothing: what is known is then of an earlier finger, which some browsers lift
    // from a long press without a click.
    const { isTouch, isLong } = event.detail === 0 ? NO_PRESS : press.current;
    popover.anchorRef.current?.removeAttribute('popovertarget');
    // A tap belongs to what is behind the figure, if that can be pressed: its row or its link.
    const isInTarget = event.currentTarget.closest(TARGETS) !== null;
    if (isTouch && !isLong && isInTarget && !isXray()) return;
    event.preventDefault();
    event.stopPropagation();
    if (isLong) return;
    if (popover.open) popover.close();
    else show();
  };
  return (
    <>
      <button
        ref={popover.anchorRef}
        type="button"
        tabIndex={-1}
        aria-expanded={popover.open}
        aria-controls={panelId}
        className={styles.figure}
        aria-description={label}
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
      {wasAsked &&
        createPortal(
          <Pane popover={popover} label={label}>
            {popover.open && explain()}
          </Pane>,
          // Out of the row, the link or the paragraph that the figure stands in, but within its
          // dialog: everything outside of that is inert.
          popover.anchorRef.current?.closest('dialog') ?? document.body,
        )}
    </>
  );
}
