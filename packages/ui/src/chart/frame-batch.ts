/**
 * Between two drawings of ticks. Nobody reads figures that change more often than ten times a second, and each drawing paints
 * a dozen canvases; what the reader does himself (pointing, dragging, scrolling) is drawn with the next frame all the same.
 */
const MIN_INTERVAL_MS = 90;

/**
 * Gathers what happens between two drawings and does it once, in a frame. Prices come as fast as the market likes. In a page that
 * is hidden no frame comes, and nothing is drawn for nobody.
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
      timer = setTimeout(
        () => {
          timer = undefined;
          frame = requestAnimationFrame(draw);
        },
        Math.max(0, drawnAt + MIN_INTERVAL_MS - performance.now()),
      );
    },
    cancel() {
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
      timer = undefined;
      frame = undefined;
    },
  };
}
