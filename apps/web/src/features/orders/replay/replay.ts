import type { ResultOf } from '@glasshouse/api';
import type { Proven } from '../../../parts/proofs/verify-ticks.ts';

export type TickRun = ResultOf<'listTickRuns'>[number];

/** A tick of the picture; whether it stands on the signed tape is proved later. */
export interface ReplayTick {
  readonly key: string;
  readonly seq: number;
  readonly at: number;
  readonly price: number;
}

export const LEVELS = ['entry', 'stopLoss', 'takeProfit', 'limit', 'liquidation'] as const;
/** A price that was agreed, from when on and until when it stood. */
export interface ReplayLevel {
  readonly kind: (typeof LEVELS)[number];
  readonly price: number;
  readonly from: number;
  readonly to: number;
}

/** Something that happened, at a tick of its own unless the tape had no part in it. */
export interface ReplayMoment {
  readonly at: number;
  readonly label: string;
  /** As it was traded at; text, so that not a digit is lost. */
  readonly price: string | undefined;
  /** Undefined: between two people, or without a price. */
  readonly key: string | undefined;
}

/** An order as a picture: what it says is in the receipt, and nothing else. */
export interface Replay {
  readonly code: string;
  readonly precision: number;
  readonly from: number;
  readonly to: number;
  readonly moments: readonly ReplayMoment[];
  readonly levels: readonly ReplayLevel[];
  /** Of an option: the price to be beaten, and which side of it wins. */
  readonly barrier: { readonly price: number; readonly wins: 'up' | 'down'; readonly to: number } | undefined;
  /** Which price of a tick the picture follows. */
  readonly side: 'mid' | 'bid' | 'ask';
  readonly tone: 'up' | 'down' | 'neutral';
}

/** What carries proofs: single ticks with their paths, and whole minutes. */
export interface ReplayEvidence {
  readonly ticks: readonly Proven[];
  readonly runs: readonly TickRun[];
}

/** Longer windows are not fetched tick by tick: the line between two proofs is then not drawn. */
export const WINDOW_MS_MAX = 300_000;

export const keyOf = (code: string, seq: number): string => `${code}/${seq}`;

/** Before and after the order, as a share of what is shown. */
const AIR = 0.06;
const AIR_MS_MIN = 1_500;

/** A window with room on both sides: neither the first nor the last tick stands at the edge. */
export function windowOf(first: number, last: number): { from: number; to: number } {
  const air = Math.max(AIR_MS_MIN, (last - first) * AIR);
  return { from: Math.floor(first - air), to: Math.ceil(last + air) };
}

/** The ticks of the picture in order: of one instrument, within the window, each once. */
export function ticksIn(replay: Replay, { ticks, runs }: ReplayEvidence): ReplayTick[] {
  const { code, side, from, to } = replay;
  const found = new Map<number, ReplayTick>();
  const put = (seq: number, at: number, price: number): void => {
    if (from <= at && at <= to) found.set(seq, { key: keyOf(code, seq), seq, at, price });
  };
  for (const run of runs) {
    if (run.code !== code) continue;
    const scale = 10 ** run.precision;
    for (const [offset, [bid, mid, ask, at]] of run.ticks.entries()) {
      put(run.firstSeq + offset, at, { bid, mid, ask }[side] / scale);
    }
  }
  for (const { tick } of ticks) {
    if (tick.code === code) put(tick.seq, Date.parse(tick.at), Number(tick[side]));
  }
  return [...found.values()].toSorted((left, right) => left.seq - right.seq);
}

/** Whether every tick between the first and the last is there: only then is a line true. */
export const isWhole = (ticks: readonly ReplayTick[]): boolean =>
  ticks.every((tick, index) => index === 0 || ticks[index - 1]?.seq === tick.seq - 1);
