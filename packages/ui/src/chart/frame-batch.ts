/**
 * Gathers what happens between two frames and does it once in the next. Prices come as fast as the market likes, and a screen
 * shows sixty of them a second. In a page that is hidden no frame comes, and nothing is drawn for nobody.
 */
export function createFrameBatch(act: () => void) {
  let frame: number | undefined;
  return {
    ask() {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        act();
      });
    },
    cancel() {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}
