import { type BrowserContext, expect } from '@playwright/test';
import type { Person } from './person.ts';

interface WithToasts {
  toastTexts?: string[];
}

/**
 * Keeps the text of every toast: toasts disappear by themselves, perhaps before a slow machine
 * looks.
 */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const texts: string[] = [];
    (window as WithToasts).toastTexts = texts;
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (node instanceof HTMLLIElement && node.closest('section[popover=manual]') !== null) {
            texts.push(node.textContent ?? '');
          }
        }
      }
    }).observe(document, { subtree: true, childList: true });
  });
}

/** Waits for a toast with these words and consumes it. Returns its whole text. */
export async function expectToast({ page }: Person, words: string | RegExp): Promise<string> {
  const pattern = typeof words === 'string' ? words : words.source;
  let found: string | undefined;
  const take = () =>
    page.evaluate(
      ({ wanted: pattern, isPattern }) => {
        const texts = (window as WithToasts).toastTexts ?? [];
        const index = texts.findIndex((text) => (isPattern ? new RegExp(pattern).test(text) : text.includes(pattern)));
        return index === -1 ? undefined : texts.splice(index, 1)[0];
      },
      { wanted: pattern, isPattern: typeof words !== 'string' },
    );
  await expect
    .poll(async () => {
      // The page may be navigating.
      found = await take().catch(() => undefined);
      return found !== undefined;
    }, `a toast that says ${words}`)
    .toBe(true);
  return found ?? '';
}
