/**
 * localStorage that may be missing or full (private windows, quotas). Then values last for this
 * page only, which is better than failing to start.
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
  memory.delete(key);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // This copy lasts until the page is left. A copy of what was stored would outlive its removal
    // by another tab.
    if (value !== undefined) memory.set(key, value);
  }
}
