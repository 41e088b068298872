/**
 * Ways to bet on up or down from what a client sees: past prices and volumes, and nothing else.
 */
export interface MarketView {
  /** Moves over the last seconds, a minute, the period and some hours. */
  readonly moves: readonly number[];
  /** Volume of the last minute over that of the average minute before. */
  readonly volume: number;
  /** The last minute's range over that of the average minute before. */
  readonly range: number;
  /** For each of `RANGE_SECONDS`: 1 at the top of that range, -1 at its bottom, 0 inside. */
  readonly edges: readonly number[];
  /** The range of the longest of them, in steps of the price. */
  readonly steps: number;
}

/** The ranges whose edges are looked at. */
export const RANGE_SECONDS = [5, 10, 20, 40, 80, 160, 300, 600] as const;
/** Ranges of so few steps are calm. */
const CALM_STEPS = [2, 4, 8, 16] as const;
/** Ranges whose edges are looked at in calm stretches. */
const CALM_RANGES: readonly number[] = [10, 40, 160, 600];

/** Gives +1 for up, -1 for down, 0 for no bet. */
type View = (seen: MarketView) => number;

const sign = (value: number): number => (0 < value ? 1 : value < 0 ? -1 : 0);
const move = (seen: MarketView, span: number): number => sign(seen.moves[span] ?? 0);
const edge = (seen: MarketView, range: number): number => seen.edges[range] ?? 0;

const ON_MOVES: Readonly<Record<string, View>> = {
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

const onRanges = RANGE_SECONDS.flatMap((seconds, range): [string, View][] => [
  [`fade the range of ${seconds} s`, (seen) => -edge(seen, range)],
  [`follow the range of ${seconds} s`, (seen) => edge(seen, range)],
]);

/** Where steps are coarse beside what a calm price moves by, much is known of where it lies. */
const whileCalm = CALM_STEPS.flatMap((most, level): [string, View][] => {
  const least = CALM_STEPS[level - 1] ?? 0;
  const isCalm = ({ steps }: MarketView): boolean => least < steps && steps <= most;
  return RANGE_SECONDS.flatMap((seconds, range): [string, View][] =>
    CALM_RANGES.includes(seconds)
      ? [[`fade the range of ${seconds} s within ${most} steps`, (seen) => (isCalm(seen) ? -edge(seen, range) : 0)]]
      : [],
  );
});

export const STRATEGIES: readonly (readonly [name: string, view: View])[] = [
  ...Object.entries(ON_MOVES),
  ...onRanges,
  ...whileCalm,
];

export interface Rate {
  readonly name: string;
  readonly bets: number;
  /** The share of them that won. */
  readonly rate: number;
  /** Standard error of the share: bets of one block are not independent of each other. */
  readonly error: number;
}

/** Blocks and their sums, of one strategy. */
interface Sums {
  bets: number;
  wins: number;
  /** Over the blocks: of bets squared, of wins squared, and of their products. */
  betsSquared: number;
  winsSquared: number;
  product: number;
  blockBets: number;
  blockWins: number;
}

/** Wins and losses of each strategy; what ends where it began is refunded and counts as neither. */
export class Tally {
  readonly #sums: readonly Sums[] = STRATEGIES.map(() => ({
    bets: 0,
    wins: 0,
    betsSquared: 0,
    winsSquared: 0,
    product: 0,
    blockBets: 0,
    blockWins: 0,
  }));
  #block = Number.NaN;

  /** Bets of a block come one after the other. */
  add(sides: readonly number[], { outcome, block }: { readonly outcome: number; readonly block: number }): void {
    if (outcome === 0) return;
    if (block !== this.#block) this.#endBlock();
    this.#block = block;
    for (const [index, side] of sides.entries()) {
      if (side === 0) continue;
      const sums = this.#sums[index]!;
      sums.blockBets += 1;
      if (side === outcome) sums.blockWins += 1;
    }
  }

  rates(): Rate[] {
    this.#endBlock();
    return this.#sums.flatMap(({ bets, wins, betsSquared, winsSquared, product }, index) => {
      if (bets === 0) return [];
      const rate = wins / bets;
      const squares = winsSquared - 2 * rate * product + rate * rate * betsSquared;
      return [{ name: STRATEGIES[index]![0], bets, rate, error: Math.sqrt(Math.max(0, squares)) / bets }];
    });
  }

  #endBlock(): void {
    for (const sums of this.#sums) {
      sums.bets += sums.blockBets;
      sums.wins += sums.blockWins;
      sums.betsSquared += sums.blockBets ** 2;
      sums.winsSquared += sums.blockWins ** 2;
      sums.product += sums.blockBets * sums.blockWins;
      sums.blockBets = 0;
      sums.blockWins = 0;
    }
  }
}
