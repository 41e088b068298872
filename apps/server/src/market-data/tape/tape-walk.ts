import { type HashedTick, MINUTE_MS } from '@glasshouse/rules/tick-hash';
import { gapEndedAt, type Silence, silencesAfter } from './silences.ts';

/** An instrument within the minute that is read, and where it stood before. */
interface Track {
  /** The last tick before the minute, and the silences until then. */
  last: HashedTick | undefined;
  silences: readonly Silence[];
  ticks: HashedTick[];
  /** After each of `ticks`; made when somebody asks. */
  after: (readonly Silence[])[] | undefined;
}

/**
 * The signed tape while it is read, minute by minute: one minute's ticks, and where each instrument
 * stood before. Who checks something against it comes with it at the minute that it is about.
 */
export class TapeWalk {
  readonly #tracks = new Map<string, Track>();
  #touched: Track[] = [];
  #minuteAt = Number.NEGATIVE_INFINITY;

  /** Ticks of the next closed minute, by code and sequence; minutes come in order. */
  enter(minuteAt: number, ticks: readonly HashedTick[]): void {
    for (const track of this.#touched) leave(track);
    this.#touched = [];
    this.#minuteAt = minuteAt;
    for (const tick of ticks) {
      let track = this.#tracks.get(tick.code);
      if (track === undefined) {
        track = { last: undefined, silences: [], ticks: [], after: undefined };
        this.#tracks.set(tick.code, track);
      }
      if (track.ticks.length === 0) this.#touched.push(track);
      track.ticks.push(tick);
    }
  }

  /** Everything before this time has been read. */
  get closedTo(): number {
    return this.#minuteAt + MINUTE_MS;
  }

  /** All ticks of an instrument in this minute, in order. */
  ticksOf(code: string): readonly HashedTick[] {
    return this.#tracks.get(code)?.ticks ?? [];
  }

  /** A tick of this minute. */
  tick(code: string, seq: number): HashedTick | undefined {
    const ticks = this.#tracks.get(code)?.ticks ?? [];
    // Without holes, unless somebody made one.
    const near = ticks[seq - (ticks[0]?.seq ?? 0)];
    return near?.seq === seq ? near : ticks.find((tick) => tick.seq === seq);
  }

  /** The tick before one of this minute. */
  before(code: string, seq: number): HashedTick | undefined {
    const track = this.#tracks.get(code);
    return track?.ticks.findLast((tick) => tick.seq < seq) ?? track?.last;
  }

  /** The last tick at a time or before it, of times up to the end of this minute. */
  lastAt(code: string, at: number): HashedTick | undefined {
    const track = this.#tracks.get(code);
    return track?.ticks.findLast((tick) => tick.at <= at) ?? track?.last;
  }

  /** When the latest silence longer than the limit ended, as far as was known at a time. */
  gapEndedAt(code: string, at: number, limitMs: number): number {
    const track = this.#tracks.get(code);
    if (track === undefined) return 0;
    const index = track.ticks.findLastIndex((tick) => tick.at <= at);
    return gapEndedAt(index === -1 ? track.silences : (silencesOf(track)[index] ?? []), limitMs);
  }

  /** The number of the last tick that was read; 0 before the first. */
  headOf(code: string): number {
    const track = this.#tracks.get(code);
    return (track?.ticks.at(-1) ?? track?.last)?.seq ?? 0;
  }
}

function silencesOf(track: Track): readonly (readonly Silence[])[] {
  if (track.after !== undefined) return track.after;
  let { last, silences } = track;
  track.after = track.ticks.map((tick) => {
    // After ticks that are no longer kept nothing is known of the silences before them.
    if (last !== undefined) silences = tick.seq === last.seq + 1 ? silencesAfter(silences, last, tick) : [];
    last = tick;
    return silences;
  });
  return track.after;
}

function leave(track: Track): void {
  track.silences = silencesOf(track).at(-1) ?? track.silences;
  track.last = track.ticks.at(-1) ?? track.last;
  track.ticks = [];
  track.after = undefined;
}
