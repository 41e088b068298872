/** The user's choice of theme and palette. `system` follows the OS. */
export interface Appearance {
  theme: 'system' | 'light' | 'dark';
  updown: 'green-red' | 'red-green' | 'blue-orange';
}

/** Readers of these languages expect red for a rise by default. */
const RED_RISES = ['ja', 'ko', 'zh', 'hk'];

export function defaultAppearance(language: string): Appearance {
  const [primary = ''] = language.toLowerCase().split('-');
  return { theme: 'system', updown: RED_RISES.includes(primary) ? 'red-green' : 'green-red' };
}

/** Applies the choice to the document; tokens.css does the rest. */
export function applyAppearance(root: HTMLElement, { theme, updown }: Appearance): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.updown = updown;
}

/** Whether nothing may move: by the system's setting or by choice. */
export const isStill = (): boolean =>
  document.documentElement.dataset.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Calls back when colours may have changed: another choice, or the OS switching to dark. For canvas
 * drawing.
 */
export function watchAppearance(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-updown', 'lang'] });
  dark.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', listener);
  };
}
