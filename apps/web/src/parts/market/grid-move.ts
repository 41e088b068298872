/** The two cells of a row: the star, and the link to the market. */
export type Cell = 'star' | 'market';

export interface GridPlace {
  readonly row: number;
  readonly cell: Cell;
}

/** The step of Page Down, in rows. */
const PAGE_ROWS = 10;

interface GridMove {
  readonly from: GridPlace;
  readonly count: number;
  /** Left and right are swapped in right-to-left pages. */
  readonly rtl: boolean;
}

/**
 * Where a key moves the focus in a list of `count` rows; undefined for other keys. Stops at both
 * ends.
 */
export function gridMove(key: string, { from, count, rtl }: GridMove): GridPlace | undefined {
  if (count === 0) return undefined;
  const to = (row: number): GridPlace => ({ ...from, row: Math.min(Math.max(0, row), count - 1) });
  switch (key) {
    case 'ArrowDown':
      return to(from.row + 1);
    case 'ArrowUp':
      return to(from.row - 1);
    case 'PageDown':
      return to(from.row + PAGE_ROWS);
    case 'PageUp':
      return to(from.row - PAGE_ROWS);
    case 'Home':
      return to(0);
    case 'End':
      return to(count - 1);
    case 'ArrowLeft':
      return { ...from, cell: rtl ? 'market' : 'star' };
    case 'ArrowRight':
      return { ...from, cell: rtl ? 'star' : 'market' };
    default:
      return undefined;
  }
}
