const RETRIES = 1;
const RETRY_MS = 1_000;
const RELOADED_KEY = 'reloadedAt';
const RELOAD_AGAIN_MS = 60_000;

/**
 * A part of the page that loads after it. Without a connection it waits for one, so that a phone in
 * a tunnel keeps what it shows. A browser does not ask for a module again that it failed to fetch:
 * then the page is loaded again, where nothing can have been typed yet; fails if it just was.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      else {
        failures += 1;
        if (RETRIES < failures) return reloaded(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      renewStyles();
    }
  }
}

/** The bundler asks for a stylesheet once: one that did not come is asked for again here. */
function renewStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}

function reloaded(error: unknown): Promise<never> {
  const now = Date.now();
  if (now < Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) + RELOAD_AGAIN_MS) throw error;
  sessionStorage.setItem(RELOADED_KEY, String(now));
  window.location.reload();
  return new Promise(() => {});
}
