import type { LadderStep } from '../contracts-entries.ts';
import type { TrailDistance } from '../trailing.ts';
import type { LoggedTick } from './ticks.ts';

/** A trailing stop of a position, as its owner set it. */
export interface Trail {
  readonly distance: TrailDistance;
  readonly activation: number | null;
}

/** What a change of stops keeps in force until it counts. */
export interface KeptStops {
  readonly stop: number | null;
  readonly target: number | null;
  readonly ladder: readonly LadderStep[];
  /** Whether the trailing stop was not changed. */
  readonly trails: boolean;
  /** The best tick of one that was taken back. */
  readonly peak: LoggedTick | null;
  /** From when these fire, since the change before. */
  readonly from: number | null;
}
