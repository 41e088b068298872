/**
 * Local storage that may be missing or full (private windows, quotas). Preferences are then kept for this page only:
 * losing them is better than a page that does not start.
 */
const memory = new Map<string, string>();

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
}

export function writeStored(key: string, value: string | undefined): void {
  if (value === undefined) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The copy in memory serves until the page is left.
  }
}
