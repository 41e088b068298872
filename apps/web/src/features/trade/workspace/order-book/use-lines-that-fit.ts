import { remPx } from '@glasshouse/ui/lib/rem';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Heights in rem, as the style sheet has them. */
const LINE_REM = { fine: 0.24, coarse: 0.28 };
const SPREAD_REM = 0.32;
const FIRST = 7;

/** How many lines per side fit the element. */
export function useLinesThatFit(place: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(FIRST);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const line = LINE_REM[matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine'];
    const measure = () => {
      const free = element.clientHeight - remPx(SPREAD_REM);
      setCount(Math.max(1, Math.floor(free / 2 / remPx(line))));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return count;
}
