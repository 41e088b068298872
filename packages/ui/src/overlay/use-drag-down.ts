import { type PointerEvent, type RefObject, useRef } from 'react';

/** Pulled down this far, a sheet closes. */
const CLOSE_AT_PX = 96;

/** Lets a finger pull a sheet down by its head. The sheet follows the finger and springs back when let go too early. */
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
      // Only where the sheet is one, and never in place of a press on a button in its head.
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
