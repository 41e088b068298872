import type { ChartReading } from './types.ts';

type Listener = (reading: ChartReading | undefined) => void;

/**
 * Carries the crosshair values from the canvas to the legend, bypassing React: they change with
 * every tick.
 */
export function createReadingFeed() {
  const listeners = new Set<Listener>();
  let last: ChartReading | undefined;
  return {
    publish(reading: ChartReading | undefined) {
      last = reading;
      for (const listener of listeners) listener(reading);
    },
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      listener(last);
      return () => listeners.delete(listener);
    },
  };
}

export type ReadingFeed = ReturnType<typeof createReadingFeed>;
