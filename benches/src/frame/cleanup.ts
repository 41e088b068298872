const open = new Set<() => Promise<void>>();

/**
 * What a bench has started is stopped even when the bench fails half-way. Gives the function that
 * stops it, once.
 */
export function stoppable(stop: () => Promise<void>): () => Promise<void> {
  const once = async (): Promise<void> => {
    if (open.delete(once)) await stop();
  };
  open.add(once);
  return once;
}

/** Stops whatever is left, the newest first. */
export async function stopEverything(): Promise<void> {
  for (const stop of [...open].reverse()) await stop().catch((error) => console.error(error));
}
