/** Converts rem to px at the current root size, which follows text size and narrow windows. */
export const remPx = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
