import { provenRun } from '@glasshouse/rules/proofs/ticks';
import { verifyReceipt } from '@glasshouse/rules/receipt';
import { keyOf, type ReplayEvidence } from './replay.ts';

export type Sealing = 'proved' | 'wrong';

/** A piece of work of a few milliseconds, and the earliest tick that it is about. */
interface Piece {
  readonly at: number;
  /** What it found out, by tick. */
  readonly prove: () => ReadonlyMap<string, Sealing>;
}

/**
 * Proves ticks while a picture plays: each piece when the picture comes to its first tick, so that
 * a seal appears when, and only when, this browser has just traced the tick to a signed minute.
 */
export class Prover {
  readonly #pieces: readonly Piece[];
  readonly #found = new Map<string, Sealing>();
  #done = 0;

  constructor({ ticks, runs }: ReplayEvidence, trusted: readonly string[] | undefined) {
    const minutes = runs.map((run): Piece => {
      const keys = run.ticks.map((_, offset) => keyOf(run.code, run.firstSeq + offset));
      return {
        at: run.ticks[0]?.[3] ?? run.minute,
        prove: () => {
          const sealing = provenRun(run, trusted) === undefined ? 'wrong' : 'proved';
          return new Map(keys.map((key) => [key, sealing]));
        },
      };
    });
    const single = ticks.flatMap(({ tick, receipt }): Piece[] => {
      if (receipt === null) return [];
      const key = keyOf(tick.code, tick.seq);
      const isSame = receipt.tick.code === tick.code && receipt.tick.seq === tick.seq;
      const prove = (): ReadonlyMap<string, Sealing> =>
        new Map([[key, isSame && verifyReceipt(receipt, trusted).ok ? 'proved' : 'wrong']]);
      return [{ at: Date.parse(tick.at), prove }];
    });
    this.#pieces = [...minutes, ...single].toSorted((left, right) => left.at - right.at);
  }

  /** Does the next piece that is due by `at`; whether there was one. */
  step(at: number): boolean {
    const piece = this.#pieces[this.#done];
    if (piece === undefined || at < piece.at) return false;
    this.#done += 1;
    for (const [key, sealing] of piece.prove()) {
      // What was once found wrong stays wrong, whatever else is said of the tick.
      if (this.#found.get(key) !== 'wrong') this.#found.set(key, sealing);
    }
    return true;
  }

  /** As far as it came; a copy, since more follows. */
  found(): ReadonlyMap<string, Sealing> {
    return new Map(this.#found);
  }
}
