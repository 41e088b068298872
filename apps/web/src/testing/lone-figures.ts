import { bare } from '@glasshouse/app/testing/reading';
import { act, screen } from '@testing-library/react';
import { expect } from 'vitest';

/** Digits alone: a sign, an asset or cents do not make it another figure. */
const sizeOf = (text: string): string => bare(text).replace(/[^\d.,]/g, '');

/** Every figure in the panes that are open, and in the levels below them. */
async function inputsOf(button: HTMLElement): Promise<string[]> {
  await act(async () => button.click());
  const pane = await screen.findByRole('dialog');
  await expect.poll(() => pane.querySelectorAll('bdi').length).toBeGreaterThan(0);
  const found = new Set<string>();
  const collect = (): void => {
    for (const { textContent } of pane.querySelectorAll('bdi')) found.add(sizeOf(textContent));
  };
  collect();
  const levels = pane.querySelectorAll<HTMLElement>('dt button').length;
  for (let level = 0; level < levels; level += 1) {
    await act(async () => pane.querySelectorAll<HTMLElement>('dt button')[level]?.click());
    collect();
    await act(async () => pane.querySelector<HTMLElement>('ol button')?.click());
  }
  await act(async () => button.click());
  return [...found];
}

/** The figures of a receipt, clocks aside, that neither open nor are an input of one that does. */
export async function loneFigures(): Promise<readonly string[]> {
  const receipt = await screen.findByRole('article');
  const inputs = new Set<string>();
  for (const button of receipt.querySelectorAll<HTMLElement>('button[data-derived]')) {
    for (const input of await inputsOf(button)) inputs.add(input);
  }
  const alone = [...receipt.querySelectorAll('bdi[translate=no]')]
    .filter((figure) => figure.closest('[data-derived], [role=timer]') === null)
    .map(({ textContent }) => bare(textContent))
    .filter((text) => /\d/.test(text) && !inputs.has(sizeOf(text)));
  return [...new Set(alone)].toSorted();
}
