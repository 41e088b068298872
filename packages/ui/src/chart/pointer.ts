import type { Pixel } from './drawings/geometry.ts';

interface PointerTarget {
  /** True when the press is ours: the chart then does not move with it. */
  press(pixel: Pixel): boolean;
  move(pixel: Pixel): void;
  release(pixel: Pixel): void;
  cancel(): void;
  /** The pointer moves over the chart without a button. */
  over(pixel: Pixel): void;
}

/**
 * Takes presses before the drawing library does. It listens to mouse and touch events and we to pointer events, which come
 * first; so a press is judged once and then kept from it.
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
    /** Lets go of the pointer that is held; its way until it is lifted means nothing any more. */
    release() {
      pointer = undefined;
      bounds = undefined;
    },
    /** Where in the chart a pointer is. */
    pixelOf: (event: PointerEvent): Pixel => pixelOf(event, container.getBoundingClientRect()),
    stop: () => stop.abort(),
  };
}
