const KEPT = /^\/(?:assets|logos)\//;

/**
 * Installs the service worker, and tells it what this page loaded before. The page works without
 * it.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: usedFiles() });
  } catch {
    // Refused in private windows and on full disks; then the app does not work offline.
  }
}

function usedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && KEPT.test(pathname))
    .map(({ pathname }) => pathname);
}
