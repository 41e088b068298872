const KEPT = /^\/(?:assets|logos)\//;

/** Installs the service worker, and tells it what this page used before it was there. The page works without it as well. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: usedFiles() });
  } catch {
    // Private windows and full disks refuse; then there is no shell without a network.
  }
}

function usedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && KEPT.test(pathname))
    .map(({ pathname }) => pathname);
}
