import { Cell } from '@glasshouse/client/emitter';
import { type Appearance, applyAppearance, defaultAppearance } from '@glasshouse/ui/theme/appearance';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/** Preferences stored in this browser. `boot.js` reads the same keys before the first paint. */
export type Theme = Appearance['theme'];
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export type UpDown = Appearance['updown'];
export const UP_DOWN_PALETTES: readonly UpDown[] = ['green-red', 'red-green', 'blue-orange'];

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined, fallback: Value): Value =>
  values.find((value) => value === text) ?? fallback;

const theme = new Cell<Theme>(oneOf(THEMES, readStored('theme'), 'system'));
/** Undefined until chosen: then the usual colours of the language apply. */
const upDown = new Cell<UpDown | undefined>(UP_DOWN_PALETTES.find((palette) => palette === readStored('updown')));
let language = 'en';

const usual = (): UpDown => defaultAppearance(language).updown;
const current = (): UpDown => upDown.get() ?? usual();

export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.get, theme.get);
export const useUpDown = (): UpDown => useSyncExternalStore(upDown.subscribe, current, usual);

const apply = (): void => applyAppearance(document.documentElement, { theme: theme.get(), updown: current() });

export function setTheme(next: Theme): void {
  theme.set(next);
  writeStored('theme', next === 'system' ? undefined : next);
  apply();
}

export function setUpDown(next: UpDown): void {
  upDown.set(next);
  writeStored('updown', next);
  apply();
}

/** `none`: nothing moves; otherwise as the system has it. */
export const MOTION_KEY = 'motion';

export function setMotion(next: 'none' | undefined): void {
  writeStored(MOTION_KEY, next);
  if (next === undefined) delete document.documentElement.dataset.motion;
  else document.documentElement.dataset.motion = next;
}

/** Another language may have different default colours. */
export function followLanguage(next: string): void {
  language = next;
  apply();
}
