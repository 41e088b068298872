import type { Locator, Page } from '@playwright/test';

/** What a list of markets repainted while it was watched. */
export interface Repaints {
  /** Changes of a text, and those of them that put the same text back. */
  texts: number;
  sameTexts: number;
  /** Elements that came, went or changed place. */
  structure: number;
  /** Texts that changed outside a price or a percentage. */
  elsewhere: string[];
}

interface Watched {
  repaints?: Repaints;
}

/** Starts counting in the list; `stop` gives what was counted. */
export async function watchCells(page: Page, list: Locator): Promise<() => Promise<Repaints>> {
  await list.evaluate((element) => {
    const found: Repaints = { texts: 0, sameTexts: 0, structure: 0, elsewhere: [] };
    (window as Watched).repaints = found;
    new MutationObserver((records) => {
      for (const { type, target, oldValue } of records) {
        if (type === 'childList') found.structure += 1;
        if (type !== 'characterData') continue;
        found.texts += 1;
        if (target.textContent === oldValue) found.sameTexts += 1;
        if (target.parentElement?.closest('bdi[dir=ltr]') === null) found.elsewhere.push(target.textContent ?? '');
      }
    }).observe(element, { subtree: true, childList: true, characterData: true, characterDataOldValue: true });
  });
  return () => page.evaluate(() => (window as Watched).repaints as Repaints);
}
