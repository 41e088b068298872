export interface Job {
  /** A long run checks `isStopping` between its steps. */
  readonly work: (isStopping: () => boolean) => Promise<unknown>;
  readonly everyMs: number;
  /** A run that failed; the next one tries again. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Runs at once and then at intervals, never overlapping. Returns a function that stops it after the
 * current run.
 */
export function startJob({ work, everyMs, onFailure }: Job): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  let stopping = false;
  const run = (): void => {
    if (running !== undefined) return;
    running = work(() => stopping)
      .catch(onFailure)
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  return async () => {
    stopping = true;
    clearInterval(timer);
    await running;
  };
}
