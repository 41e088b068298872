import type { QueryClient } from '@tanstack/react-query';
import { FIRST_TYPE, fetchRows, marketListQuery } from './market-query.ts';

/** More than a tall phone shows, and a sixteenth of all bytes. */
export const FIRST_ROWS = 24;
/** Gives the first rows time to render and move before the full list uses the connection. */
const SETTLE_MS = 1_500;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/**
 * The home list in two steps: the visible rows at once, and all of them once the page is idle or
 * touched, so that search, sorting and scrolling have everything. A painted page brought the first.
 */
export async function loadFirstRows(client: QueryClient, isPainted = false): Promise<void> {
  const query = marketListQuery(FIRST_TYPE);
  await client.prefetchQuery({
    ...query,
    queryFn: ({ signal }) => fetchRows({ type: FIRST_TYPE, limit: FIRST_ROWS }, signal),
  });
  if (!isPainted && client.getQueryData(query.queryKey)?.length !== FIRST_ROWS) return;
  await restOrTouch();
  await client.prefetchQuery({ ...query, staleTime: 0 });
}

/** A painted page brought the first rows; the list that shows all reads them as it mounts. */
export const expectAllRows = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: marketListQuery(FIRST_TYPE).queryKey, refetchType: 'none' });

function restOrTouch(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const touch of TOUCHES) window.removeEventListener(touch, done, true);
      resolve();
    };
    const timer = setTimeout(done, SETTLE_MS);
    for (const touch of TOUCHES) window.addEventListener(touch, done, { capture: true, passive: true });
  });
}
