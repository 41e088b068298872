import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How many entries of the list in `box` fit into its width. The last one is the menu of the others,
 * which needs room only where they do not all fit. Folded entries are hidden, but keep their width.
 */
export function useFitting(box: RefObject<HTMLElement | null>): number {
  const [shown, setShown] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const list = box.current?.firstElementChild;
    if (box.current === null || !list) return;
    const measure = (): void => {
      const gap = Number.parseFloat(getComputedStyle(list).columnGap);
      const widths = [...list.children].map((entry) => entry.getBoundingClientRect().width + gap);
      const menu = widths.pop() ?? 0;
      const room = (box.current?.clientWidth ?? 0) + gap;
      const sum = (count: number): number => widths.slice(0, count).reduce((all, width) => all + width, 0);
      let count = widths.length;
      if (room < sum(count)) while (0 < count && room - menu < sum(count)) count -= 1;
      setShown(count);
    };
    // Also when a font or another language makes the entries wider.
    const observer = new ResizeObserver(measure);
    for (const element of [box.current, ...list.children]) observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return shown;
}
