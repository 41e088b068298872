import { INSTRUMENTS_MAX } from '../protocol/limits.ts';
import { rowAt, type SocketFrame } from '../protocol/socket-frame.ts';
import { nextLine, type SnapshotLine } from './snapshot-line.ts';

/** Frames come at most four times a second. */
const FRAME_MS_MIN = 250;

/**
 * The newest row of every instrument, and when each last changed. Because a row holds newest values
 * and not differences, "what changed after number N, as it is now" is all that a client at N needs:
 * after a lost connection, after falling behind, or simply for the next frame. So no list of old
 * frames is kept, and a resume may reach back as far as this process.
 *
 * Numbers start at a quarter of the epoch milliseconds and grow by one a frame, at most four of
 * which come a second: a number given by an earlier process is below the first one of this process,
 * and is answered with a snapshot.
 */
export class SnapshotStream {
  readonly #firstSeq: number;
  readonly #lines = new Map<string, SnapshotLine>();
  #lastSeq: number;
  #lastAt: number;

  constructor(startedAtMs: number) {
    this.#firstSeq = Math.floor(startedAtMs / FRAME_MS_MIN);
    this.#lastSeq = this.#firstSeq;
    this.#lastAt = startedAtMs;
  }

  get seq(): number {
    return this.#lastSeq;
  }

  /** Epoch ms of the newest frame; of the start before the first one. */
  get at(): number {
    return this.#lastAt;
  }

  get size(): number {
    return this.#lines.size;
  }

  line(code: string): SnapshotLine | undefined {
    return this.#lines.get(code);
  }

  all(): Iterable<SnapshotLine> {
    return this.#lines.values();
  }

  /** True when the changes since this number are known. */
  canResume(seq: number): boolean {
    return this.#firstSeq < seq && seq <= this.#lastSeq;
  }

  /** Applies a frame; returns whether any row has changed. */
  apply(frame: SocketFrame): boolean {
    const seq = this.#lastSeq + 1;
    let changed = false;
    for (const [index, code] of frame.codes.entries()) {
      const old = this.#lines.get(code);
      if (old === undefined && INSTRUMENTS_MAX <= this.#lines.size) continue;
      const line = nextLine(old, rowAt(frame, index), seq);
      if (line === old) continue;
      this.#lines.set(code, line);
      changed = true;
    }
    if (changed) this.#lastSeq = seq;
    this.#lastAt = frame.at;
    return changed;
  }
}
