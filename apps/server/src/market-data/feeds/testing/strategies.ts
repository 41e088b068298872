/**
 * Ways to bet on up or down from what a client sees: past prices and volumes, and nothing else.
 * Each gives +1 for up, -1 for down, 0 for no bet.
 */
export interface Seen {
  /** Moves of the logarithm over some past spans, the newest span first and shortest. */
  readonly moves: readonly number[];
  /** Volume of the last minute over that of the hour's average minute. */
  readonly volume: number;
  /** The last minute's range over the hour's average one. */
  readonly range: number;
}

const sign = (value: number): number => (0 < value ? 1 : value < 0 ? -1 : 0);
const move = (seen: Seen, span: number): number => sign(seen.moves[span] ?? 0);

export const STRATEGIES: Readonly<Record<string, (seen: Seen) => number>> = {
  'always up': () => 1,
  'always down': () => -1,
  'momentum, seconds': (seen) => move(seen, 0),
  'momentum, a minute': (seen) => move(seen, 1),
  'momentum, a period': (seen) => move(seen, 2),
  'momentum, hours': (seen) => move(seen, 3),
  'reversal, seconds': (seen) => -move(seen, 0),
  'reversal, a minute': (seen) => -move(seen, 1),
  'reversal, a period': (seen) => -move(seen, 2),
  'reversal, hours': (seen) => -move(seen, 3),
  'fade what was large': (seen) => (2 < seen.range ? -move(seen, 1) : 0),
  'follow what was large': (seen) => (2 < seen.range ? move(seen, 1) : 0),
  'trend while calm, revert while wild': (seen) => (seen.range < 1 ? move(seen, 2) : -move(seen, 2)),
  'revert while calm, trend while wild': (seen) => (seen.range < 1 ? -move(seen, 2) : move(seen, 2)),
  'follow heavy volume': (seen) => (1.5 < seen.volume ? move(seen, 1) : 0),
  'fade heavy volume': (seen) => (1.5 < seen.volume ? -move(seen, 1) : 0),
};

export interface Rate {
  readonly name: string;
  readonly bets: number;
  /** The share of them that won. */
  readonly rate: number;
  /** Standard error of the share: bets of one block are not independent of each other. */
  readonly error: number;
}

/** Wins and losses of each strategy; what ends where it began is refunded and counts as neither. */
export class Tally {
  /** Bets and wins by block, of each strategy. */
  readonly #blocks = new Map<string, Map<number, { bets: number; wins: number }>>();

  add(seen: Seen, { outcome, block }: { readonly outcome: number; readonly block: number }): void {
    if (outcome === 0) return;
    for (const [name, bet] of Object.entries(STRATEGIES)) {
      const side = bet(seen);
      if (side === 0) continue;
      const blocks = this.#blocks.get(name) ?? new Map<number, { bets: number; wins: number }>();
      this.#blocks.set(name, blocks);
      const counts = blocks.get(block) ?? { bets: 0, wins: 0 };
      blocks.set(block, counts);
      counts.bets += 1;
      if (side === outcome) counts.wins += 1;
    }
  }

  rates(): Rate[] {
    return Array.from(this.#blocks, ([name, blocks]) => {
      let [bets, wins, squares] = [0, 0, 0];
      for (const one of blocks.values()) {
        bets += one.bets;
        wins += one.wins;
      }
      const rate = wins / bets;
      for (const one of blocks.values()) squares += (one.wins - rate * one.bets) ** 2;
      return { name, bets, rate, error: Math.sqrt(squares) / bets };
    });
  }
}
