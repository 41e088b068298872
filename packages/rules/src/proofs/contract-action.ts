import { FINE } from '../contracts.ts';
import {
  dividendOf,
  isRatio,
  type Ratio,
  splitLots,
  splitPoints,
  splitPosition,
  unpaidDividend,
} from '../corporate-actions.ts';
import { type Amount, add, formatAmount, lesser, priceOf, rateOf, subtract, ZERO } from '../money.ts';
import { POOL } from './contract-effects.ts';
import type { ContractHistory } from './contract-history.ts';
import type { ContractSums, Replayed } from './contract-position.ts';
import { countOf, isRecord, type Json, recordOf, textOf } from './document.ts';
import type { Entry } from './entries.ts';
import type { Proving } from './proving.ts';
import { type LoggedTick, loggedTick } from './ticks.ts';

/** A corporate action that the log carried out, and the order that it met. */
interface Acting {
  readonly by: Proving;
  readonly history: ContractHistory;
  readonly sums: ContractSums;
  readonly entry: Entry;
  readonly document: Json;
  /** The frozen terms as the log has them. */
  readonly terms: Json;
  readonly book: string;
}

/** Applies a corporate action on the instrument of a live order; false for any other entry. */
export function applyAction(acting: Acting): boolean {
  const { entry, history, sums, book } = acting;
  const isEnd = entry.type === 'instruments.end';
  if (!isEnd && entry.type !== 'instruments.adjust') return false;
  const { state } = history.position;
  const isLive = state === 'waiting' || state === 'open';
  if (!isLive || entry.body.code !== sums.terms.code || entry.book !== book) return false;
  if (isEnd) {
    end(acting);
    return true;
  }
  const first = loggedTick(entry.body.first, 'the first price after an action');
  if (entry.body.kind === 'split') split(acting, first);
  else if (entry.body.kind === 'dividend' && state === 'open') settleDividend(acting, first);
  else return false;
  return true;
}

/** Trading ends: at the last price there was, and for all orders of the instrument. */
function end({ history, entry }: Acting): void {
  const by = textOf(entry.body.kind, 'a kind of action') === 'roll' ? 'roll' : 'delisting';
  if (history.position.state === 'waiting') {
    history.cancel(entry, undefined, by);
    return;
  }
  const last = loggedTick(entry.body.last, 'the last price');
  if (history.isNettedBy(entry)) history.net(entry, last);
  else history.close(entry, last, { lots: undefined, by });
}

function split(acting: Acting, first: LoggedTick): void {
  const { by, history, sums, entry } = acting;
  const now = history.position;
  const ratio: Ratio = {
    numerator: countOf(entry.body.numerator, 'a ratio'),
    denominator: countOf(entry.body.denominator, 'a ratio'),
  };
  if (!isRatio(ratio)) {
    by.found.expect('terms', false, `entry ${entry.seq} splits by no ratio`);
    return;
  }
  const adjusted = adjustedOf(acting);
  const shown = shownStep(acting);
  const isAllAsked = now.closing === now.openLots;
  const lots = splitLots(now.openLots, ratio);
  const open = now.state === 'open' ? splitOpen(acting, ratio, first) : undefined;
  if (now.closing !== null) now.closing = isAllAsked ? lots : lesser(lots, splitLots(now.closing, ratio));
  now.lots = splitLots(now.lots, ratio);
  now.openLots = lots;
  moveLevels(acting, { ratio, first, shown });
  if (open === undefined) moveEntries(now, { ratio, isBuyer: sums.side === 'buy' });
  else {
    now.open = open.points;
    now.margin = add(now.margin, open.cash);
    now.realised = add(now.realised, open.cash);
    now.carry = { ...now.carry, pnl: open.carry };
    post(acting, open.cash, 'contracts.splitRounding');
  }
  sums.require(now);
  sums.limitProfit(now);
  const points = open === undefined ? now.limit : now.open;
  const details = { lots, points, stops: true, keeps: true, ...(open === undefined ? {} : { pnl: open.cash }) };
  history.step(entry, 'adjusted', first, details, { adjusted });
}

/** An open position is worth the same at the last price before, which the tape must have. */
function splitOpen({ by, history, sums, entry }: Acting, ratio: Ratio, first: LoggedTick) {
  const now = history.position;
  const { side, size, open, margin } = sums.positionOf(now);
  const last = isRecord(entry.body.last) ? loggedTick(entry.body.last, 'the last price') : undefined;
  if (last !== undefined) {
    by.ticks.expectLogged(last, sums.terms.precision, `the last price before entry ${entry.seq}`);
    by.found.expect('window', last.seq + 1 === first.seq, `entry ${entry.seq} splits at other prices than the next`);
  }
  const moved = splitPosition(
    { side, size, open, margin, carry: now.carry.pnl },
    { ratio, last: last === undefined ? open : sums.price(last.mid), pointSize: sums.point() },
  );
  return { points: Number(moved.open / sums.point()), cash: moved.cash, carry: moved.carry };
}

/**
 * Stops and targets go to the nearest point; a trailing stop keeps what it has reached as a stop.
 */
function moveLevels(
  { by, history, sums, entry }: Acting,
  { ratio, first, shown }: { readonly ratio: Ratio; readonly first: LoggedTick; readonly shown: Json },
): void {
  const now = history.position;
  const level = (points: number | null) => (points === null ? null : splitPoints(points, ratio, 'nearest'));
  now.stop = level(now.stop);
  now.target = level(now.target);
  now.ladder = splitLadder(now, ratio);
  if (now.before !== null) {
    const { stop, target, ladder } = now.before;
    const moved = splitLadder({ ladder, openLots: now.openLots }, ratio);
    now.before = { ...now.before, stop: level(stop), target: level(target), ladder: moved };
  }
  if (now.trail === null) return;
  const { distance, activation } = now.trail;
  const isFollowing = now.state === 'open' && isRecord(shown.trailing) && shown.trailing.activation === null;
  now.trail = {
    distance: 'points' in distance ? { points: splitPoints(distance.points, ratio, 'nearest') } : distance,
    // One that follows already has reached it.
    activation: isFollowing ? null : level(activation),
  };
  if (now.state !== 'open') return;
  now.trailFrom = first;
  const reached = sums.pointsOf(shown.stopLoss ?? null);
  if (reached === now.stop) return;
  const sign = sums.side === 'buy' ? 1 : -1;
  const isNearer = reached !== null && (now.stop === null || 0 < sign * (reached - now.stop));
  by.found.expect('amounts', isNearer, `entry ${entry.seq} moved the stop further away`);
  by.found.lack('hidden', `how far its trailing stop had come before entry ${entry.seq} is on the tape`);
  if (isNearer) now.stop = reached;
}

/** Steps that fall on one price become one; together they close no more than is open. */
function splitLadder({ ladder, openLots }: Pick<Replayed, 'ladder' | 'openLots'>, ratio: Ratio): Replayed['ladder'] {
  const moved: { readonly points: number; readonly lots: Amount }[] = [];
  let left = openLots;
  for (const step of ladder) {
    const points = splitPoints(step.points, ratio, 'nearest');
    const lots = lesser(left, splitLots(step.lots, ratio));
    if (lots === 0n) continue;
    left = subtract(left, lots);
    const before = moved.at(-1);
    if (before?.points === points) moved[moved.length - 1] = { points, lots: add(before.lots, lots) };
    else moved.push({ points, lots });
  }
  return moved;
}

/** A buyer's limit down, a seller's up: never worse than was asked for. */
function moveEntries(now: Replayed, { ratio, isBuyer }: { readonly ratio: Ratio; readonly isBuyer: boolean }): void {
  if (now.limit !== null) now.limit = splitPoints(now.limit, ratio, isBuyer ? 'down' : 'up');
  if (now.entry !== null) now.entry = splitPoints(now.entry, ratio, 'nearest');
  if (now.reference !== null) now.reference = splitPoints(now.reference, ratio, 'nearest');
}

/** Pays or charges it; a seller whose margin did not hold it is closed at the first price. */
function settleDividend(acting: Acting, first: LoggedTick): void {
  const { history, entry } = acting;
  const owed = payDividend(acting, first);
  if (entry.body.closesUnpaid !== true) return;
  if (history.isNettedBy(entry)) history.net(entry, first);
  else if (0n < owed) history.close(entry, first, { lots: undefined, by: 'dividend' });
}

function payDividend(acting: Acting, first: LoggedTick): Amount {
  const { history, sums, entry, terms } = acting;
  const now = history.position;
  const rate = terms.dividendWithholdingRate;
  const perUnit = priceOf(textOf(entry.body.amount, 'a dividend'));
  const withholding = rateOf(rate === undefined ? '0' : textOf(rate, 'a rate'));
  const position = sums.positionOf(now);
  const paid = dividendOf(position, { perUnit, withholding });
  const owed = entry.body.closesUnpaid === true ? unpaidDividend(position, perUnit) : ZERO;
  if (paid === 0n && owed === 0n) return ZERO;
  const adjusted = adjustedOf(acting);
  post(acting, paid, paid < 0n ? 'contracts.dividendCharge' : 'contracts.dividend');
  now.margin = add(now.margin, paid);
  now.realised = add(now.realised, paid);
  now.carry = { ...now.carry, pnl: now.carry.pnl - owed * FINE };
  sums.liquidate(now);
  history.step(entry, 'dividend', first, { lots: now.openLots, pnl: paid }, { adjusted });
  return owed;
}

/** Between the pool and the margin. */
function post({ history, sums, entry }: Acting, amount: Amount, reason: string): void {
  if (amount === 0n) return;
  history.lines.with(entry, { account: 'margin', contra: POOL, asset: sums.terms.asset, amount, reason });
}

const shownStep = ({ document, history }: Acting): Json => {
  const step = Array.isArray(document.steps) ? document.steps[history.steps.length] : undefined;
  return isRecord(step) ? step : {};
};

/** The action, and the order as it was before it. */
function adjustedOf({ history, sums, entry }: Acting): Json {
  const { action, kind, numerator, denominator, amount, last } = entry.body;
  const now = history.position;
  return {
    action,
    kind,
    numerator,
    denominator,
    amount,
    last: isRecord(last) ? sums.text(countOf(recordOf(last, 'a tick').mid, 'a price')) : null,
    before: {
      lots: formatAmount(now.openLots),
      openPrice: sums.text(now.open),
      limitPrice: sums.text(now.limit),
      stopPrice: sums.text(now.entry),
      stopLoss: sums.text(now.stop),
      takeProfit: sums.text(now.target),
      liquidationPrice: sums.text(now.liquidation),
      margin: formatAmount(now.margin),
      profitMax: now.profitMax === undefined ? null : formatAmount(now.profitMax),
    },
  };
}
