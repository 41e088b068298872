import { type RefObject, type ToggleEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { isRightToLeft } from '../lib/roving.ts';
import { place } from './place.ts';

export interface PopoverOptions {
  align?: 'start' | 'center' | 'end' | undefined;
  /** Called in the frame in which the panel is first drawn; the place to move the focus. */
  onOpen?: ((panel: HTMLElement) => void) | undefined;
  onClose?: (() => void) | undefined;
}

export interface Popover {
  open: boolean;
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

const GAP = 6;
const MARGIN = 8;

/**
 * A panel in the browser's top layer that belongs to a button: the platform closes it on Escape and on a press outside,
 * returns the focus and keeps it above dialogs. We only place it. `panel.module.css` turns it into a sheet on phones.
 */
export function usePopover({ align = 'start', onOpen, onClose }: PopoverOptions = {}): Popover {
  const id = useId();
  const anchorRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const put = useCallback(() => {
    const anchor = anchorRef.current;
    const panel = panelRef.current;
    if (anchor === null || panel === null) return;
    const scrolled = panel.scrollTop;
    panel.style.removeProperty('--panel-max');
    const view = document.documentElement;
    const spot = place(
      anchor.getBoundingClientRect(),
      { width: panel.offsetWidth, height: panel.offsetHeight },
      { width: view.clientWidth, height: view.clientHeight },
      { align, rtl: isRightToLeft(anchor), gap: GAP, margin: MARGIN },
    );
    panel.style.setProperty('--panel-left', `${spot.left}px`);
    panel.style.setProperty('--panel-top', `${spot.top}px`);
    panel.style.setProperty('--panel-max', `${spot.maxHeight}px`);
    panel.style.setProperty('--anchor-width', `${anchor.offsetWidth}px`);
    // Measured without its limit it is taller, and the browser takes back what such a panel could not have scrolled.
    panel.scrollTop = scrolled;
  }, [align]);

  useEffect(() => {
    if (!open) return;
    const follow = (event: Event) => {
      // Its own scrolling moves nothing it hangs on.
      if (!(event.target instanceof Node && panelRef.current?.contains(event.target))) put();
    };
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', put);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', put);
    };
  }, [open, put]);

  return {
    open,
    close: useCallback(() => panelRef.current?.hidePopover(), []),
    anchorRef,
    anchorProps: { popoverTarget: id, 'aria-expanded': open, 'aria-controls': id },
    panelRef,
    panelProps: {
      id,
      popover: 'auto',
      onBeforeToggle: (event) => {
        if (event.newState !== 'open') return;
        setOpen(true);
        // The panel has no size until it is shown; this frame is the first in which it has, and is not painted yet.
        requestAnimationFrame(() => {
          put();
          if (panelRef.current !== null) onOpen?.(panelRef.current);
        });
      },
      onToggle: (event) => {
        if (event.newState === 'open') return;
        setOpen(false);
        onClose?.();
      },
    },
  };
}
