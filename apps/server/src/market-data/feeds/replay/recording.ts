import type { RawBar } from './csv.ts';

export const BAR_MS = 60_000;

/** Why a recorded bar is rejected. */
export const QUARANTINE_REASONS = [
  'unreadable',
  'off the minute',
  'out of order',
  'duplicate time',
  'not positive',
  'impossible range',
  'bid without ask',
  'bid above ask',
] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/**
 * Prices in points. `spreadOpen` and `spreadClose` are ask minus bid at the two ends of the bar.
 */
export interface RecordedBar {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly spreadOpen: number;
  readonly spreadClose: number;
}

/** A stretch of bars without an interruption that closes the market: bars `first..last`. */
export interface Run {
  readonly first: number;
  readonly last: number;
}

export interface Recording {
  readonly code: string;
  /** Ascending, never empty. */
  readonly bars: readonly RecordedBar[];
  readonly runs: readonly Run[];
  readonly quarantined: Readonly<Partial<Record<QuarantineReason, number>>>;
  /** Bars with a price that had more decimals than the instrument and was rounded. */
  readonly rounded: number;
}

/**
 * Missing minutes up to this long are an outage of the recording; longer ones mean that the market
 * was closed.
 */
const OUTAGE_MAX_MS = 10 * BAR_MS;

/**
 * Volumes are whole multiples of this, so that the ticks of a bar add up to it exactly. A power of
 * two below a millionth.
 */
export const VOLUME_QUANTUM = 2 ** -20;

/**
 * How far from a whole point a price may be and still be that point, in points: what single
 * precision leaves of a stock's price.
 */
const EXACT_WITHIN = 0.01;

export interface RecordingSource {
  readonly code: string;
  readonly precision: number;
  /** Used where there is one price and no bid and ask. */
  readonly spreadPoints: number;
  readonly bars: readonly RawBar[];
  /** With it `bars` are bids. */
  readonly asks?: readonly RawBar[];
}

interface Drafts {
  readonly bars: RecordedBar[];
  rounded: number;
}

function reasonAgainst(bar: RawBar): QuarantineReason | undefined {
  const prices = [bar.open, bar.high, bar.low, bar.close];
  if (Number.isNaN(bar.at) || ![...prices, bar.volume].every(Number.isFinite) || bar.volume < 0) return 'unreadable';
  if (bar.at % BAR_MS !== 0) return 'off the minute';
  if (prices.some((price) => price <= 0)) return 'not positive';
  if (bar.high < Math.max(...prices) || Math.min(...prices) < bar.low) return 'impossible range';
  return undefined;
}

/** Checks every bar, brings prices to points, and finds the runs. Undefined when no bar is left. */
export function makeRecording(source: RecordingSource): Recording | { readonly empty: true } {
  const quarantined: Partial<Record<QuarantineReason, number>> = {};
  const refuse = (reason: QuarantineReason): void => {
    quarantined[reason] = (quarantined[reason] ?? 0) + 1;
  };
  const drafts: Drafts = { bars: [], rounded: 0 };
  const asks = source.asks === undefined ? undefined : new Map(source.asks.map((ask) => [ask.at, ask]));
  for (const bar of source.bars) {
    const last = drafts.bars.at(-1);
    const ask = asks?.get(bar.at);
    const reason =
      reasonAgainst(bar) ??
      (last !== undefined && bar.at === last.at ? 'duplicate time' : undefined) ??
      (last !== undefined && bar.at < last.at ? 'out of order' : undefined) ??
      (asks !== undefined && ask === undefined ? 'bid without ask' : undefined) ??
      (ask === undefined ? undefined : reasonAgainst(ask));
    if (reason !== undefined) {
      refuse(reason);
      continue;
    }
    const draft = ask === undefined ? single(bar, source) : pair({ bid: bar, ask }, source);
    if (draft === undefined) refuse('bid above ask');
    else {
      drafts.bars.push(draft.bar);
      if (draft.rounded) drafts.rounded += 1;
    }
  }
  if (drafts.bars.length === 0) return { empty: true };
  return { code: source.code, bars: drafts.bars, runs: runsOf(drafts.bars), quarantined, rounded: drafts.rounded };
}

interface Draft {
  readonly bar: RecordedBar;
  readonly rounded: boolean;
}

interface Points {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly rounded: boolean;
}

function pointsOf(bar: RawBar, precision: number): Points {
  let rounded = false;
  const points = (price: number): number => {
    const exact = price * 10 ** precision;
    const whole = Math.round(exact);
    if (EXACT_WITHIN < Math.abs(exact - whole)) rounded = true;
    return Math.max(1, whole);
  };
  const [open, high, low, close] = [points(bar.open), points(bar.high), points(bar.low), points(bar.close)];
  return { open, high, low, close, rounded };
}

const quantized = (volume: number): number => Math.round(volume / VOLUME_QUANTUM) * VOLUME_QUANTUM;

function single(bar: RawBar, { precision, spreadPoints }: RecordingSource): Draft {
  const { rounded, ...prices } = pointsOf(bar, precision);
  const volume = quantized(bar.volume);
  return { bar: { at: bar.at, ...prices, volume, spreadOpen: spreadPoints, spreadClose: spreadPoints }, rounded };
}

/**
 * Mid is the floor of the mean; with `bid = mid - floor(spread / 2)` both recorded prices come out
 * again exactly. Open and close of the two sides are of one moment and must not cross; their highs
 * and lows need not be, and the mean of two ranges contains the means of their ends whatever they
 * are.
 */
function pair({ bid, ask }: { bid: RawBar; ask: RawBar }, { precision }: RecordingSource): Draft | undefined {
  const low = pointsOf(bid, precision);
  const high = pointsOf(ask, precision);
  if (high.open < low.open || high.close < low.close) return undefined;
  const mid = (name: 'open' | 'high' | 'low' | 'close'): number => Math.floor((low[name] + high[name]) / 2);
  return {
    bar: {
      at: bid.at,
      open: mid('open'),
      high: mid('high'),
      low: mid('low'),
      close: mid('close'),
      volume: quantized(bid.volume),
      spreadOpen: high.open - low.open,
      spreadClose: high.close - low.close,
    },
    rounded: low.rounded || high.rounded,
  };
}

function runsOf(bars: readonly RecordedBar[]): Run[] {
  const runs: Run[] = [];
  let first = 0;
  for (let index = 1; index <= bars.length; index += 1) {
    const closes = index === bars.length || OUTAGE_MAX_MS + BAR_MS < bars[index]!.at - bars[index - 1]!.at;
    if (!closes) continue;
    runs.push({ first, last: index - 1 });
    first = index;
  }
  return runs;
}
