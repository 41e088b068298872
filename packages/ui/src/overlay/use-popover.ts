import { type RefObject, type ToggleEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { isRightToLeft } from '../lib/direction.ts';
import { place } from './place.ts';

interface PopoverOptions {
  align?: 'start' | 'center' | 'end' | undefined;
  /** A pane at the edge of the window; on a phone the anchor stays in view above it. */
  isPane?: boolean | undefined;
  /** Called once the panel is placed, in its first frame: where to move the focus. */
  onOpen?: ((panel: HTMLElement) => void) | undefined;
}

interface Popover {
  open: boolean;
  show: () => void;
  close: () => void;
  anchorRef: RefObject<HTMLButtonElement | null>;
  anchorProps: { popoverTarget: string; 'aria-expanded': boolean; 'aria-controls': string };
  panelRef: RefObject<HTMLDivElement | null>;
  panelProps: {
    id: string;
    popover: 'auto';
    onBeforeToggle: (event: ToggleEvent<HTMLElement>) => void;
    onToggle: (event: ToggleEvent<HTMLElement>) => void;
  };
}

const GAP_PX = 6;
/** A figure of the moment may become longer while its pane is open. */
const GROWTH_PX = 64;
/** Between a pressed figure and the sheet below it. */
const SHEET_GAP_PX = 24;
/** A sheet is at least this much of the window, and the figure that it is about is above it. */
const LEAST_SHEET = 0.55;
const MARGIN_PX = 8;

/**
 * A panel in the browser's top layer that belongs to a button. The platform closes it on Escape and
 * on a press outside, returns the focus and keeps it above dialogs; only the placement is ours.
 * `panel.module.css` turns it into a bottom sheet on phones.
 */
export function usePopover({ align = 'start', isPane = false, onOpen }: PopoverOptions = {}): Popover {
  const id = useId();
  const anchorRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const updatePlacement = useCallback(() => {
    const anchor = anchorRef.current;
    const panel = panelRef.current;
    if (anchor === null || panel === null) return;
    if (isPane) {
      panel.style.setProperty('--pane-max', `${paneRoom(anchor)}px`);
      panel.dataset.side = sideOf(panel, anchor);
      return;
    }
    const { scrollTop } = panel;
    panel.style.removeProperty('--panel-max');
    const view = document.documentElement;
    const box = anchor.getBoundingClientRect();
    const placement = place(
      box,
      { width: panel.offsetWidth, height: panel.offsetHeight },
      { width: view.clientWidth, height: view.clientHeight },
      { align, rtl: isRightToLeft(anchor), gap: GAP_PX, margin: MARGIN_PX },
    );
    panel.style.setProperty('--panel-left', `${placement.left}px`);
    panel.style.setProperty('--panel-top', `${placement.top}px`);
    panel.style.setProperty('--panel-max', `${placement.maxHeight}px`);
    panel.style.setProperty('--anchor-width', `${anchor.offsetWidth}px`);
    // Measuring without the height limit resets the scroll offset of a long panel.
    panel.scrollTop = scrollTop;
  }, [align, isPane]);

  useEffect(() => {
    if (!open) return;
    const onScroll = (event: Event) => {
      // Scrolling inside the panel does not move its anchor.
      if (!(event.target instanceof Node && panelRef.current?.contains(event.target))) updatePlacement();
    };
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    addEventListener('resize', updatePlacement);
    // Its contents may come later than the panel.
    const sizes = new ResizeObserver(updatePlacement);
    const inside = panelRef.current?.firstElementChild;
    if (inside) sizes.observe(inside);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', onScroll, { capture: true });
      removeEventListener('resize', updatePlacement);
    };
  }, [open, updatePlacement]);

  return {
    open,
    show: useCallback(() => panelRef.current?.showPopover(), []),
    close: useCallback(() => panelRef.current?.hidePopover(), []),
    anchorRef,
    anchorProps: { popoverTarget: id, 'aria-expanded': open, 'aria-controls': id },
    panelRef,
    panelProps: {
      id,
      popover: 'auto',
      onBeforeToggle: (event) => {
        if (isOfNested(event) || event.newState !== 'open') return;
        setOpen(true);
        // The panel has no size until it is shown; the next frame is the first one that does,
        // and it has not been painted yet.
        requestAnimationFrame(() => {
          if (isPane && anchorRef.current !== null) bringUp(anchorRef.current);
          updatePlacement();
          if (panelRef.current !== null) onOpen?.(panelRef.current);
        });
      },
      onToggle: (event) => {
        if (!isOfNested(event) && event.newState !== 'open') setOpen(false);
      },
    },
  };
}

/** React passes on to a panel the toggling of another panel or `details` within it. */
const isOfNested = ({ target, currentTarget }: ToggleEvent<HTMLElement>): boolean => target !== currentTarget;

const paneRoom = (anchor: Element): number => {
  const height = document.documentElement.clientHeight;
  return Math.max(height * LEAST_SHEET, height - anchor.getBoundingClientRect().bottom - SHEET_GAP_PX);
};

/** At the start where it would cover the figure that it explains at its usual place. */
function sideOf(pane: HTMLElement, anchor: Element): 'start' | 'end' {
  const box = anchor.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const reach = pane.offsetWidth + GROWTH_PX;
  const isCovered = isRightToLeft(anchor) ? box.left < reach : width - reach < box.right;
  return isCovered ? 'start' : 'end';
}

/** Scrolls the page where the sheet would cover the figure that it explains. */
function bringUp(anchor: Element): void {
  if (!matchMedia('(max-width: 767px)').matches) return;
  const height = document.documentElement.clientHeight;
  const hidden = anchor.getBoundingClientRect().bottom + SHEET_GAP_PX - height * (1 - LEAST_SHEET);
  if (0 < hidden) window.scrollBy(0, hidden);
}
