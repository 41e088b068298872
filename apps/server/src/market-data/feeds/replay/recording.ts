import type { RawBar } from './csv.ts';
import { orderRows } from './row-order.ts';

export const BAR_MS = 60_000;

/** Why a recorded bar is rejected. */
export const QUARANTINE_REASONS = [
  'unreadable',
  'dated in the future',
  'off the minute',
  'out of order',
  'duplicate time',
  'not positive',
  'below one point',
  'too large',
  'impossible range',
  'bid without ask',
  'bid above ask',
  'ask far above bid',
  'far from its neighbours',
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
  /** Where bid and ask were recorded: their distance at the two highs and at the two lows. */
  readonly spreadHigh?: number;
  readonly spreadLow?: number;
}

/** A stretch of bars without an interruption that closes the market: bars `first..last`. */
export interface Run {
  readonly first: number;
  readonly last: number;
}

export type Quarantined = Readonly<Partial<Record<QuarantineReason, Refusals>>>;

/** How many rows were refused for one reason, and the first of them. */
export interface Refusals {
  readonly count: number;
  /** Lines of the file, the header being line 1; or times where rows have none. */
  readonly first: readonly string[];
}

export interface Recording {
  readonly code: string;
  /** Ascending, never empty. */
  readonly bars: readonly RecordedBar[];
  readonly runs: readonly Run[];
  readonly quarantined: Quarantined;
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

/** Rows named in the log for each reason. */
const NAMED_MAX = 5;
/** Prices are whole points up to this, far within what a double counts exactly. */
const POINTS_MAX = 10 ** 12;
const VOLUME_MAX = 2 ** 50;
/** Bars that have to agree with a jump, as with live prices. */
const CONFIRMING_BARS = 3;

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
  /** Nothing was recorded later than this. */
  readonly now: number;
  /** The instrument's limit of a jump. */
  readonly outlierBps: number;
}

function reasonAgainst(bar: RawBar, { now, precision }: RecordingSource): QuarantineReason | undefined {
  const prices = [bar.open, bar.high, bar.low, bar.close];
  if (Number.isNaN(bar.at) || ![...prices, bar.volume].every(Number.isFinite) || bar.volume < 0) return 'unreadable';
  if (now < bar.at) return 'dated in the future';
  if (bar.at % BAR_MS !== 0) return 'off the minute';
  if (prices.some((price) => price <= 0)) return 'not positive';
  if (prices.some((price) => price * 10 ** precision < 0.5)) return 'below one point';
  if (prices.some((price) => POINTS_MAX < price * 10 ** precision) || VOLUME_MAX < bar.volume) return 'too large';
  if (bar.high < Math.max(...prices) || Math.min(...prices) < bar.low) return 'impossible range';
  return undefined;
}

/**
 * Checks every bar as live prices are checked, brings prices to points, and finds the runs. Empty
 * when no bar is left.
 */
export function makeRecording(source: RecordingSource): Recording | { readonly empty: Quarantined } {
  const quarantined: Partial<Record<QuarantineReason, { count: number; first: string[] }>> = {};
  const refuse = (reason: QuarantineReason, { row, at }: { readonly row?: number; readonly at: number }): void => {
    const known = quarantined[reason] ?? { count: 0, first: [] };
    quarantined[reason] = known;
    known.count += 1;
    if (known.first.length === NAMED_MAX) return;
    known.first.push(row === undefined ? new Date(at || 0).toISOString() : `line ${row}`);
  };
  const drafts: (Draft & { readonly row?: number })[] = [];
  const asks = source.asks === undefined ? undefined : new Map(source.asks.map((ask) => [ask.at, ask]));
  const readable: RawBar[] = [];
  for (const bar of source.bars) {
    const reason = reasonAgainst(bar, source);
    if (reason === undefined) readable.push(bar);
    else refuse(reason, bar);
  }
  const order = orderRows(readable);
  for (const bar of order.repeated) refuse('duplicate time', bar);
  for (const bar of order.misdated) refuse('out of order', bar);
  for (const bar of order.stray) refuse('far from its neighbours', bar);
  for (const bar of order.kept) {
    const ask = asks?.get(bar.at);
    const reason =
      (asks !== undefined && ask === undefined ? 'bid without ask' : undefined) ??
      (ask === undefined ? undefined : reasonAgainst(ask, source));
    const draft = reason ?? (ask === undefined ? single(bar, source) : pair({ bid: bar, ask }, source));
    if (typeof draft === 'string') refuse(draft, bar);
    else drafts.push({ ...draft, ...(bar.row === undefined ? {} : { row: bar.row }) });
  }
  const accepted = withoutSpikes(drafts, source.outlierBps, (draft) =>
    refuse('far from its neighbours', { at: draft.bar.at, ...(draft.row === undefined ? {} : { row: draft.row }) }),
  );
  if (accepted.length === 0) return { empty: quarantined };
  const bars = accepted.map(({ bar }) => bar);
  const rounded = accepted.filter((draft) => draft.rounded).length;
  return { code: source.code, bars, runs: runsOf(bars), quarantined, rounded };
}

/**
 * Leaves out bars that jump beyond the limit unless the bars after them confirm the new level, and
 * those that reach beyond it within their minute and come back.
 */
function withoutSpikes<One extends Draft>(
  drafts: readonly One[],
  outlierBps: number,
  refuse: (draft: One) => void,
): One[] {
  const isFar = (from: number, to: number): boolean => outlierBps * from < Math.abs(to - from) * 10_000;
  const accepted: One[] = [];
  for (const [index, draft] of drafts.entries()) {
    const { open, high, low, close } = draft.bar;
    const before = accepted.at(-1)?.bar.close;
    const next = drafts.slice(index + 1, index + 1 + CONFIRMING_BARS).map(({ bar }) => bar.open);
    const isConfirmed = 0 < next.length && next.every((price) => !isFar(close, price));
    const isJump = before !== undefined && isFar(before, open) && !isConfirmed;
    // Without a bar before it, the first has to agree with those that follow.
    const isAlone = before === undefined && 0 < next.length && next.every((price) => isFar(close, price));
    const isWick = isFar(Math.max(open, close), high) || isFar(Math.min(open, close), low);
    if (isJump || isAlone || isWick || (isFar(open, close) && !isConfirmed)) refuse(draft);
    else accepted.push(draft);
  }
  return accepted;
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
  const open = points(bar.open);
  const high = points(bar.high);
  const low = points(bar.low);
  const close = points(bar.close);
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
function pair(
  { bid, ask }: { bid: RawBar; ask: RawBar },
  { precision, outlierBps }: RecordingSource,
): Draft | QuarantineReason {
  const low = pointsOf(bid, precision);
  const high = pointsOf(ask, precision);
  if (high.open < low.open || high.close < low.close) return 'bid above ask';
  // Two sides further apart than a jump may be are no price; their middle would look like one.
  const isWide = (['open', 'high', 'low', 'close'] as const).some(
    (name) => outlierBps * low[name] < (high[name] - low[name]) * 10_000,
  );
  if (isWide) return 'ask far above bid';
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
      spreadHigh: Math.max(0, high.high - low.high),
      spreadLow: Math.max(0, high.low - low.low),
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
