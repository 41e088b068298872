/** Length in px of so many rem, as the page is now (the root size follows the reader's text size and narrow windows). */
export const remPx = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
