import { BAR_MS } from './recording.ts';

/**
 * Recorded time and wall time. Loop 0 begins at a fixed instant, so the mapping is the same after
 * every restart; every loop plays the recording once and ends with a pause in which the market is
 * closed, so that nothing spans two loops unnoticed. Loops are whole minutes long: at speed 1 a
 * recorded minute is a minute of the wall.
 */
export const ANCHOR_MS = Date.UTC(2020, 0, 1);
const WALL_MINUTE_MS = 60_000;
/** Longer than any gap limit of the catalogue. */
export const PAUSE_MS = 5 * WALL_MINUTE_MS;

export interface Timeline {
  /** Wall time from the start of one loop to the start of the next. */
  readonly loopMs: number;
  /** Wall time that one recorded bar takes; may be a fraction. */
  readonly barMs: number;
  loopAt(wall: number): number;
  /** Recorded time at a wall instant, going on past the end of the recording during the pause. */
  toRecorded(wall: number, loop: number): number;
  /** Wall time of a recorded instant, not rounded. */
  toWall(recorded: number, loop: number): number;
}

export function makeTimeline({ from, to, speed }: { from: number; to: number; speed: number }): Timeline {
  const playMs = Math.ceil((to - from) / speed / WALL_MINUTE_MS) * WALL_MINUTE_MS;
  const loopMs = playMs + PAUSE_MS;
  return {
    loopMs,
    barMs: BAR_MS / speed,
    loopAt: (wall) => Math.floor((wall - ANCHOR_MS) / loopMs),
    toRecorded: (wall, loop) => from + (wall - ANCHOR_MS - loop * loopMs) * speed,
    toWall: (recorded, loop) => ANCHOR_MS + loop * loopMs + (recorded - from) / speed,
  };
}
