import { type BrowserContext, expect } from '@playwright/test';
import type { Person } from './person.ts';

interface Told {
  told?: string[];
}

/** Toasts go away by themselves. Their words are kept as they come, so that a machine that looks late still finds them. */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told: string[] = [];
    (window as Told).told = told;
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (node instanceof HTMLLIElement && node.closest('section[popover=manual]') !== null) {
            told.push(node.textContent ?? '');
          }
        }
      }
    }).observe(document, { subtree: true, childList: true });
  });
}

/** Waits for a toast with these words and takes it: the next call waits for another. Gives all that it says. */
export async function expectToast({ page }: Person, words: string | RegExp): Promise<string> {
  const wanted = typeof words === 'string' ? words : words.source;
  let found: string | undefined;
  const take = () =>
    page.evaluate(
      ({ wanted, isPattern }) => {
        const told = (window as Told).told ?? [];
        const index = told.findIndex((text) => (isPattern ? new RegExp(wanted).test(text) : text.includes(wanted)));
        return index === -1 ? undefined : told.splice(index, 1)[0];
      },
      { wanted, isPattern: typeof words !== 'string' },
    );
  await expect
    .poll(async () => {
      // The page may just be another one.
      found = await take().catch(() => undefined);
      return found !== undefined;
    }, `a toast that says ${words}`)
    .toBe(true);
  return found ?? '';
}
