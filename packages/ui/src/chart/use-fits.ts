import { type RefObject, useLayoutEffect, useState } from 'react';

/** Padding of the bar and the gap between its parts, in pixels. */
const SPACE = 24;

/**
 * Whether the intervals fit beside the tools. Their labels are twice as wide in some languages as
 * in others, so no width of the chart would be right for all of them.
 */
export function useFits(bar: RefObject<HTMLElement | null>, labels: string): boolean {
  const [needed, setNeeded] = useState<{ readonly labels: string; readonly width: number }>();
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = bar.current;
    const list = element?.firstElementChild;
    const tools = element?.lastElementChild;
    if (element == null || list == null || !(tools instanceof HTMLElement)) return;
    const measure = () => {
      // A list that is not shown has no width: the one from before counts.
      if (0 < list.scrollWidth) setNeeded({ labels, width: list.scrollWidth });
      setRoom(element.clientWidth - tools.offsetWidth - SPACE);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, labels]);
  return needed?.labels !== labels || needed.width <= room;
}
