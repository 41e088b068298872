import type { Locator, Page } from '@playwright/test';

/** DOM changes in a market list while it was watched. */
export interface Repaints {
  /** Text changes, and how many of them wrote the same text again. */
  texts: number;
  sameTexts: number;
  /** What was added or removed, and where. */
  structure: string[];
  /** Texts that changed outside a price or a percentage. */
  elsewhere: string[];
}

interface Watched {
  repaints?: Repaints;
}

/** The list draws as many rows beyond the window as it has room for in fast scrolling. */
const OVERSCAN_ROWS = 5;

/**
 * Whether a market list that begins within the window has drawn all rows of where it is scrolled
 * to: the first one is there before the others, and a scroll is answered a frame later.
 */
export const areRowsDrawn = (list: Locator): Promise<boolean> =>
  list.evaluate((grid, overscan) => {
    const count = Number(grid.getAttribute('aria-rowcount'));
    const { top, height } = grid.getBoundingClientRect();
    const visible = Math.ceil((window.innerHeight - top) / (height / count));
    const drawn = [...grid.querySelectorAll('[role=row]')].map((row) => Number(row.getAttribute('aria-rowindex')));
    return 0 < count && Math.max(...drawn) === Math.min(visible + overscan, count);
  }, OVERSCAN_ROWS);

/** Starts counting; the returned function reads the counts. */
export async function watchCells(page: Page, list: Locator): Promise<() => Promise<Repaints>> {
  await list.evaluate((element) => {
    const found: Repaints = { texts: 0, sameTexts: 0, structure: [], elsewhere: [] };
    (window as Watched).repaints = found;
    new MutationObserver((records) => {
      for (const { type, target, oldValue, addedNodes, removedNodes } of records) {
        if (type === 'childList') {
          const names = (nodes: NodeList) =>
            [...nodes].map((node) => `${node.nodeName} ${node.textContent}`).join(', ');
          found.structure.push(`${target.nodeName}: + ${names(addedNodes)} - ${names(removedNodes)}`);
        }
        if (type !== 'characterData') continue;
        found.texts += 1;
        if (target.textContent === oldValue) found.sameTexts += 1;
        if (target.parentElement?.closest('bdi[dir=ltr]') === null) found.elsewhere.push(target.textContent ?? '');
      }
    }).observe(element, { subtree: true, childList: true, characterData: true, characterDataOldValue: true });
  });
  return () => page.evaluate(() => (window as Watched).repaints as Repaints);
}
