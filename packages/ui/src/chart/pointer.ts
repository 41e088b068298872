import type { Spot } from './drawings/geometry.ts';

export interface PointerTarget {
  /** True when the press is ours: the chart then does not move with it. */
  press(spot: Spot): boolean;
  move(spot: Spot): void;
  release(spot: Spot): void;
  cancel(): void;
  /** The pointer moves over the chart without a button. */
  over(spot: Spot): void;
}

/**
 * Takes presses before the drawing library does. It listens to mouse and touch events and we to pointer events, which come
 * first; so a press is judged once and then kept from it.
 */
export function watchPointer(place: HTMLElement, target: PointerTarget) {
  let frame: DOMRect | undefined;
  let pointer: number | undefined;
  const stop = new AbortController();
  const spotOf = (event: PointerEvent, { left, top }: DOMRect): Spot => ({
    x: event.clientX - left,
    y: event.clientY - top,
  });

  function end(event: PointerEvent, act: (spot: Spot) => void) {
    if (event.pointerId !== pointer || frame === undefined) return;
    pointer = undefined;
    const spot = spotOf(event, frame);
    frame = undefined;
    act(spot);
  }
  function keep(event: Event) {
    if (pointer === undefined) return;
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  }
  function grab(event: PointerEvent) {
    frame = place.getBoundingClientRect();
    pointer = event.pointerId;
  }

  const capture = { capture: true, signal: stop.signal };
  place.addEventListener(
    'pointerdown',
    (event) => {
      if (pointer !== undefined || event.button !== 0) return;
      if (target.press(spotOf(event, place.getBoundingClientRect()))) grab(event);
    },
    capture,
  );
  place.addEventListener('mousedown', keep, capture);
  place.addEventListener('touchstart', keep, { ...capture, passive: false });
  place.addEventListener('touchmove', keep, { ...capture, passive: false });
  place.addEventListener(
    'pointermove',
    (event) => {
      if (pointer === undefined) target.over(spotOf(event, place.getBoundingClientRect()));
    },
    capture,
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId === pointer && frame !== undefined) target.move(spotOf(event, frame));
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
      frame = undefined;
    },
    /** Where in the chart a pointer is. */
    spotOf: (event: PointerEvent): Spot => spotOf(event, place.getBoundingClientRect()),
    stop: () => stop.abort(),
  };
}

export type PointerWatch = ReturnType<typeof watchPointer>;
