import { useSyncExternalStore } from 'react';
import { Cell } from '../live/emitter.ts';
import { readStored, writeStored } from './storage.ts';

/** What the reader chose for this browser. `boot.js` reads the same keys before the first paint. */
export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export type UpDown = 'green-red' | 'red-green' | 'blue-orange';
export const UP_DOWN_PALETTES: readonly UpDown[] = ['green-red', 'red-green', 'blue-orange'];

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined, fallback: Value): Value =>
  values.find((value) => value === text) ?? fallback;

const theme = new Cell<Theme>(oneOf(THEMES, readStored('theme'), 'system'));
const upDown = new Cell<UpDown>(oneOf(UP_DOWN_PALETTES, readStored('updown'), 'green-red'));

export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.get);
export const useUpDown = (): UpDown => useSyncExternalStore(upDown.subscribe, upDown.get);

export function setTheme(next: Theme): void {
  theme.set(next);
  const root = document.documentElement;
  if (next === 'system') delete root.dataset.theme;
  else root.dataset.theme = next;
  writeStored('theme', next === 'system' ? undefined : next);
}

export function setUpDown(next: UpDown): void {
  upDown.set(next);
  document.documentElement.dataset.updown = next;
  writeStored('updown', next);
}

const DARK = '(prefers-color-scheme: dark)';
function subscribeResolved(listener: () => void): () => void {
  const media = window.matchMedia(DARK);
  media.addEventListener('change', listener);
  const stopTheme = theme.subscribe(listener);
  return () => {
    media.removeEventListener('change', listener);
    stopTheme();
  };
}
const resolved = (): 'light' | 'dark' => {
  const chosen = theme.get();
  if (chosen !== 'system') return chosen;
  return window.matchMedia(DARK).matches ? 'dark' : 'light';
};

/** The theme that is really shown: what canvases, which cannot follow CSS variables by themselves, redraw on. */
export const useResolvedTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribeResolved, resolved);
