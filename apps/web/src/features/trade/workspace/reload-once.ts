const RELOADED_KEY = 'reloadedAt';
const RELOAD_AGAIN_MS = 60_000;

/**
 * A browser does not ask for a module again that it failed to fetch: then the page is loaded again,
 * where nothing can have been typed yet. Throws if it just was.
 */
export function reloadOnce(error: unknown): Promise<never> {
  const now = Date.now();
  if (now < Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) + RELOAD_AGAIN_MS) throw error;
  sessionStorage.setItem(RELOADED_KEY, String(now));
  window.location.reload();
  return new Promise(() => {});
}
