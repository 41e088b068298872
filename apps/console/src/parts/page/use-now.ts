import { useSyncExternalStore } from 'react';

/** Ages are shown in minutes. */
const EVERY_MS = 20_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time now, for ages and deadlines; one timer for all of them. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
