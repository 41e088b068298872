export interface RovingList {
  index: number;
  count: number;
  axis: 'horizontal' | 'vertical';
  /** Left and right change places in pages that run right to left. */
  rtl: boolean;
}

/** Where a key moves the focus inside a list of `count` items, or undefined when the key is not about moving. Ends wrap. */
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

/** The next item after `index` whose label starts with the typed character, going round; undefined when there is none. */
export function typeaheadTarget(character: string, labels: readonly string[], index: number): number | undefined {
  if (character.length !== 1 || character === ' ') return undefined;
  const wanted = character.toLocaleLowerCase();
  for (let step = 1; step <= labels.length; step += 1) {
    const candidate = (index + step) % labels.length;
    if (labels[candidate]?.toLocaleLowerCase().startsWith(wanted)) return candidate;
  }
  return undefined;
}

export const isRightToLeft = (element: Element): boolean => element.matches(':dir(rtl)');
