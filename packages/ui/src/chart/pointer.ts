import type { Pixel } from './drawings/geometry.ts';

interface PointerTarget {
  /** True captures the press; the chart then does not pan. */
  press(pixel: Pixel): boolean;
  move(pixel: Pixel): void;
  release(pixel: Pixel): void;
  cancel(): void;
  /** The pointer moves over the chart with no button pressed. */
  over(pixel: Pixel): void;
}

/**
 * Handles presses before the charting library, which listens to mouse and touch events: pointer
 * events come first, so each press is judged once and suppressed for the library if captured.
 */
export function watchPointer(container: HTMLElement, target: PointerTarget) {
  let bounds: DOMRect | undefined;
  let pointer: number | undefined;
  const stop = new AbortController();
  const pixelOf = (event: PointerEvent, { left, top }: DOMRect): Pixel => ({
    x: event.clientX - left,
    y: event.clientY - top,
  });

  function end(event: PointerEvent, act: (pixel: Pixel) => void) {
    if (event.pointerId !== pointer || bounds === undefined) return;
    pointer = undefined;
    const pixel = pixelOf(event, bounds);
    bounds = undefined;
    act(pixel);
  }
  function suppress(event: Event) {
    if (pointer === undefined) return;
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  }
  function grab(event: PointerEvent) {
    bounds = container.getBoundingClientRect();
    pointer = event.pointerId;
  }

  const capture = { capture: true, signal: stop.signal };
  container.addEventListener(
    'pointerdown',
    (event) => {
      if (pointer !== undefined || event.button !== 0) return;
      if (target.press(pixelOf(event, container.getBoundingClientRect()))) grab(event);
    },
    capture,
  );
  container.addEventListener('mousedown', suppress, capture);
  container.addEventListener('touchstart', suppress, { ...capture, passive: false });
  container.addEventListener('touchmove', suppress, { ...capture, passive: false });
  container.addEventListener(
    'pointermove',
    (event) => {
      if (pointer === undefined) target.over(pixelOf(event, container.getBoundingClientRect()));
    },
    capture,
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId === pointer && bounds !== undefined) target.move(pixelOf(event, bounds));
    },
    { signal: stop.signal },
  );
  addEventListener('pointerup', (event) => end(event, target.release), { signal: stop.signal });
  addEventListener('pointercancel', (event) => end(event, target.cancel), { signal: stop.signal });
  return {
    /** The press began on an element over the chart. */
    grab,
    /** Releases the captured pointer and ignores it until it is lifted. */
    release() {
      pointer = undefined;
      bounds = undefined;
    },
    /** Pointer position in the chart. */
    pixelOf: (event: PointerEvent): Pixel => pixelOf(event, container.getBoundingClientRect()),
    stop: () => stop.abort(),
  };
}
