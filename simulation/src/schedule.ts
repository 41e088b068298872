/** Published trading hours: always open, or alternately open and closed from `fromMs` on. */
export type Schedule = 'always' | { readonly fromMs: number; readonly openMs: number; readonly closedMs: number };

/** A price that is held again and again: the first `forMs` of every `everyMs`. */
export interface Holds {
  readonly reason: 'jump' | 'sources';
  readonly everyMs: number;
  readonly forMs: number;
}

/** Prices of the simulated sources come this late, at most. */
export const LATE_MAX_MS = 1_500;
