const open = new Set<() => Promise<void>>();

/**
 * Registers a clean-up that runs even when the bench fails. Returns a function that runs it early,
 * once.
 */
export function registerCleanup(stop: () => Promise<void>): () => Promise<void> {
  const once = async (): Promise<void> => {
    if (open.delete(once)) await stop();
  };
  open.add(once);
  return once;
}

/** Runs the remaining clean-ups, newest first. */
export async function runCleanups(): Promise<void> {
  for (const stop of [...open].reverse()) await stop().catch((error) => console.error(error));
}
