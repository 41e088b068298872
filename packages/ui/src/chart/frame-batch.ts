/**
 * Minimum time between repaints caused by ticks. Nobody reads figures that change more than ten
 * times a second, and each repaint covers a dozen canvases. User input (pointing, dragging,
 * scrolling) still repaints with the next frame.
 */
const MIN_INTERVAL_MS = 90;

/**
 * Batches updates and applies them once, in an animation frame. A hidden page gets no frames and
 * therefore draws nothing.
 */
export function createFrameBatch(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  let drawnAt = -Infinity;
  const draw = (at: number) => {
    frame = undefined;
    drawnAt = at;
    run();
  };
  return {
    request() {
      if (timer !== undefined || frame !== undefined) return;
      const wait = drawnAt + MIN_INTERVAL_MS - performance.now();
      // At once, so that a tick shows in the same frame as everywhere else on the page.
      if (wait <= 0) {
        frame = requestAnimationFrame(draw);
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        frame = requestAnimationFrame(draw);
      }, wait);
    },
    cancel() {
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
      timer = undefined;
      frame = undefined;
    },
  };
}
