import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isRightToLeft } from '../lib/roving.ts';
import { place } from './place.ts';
import styles from './tooltip.module.css';

export interface TooltipProps {
  /** A few words. For an explanation use `Why`, which also works with a finger. */
  words: ReactNode;
  /** Something that takes the focus. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

const OPEN_AFTER_MS = 350;

/** Words about a control, for pointer and keyboard. Escape takes them away, and the pointer may rest on them (WCAG 1.4.13). */
export function Tooltip({ words, children }: TooltipProps) {
  const id = useId();
  const holder = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const openSoon = (delayMs: number) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setOpen(true), delayMs);
  };
  const close = () => {
    clearTimeout(waiting.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);

  useEffect(() => {
    const panel = tip.current;
    const anchor = holder.current?.firstElementChild;
    if (!open || panel === null || !anchor) return;
    panel.showPopover();
    const spot = place(
      anchor.getBoundingClientRect(),
      { width: panel.offsetWidth, height: panel.offsetHeight },
      { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
      { align: 'center', rtl: isRightToLeft(anchor), gap: 6, margin: 8 },
    );
    panel.style.left = `${spot.left}px`;
    panel.style.top = `${spot.top}px`;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      panel.hidePopover();
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what reaches the control inside it.
    <span
      ref={holder}
      className={styles.holder}
      onPointerEnter={(event) => event.pointerType === 'mouse' && openSoon(OPEN_AFTER_MS)}
      onPointerLeave={close}
      onFocus={(event) => event.target.matches(':focus-visible') && openSoon(0)}
      onBlur={close}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={tip} id={id} role="tooltip" popover="manual" className={styles.tip}>
        {words}
      </span>
    </span>
  );
}
