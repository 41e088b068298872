import type { Pixel } from './drawings/geometry.ts';

/** A finger that rests so long, and moves no farther, asks for the menu. */
const LONG_PRESS_MS = 500;
const STILL_PX = 10;

interface PressMenuOptions {
  /** Whether a menu is wanted here: within the price pane, and not while drawing. */
  isWanted: (pixel: Pixel) => boolean;
  onMenu: (pixel: Pixel) => void;
}

/** Right click and long press on the chart. */
export function watchPressMenu(container: HTMLElement, { isWanted, onMenu }: PressMenuOptions): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: { readonly x: number; readonly y: number } | undefined;
  const pixelOf = (event: MouseEvent): Pixel => {
    const { left, top } = container.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const give = () => {
    clearTimeout(timer);
    start = undefined;
  };
  const options = { signal: stop.signal, capture: true };
  container.addEventListener(
    'contextmenu',
    (event) => {
      const pixel = pixelOf(event);
      if (!isWanted(pixel)) return;
      event.preventDefault();
      // A long press of a finger ends here as well in some browsers; the timer has opened it then.
      if ((event as PointerEvent).pointerType !== 'touch') onMenu(pixel);
    },
    options,
  );
  container.addEventListener(
    'pointerdown',
    (event) => {
      give();
      const pixel = pixelOf(event);
      if (event.pointerType === 'mouse' || !event.isPrimary || !isWanted(pixel)) return;
      start = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        give();
        onMenu(pixel);
      }, LONG_PRESS_MS);
    },
    options,
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (start !== undefined && STILL_PX < Math.hypot(event.clientX - start.x, event.clientY - start.y)) give();
    },
    { signal: stop.signal },
  );
  addEventListener('pointerup', give, { signal: stop.signal });
  addEventListener('pointercancel', give, { signal: stop.signal });
  return () => {
    give();
    stop.abort();
  };
}
