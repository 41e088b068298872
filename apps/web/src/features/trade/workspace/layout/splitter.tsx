import { PANE_BOUNDS } from '@glasshouse/api/constants';
import { cx } from '@glasshouse/ui';
import { remPx } from '@glasshouse/ui/lib/rem';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { boundedSize, DEFAULT_LAYOUT, type Pane } from './layout.ts';
import styles from './splitter.module.css';

/** A step of the arrow keys, and with Shift. */
const STEP = 8;
const LARGE_STEP = 40;

interface SplitterProps {
  readonly pane: Pane;
  readonly size: number;
  /** Names the pane that it resizes. */
  readonly label: string;
  /** Where the pane lies: its size grows away from it. */
  readonly side: 'before' | 'after' | 'below';
  /** Gets `--<pane>` while dragging, so that no chart renders again for each pixel. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly onSize: (size: number) => void;
  /** Enter: hides the pane, where it can be hidden. */
  readonly onToggle?: (() => void) | undefined;
  readonly className?: string | undefined;
}

/**
 * The gap between two panes, which resizes one of them: by pointer, by arrow keys, and back to the
 * usual size by a double click or Home.
 */
export function Splitter({ pane, size, label, side, frame, onSize, onToggle, className }: SplitterProps) {
  const start = useRef<{ readonly at: number; readonly size: number }>(undefined);
  const isUpright = side !== 'below';
  const show = (next: number) => frame.current?.style.setProperty(`--${pane}`, String(boundedSize(pane, next)));
  const place = (event: PointerEvent) => (isUpright ? event.clientX : event.clientY);
  /** By how much the pane grows for a move of the pointer to the right, or down. */
  const sign = () => {
    if (!isUpright) return -1;
    const rtl = getComputedStyle(document.documentElement).direction === 'rtl';
    return (side === 'before') === rtl ? -1 : 1;
  };
  const sizeAt = (event: PointerEvent): number | undefined =>
    start.current && start.current.size + (sign() * (place(event) - start.current.at)) / remPx(0.01);
  const release = () => {
    start.current = undefined;
    show(size);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const grow = isUpright ? { ArrowRight: sign(), ArrowLeft: -sign() } : { ArrowUp: 1, ArrowDown: -1 };
    const direction = (grow as Readonly<Record<string, number>>)[event.key];
    if (direction !== undefined) onSize(boundedSize(pane, size + direction * (event.shiftKey ? LARGE_STEP : STEP)));
    else if (event.key === 'Home') onSize(DEFAULT_LAYOUT[pane].size);
    else if (event.key === 'Enter' && onToggle !== undefined) onToggle();
    else if (event.key === 'Escape' && start.current !== undefined) release();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and moved.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={PANE_BOUNDS[pane].min}
      aria-valuemax={PANE_BOUNDS[pane].max}
      className={cx(styles.splitter, isUpright ? styles.upright : styles.level, className)}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onSize(DEFAULT_LAYOUT[pane].size)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: place(event), size };
      }}
      onPointerMove={(event) => {
        const next = sizeAt(event);
        if (next !== undefined) show(next);
      }}
      onPointerUp={(event) => {
        const next = sizeAt(event);
        start.current = undefined;
        if (next !== undefined && boundedSize(pane, next) !== size) onSize(boundedSize(pane, next));
      }}
      onPointerCancel={release}
    />
  );
}
