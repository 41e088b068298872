/** How often the state is signed: whichever comes first. */
export interface CheckpointSettings {
  readonly entries: number;
  readonly hours: number;
}

const HOUR_MS = 60 * 60_000;

/** Whether another state is to be signed; not while nothing was logged. */
export function isCheckpointDue(
  { entries, hours }: CheckpointSettings,
  progress: {
    readonly sequence: number;
    readonly last: { readonly seq: number; readonly at: number };
    readonly now: number;
  },
): boolean {
  const since = progress.sequence - progress.last.seq;
  return entries <= since || (0 < since && hours * HOUR_MS <= progress.now - progress.last.at);
}
