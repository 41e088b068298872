import { type PointerEvent, type RefObject, useRef } from 'react';

/** A sheet dragged down this far closes. */
const CLOSE_AT_PX = 96;

/**
 * Lets a finger drag a sheet down by its header. It follows the finger and springs back if released
 * early.
 */
export function useDragDown(sheet: RefObject<HTMLElement | null>, onClose: () => void, enabled: boolean) {
  const start = useRef<number | undefined>(undefined);
  if (!enabled) return {};

  const end = (event: PointerEvent) => {
    if (start.current === undefined) return;
    const pulled = event.clientY - start.current;
    start.current = undefined;
    sheet.current?.style.removeProperty('translate');
    if (CLOSE_AT_PX < pulled && event.type === 'pointerup') onClose();
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      // Only while it is laid out as a sheet, and never on a button in its header.
      const isSheet = matchMedia('(max-width: 639px)').matches;
      if (!isSheet || (event.target as Element).closest('button, a') !== null) return;
      start.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === undefined) return;
      sheet.current?.style.setProperty('translate', `0 ${Math.max(0, event.clientY - start.current)}px`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
