interface RovingList {
  index: number;
  count: number;
  axis: 'horizontal' | 'vertical';
  /** Swaps the left and right arrow keys. */
  rtl: boolean;
}

/** Index that a key moves the focus to, wrapping at the ends; undefined for any other key. */
export function rovingTarget(key: string, { index, count, axis, rtl }: RovingList): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const [back, forth] =
    axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : rtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  if (key === forth) return (index + 1) % count;
  if (key === back) return (index - 1 + count) % count;
  return undefined;
}
