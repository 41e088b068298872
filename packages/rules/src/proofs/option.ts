import { amountOf, formatAmount, formatRate, rateOf } from '../money.ts';
import { creditOf, type Direction, quoteOption, settleOption, type VoidReason, voidReasonOf } from '../options.ts';
import type { HashedTick } from '../tick-hash.ts';
import { countOf, isoOf, isoOrNull, isRecord, type Json, listOf, recordOf, textOf } from './document.ts';
import { type Entry, names } from './entries.ts';
import { leadIn, leadShown } from './lead.ts';
import { ExpectedLines, expectLines } from './ledger.ts';
import { expectFields, FREE, type Proving } from './proving.ts';
import { type LoggedTick, loggedTick, orderTick } from './ticks.ts';

/** Receipts show every tick of a window up to this long. */
const WINDOW_MS_MAX = 300_000;

/** What an option's receipt must say, as far as its history has been replayed. */
interface Option {
  readonly id: number;
  readonly placed: Entry;
  readonly code: string;
  readonly direction: Direction;
  readonly precision: number;
  readonly gapLimitMs: number;
  readonly periodMs: number;
  /** The earliest time of a price that can be its entry; the gap limit counts from there. */
  readonly from: number;
}

/**
 * An up/down option: sold by the terms in force, entered by the first tick after acceptance, and
 * settled by the last tick at or before its expiry, or void for a reason that the tape shows.
 */
export function proveOption(document: Json, by: Proving): void {
  const { found, entries, ticks } = by;
  const { receipt, proof, ...order } = document;
  const id = countOf(order.id, 'the number of the order');
  const placed = entries.need(['options.buy'], ({ seq }) => seq === id, 'the order');
  by.owner(placed);
  const shown = recordOf(placed.result, 'the result of the order');
  const code = textOf(placed.body.code, 'a code');
  const version = countOf(shown.termsVersion, 'a version');
  const terms = entries.terms('options.define', 'code', code, version);
  const period = listOf(terms.periods, 'the periods').find(
    (item) => isRecord(item) && item.seconds === placed.body.periodId,
  );
  const { payoutRate, feeRate } = recordOf(period, 'the period');
  const stake = amountOf(textOf(placed.body.amount, 'a stake'));
  const rates = { payoutRate: rateOf(textOf(payoutRate, 'a rate')), feeRate: rateOf(textOf(feeRate, 'a rate')) };
  const { fee, profit, total } = quoteOption({ stake, ...rates });
  const option: Option = {
    id,
    placed,
    code,
    direction: placed.body.direction === 'up' ? 'up' : 'down',
    precision: countOf(terms.precision, 'a precision'),
    gapLimitMs: countOf(terms.gapLimitMs, 'a gap limit'),
    from: placed.at + leadIn(terms),
    periodMs: countOf(placed.body.periodId, 'a period') * 1_000,
  };
  const entered = entries.find(['options.enter'], (entry) => names(entry, id));
  const entry = entered === undefined ? undefined : entryTick(option, entered, by);
  const ending = endingOf(option, entry, by);
  const isGap = ending !== undefined && entry !== undefined && entry.at < ending.lastGapEndedAt;
  const points = (proof: unknown, isNeeded: boolean): boolean => isNeeded || proof === null;
  const isAbandoned = entry === undefined && ending?.reason === 'tooFewTicks';
  const isPointed = points(by.proof.gapEnd, isGap) && points(by.proof.around, isAbandoned);
  found.expect('window', isPointed, 'it points at ticks that it has nothing to do with');
  const asset = textOf(terms.asset, 'an asset');

  const lines = new ExpectedLines();
  lines.within(placed, { from: 'available', to: 'held', amount: total, asset, reason: 'options.stake' });
  if (ending !== undefined) {
    const back = { asset, amount: stake };
    const { by: done, outcome } = ending;
    if (outcome === 'void') {
      const refund = { asset, amount: total, reason: 'options.refund' };
      lines.within(done, { from: 'held', to: 'available', ...refund });
    } else {
      if (outcome === 'win') {
        lines.within(done, { from: 'held', to: 'available', ...back, reason: 'options.stakeBack' });
        const won = { asset, amount: profit, reason: 'options.win' };
        lines.with(done, { account: 'available', contra: 'reserve.options', ...won });
      } else if (outcome === 'draw') {
        lines.within(done, { from: 'held', to: 'available', ...back, reason: 'options.draw' });
      } else {
        lines.with(done, { account: 'held', contra: 'pool.options', asset, amount: -stake, reason: 'options.lose' });
      }
      lines.with(done, { account: 'held', contra: 'fees', asset, amount: -fee, reason: 'options.fee' });
    }
  }

  const paid =
    ending === undefined
      ? null
      : formatAmount(ending.outcome === 'void' ? total : creditOf({ outcome: ending.outcome, stake, profit }));
  expectFields(by, 'the order', order, {
    id,
    book: placed.book,
    code,
    name: FREE,
    precision: option.precision,
    direction: option.direction,
    asset,
    amount: formatAmount(stake),
    periodSeconds: placed.body.periodId,
    payoutRate: formatRate(rates.payoutRate),
    fee: formatAmount(fee),
    profit: formatAmount(profit),
    termsVersion: version,
    ...leadShown(terms),
    state:
      ending === undefined
        ? entry === undefined
          ? 'waiting'
          : 'open'
        : ending.outcome === 'void'
          ? 'void'
          : 'settled',
    outcome: ending?.outcome ?? null,
    reason: ending?.reason ?? null,
    placedAt: isoOf(placed.at),
    entry: entry === undefined ? null : orderTick(entry, option.precision),
    expiresAt: isoOrNull(entry === undefined ? null : entry.at + option.periodMs),
    exit: ending?.exit === undefined ? null : orderTick(ending.exit, option.precision),
    settledAt: isoOrNull(ending?.by.at ?? null),
    paid,
  });
  if (ending === undefined) {
    found.expect('order', receipt === null, 'it is live, and has a receipt');
    return;
  }
  const detail = recordOf(receipt, 'the receipt');
  const counted = entry === undefined || ending.exit === undefined ? 0 : Math.max(0, ending.exit.seq - entry.seq + 1);
  const rule =
    ending.outcome === 'void'
      ? `options.void.${ending.reason}`
      : ending.outcome === 'draw'
        ? 'options.draw'
        : `options.${ending.outcome}.${option.direction}`;
  expectFields(by, 'the receipt', detail, {
    ticks: detail.ticks,
    ticksInWindow: counted,
    lastGapEndedAt: isoOrNull(ending.lastGapEndedAt === 0 ? null : ending.lastGapEndedAt),
    gapLimitMs: option.gapLimitMs,
    rule,
    log: detail.log,
    lines: detail.lines,
  });
  const shownSeqs = [placed, entered, ending.by].filter((entry) => entry !== undefined).map(({ seq }) => seq);
  entries.expectShown(detail.log, new Set(shownSeqs));
  expectLines(found, detail.lines, { lines, ref: String(id), book: placed.book });
  ticks.expectAllUsed();
}

/** The first tick after acceptance: the tick before it is from before the acceptance. */
function entryTick(option: Option, entered: Entry, { found, ticks }: Proving): LoggedTick {
  const tick = loggedTick(entered.body.tick, 'the entry');
  const { code, placed, from, gapLimitMs, precision } = option;
  found.expect('window', tick.code === code, 'the entry is of another instrument');
  found.expect('window', from <= tick.at, 'the entry may have been known when it was placed');
  found.expect('window', tick.at <= from + gapLimitMs, 'the entry came later than the gap limit allows');
  found.expect('log', placed.seq < entered.seq && tick.at <= entered.at, 'the entry was taken before it was there');
  const proved = ticks.expectLogged(tick, precision, 'the entry');
  // Looked for even while the entry's own minute is open: it is in the file because of it.
  const before = ticks.get(code, tick.seq - 1);
  if (proved !== undefined && 1 < tick.seq) {
    if (before === undefined) missing(option, tick.seq - 1, ticks.isListed(code, tick.seq - 1), found);
    else if (ticks.follow(before, proved)) {
      found.expect('window', before.at <= from, `tick ${before.seq} was the first after the order`);
    }
  }
  return tick;
}

function missing({ code }: Option, seq: number, isListed: boolean, found: Proving['found']): void {
  // One whose minute is open is listed without a proof, which has been told already.
  if (!isListed) found.lack('next', `tick ${seq} of ${code} is not in the file`);
}

interface Ending {
  readonly by: Entry;
  readonly outcome: 'win' | 'lose' | 'draw' | 'void';
  readonly reason: VoidReason | null;
  readonly exit: LoggedTick | undefined;
  readonly lastGapEndedAt: number;
}

function endingOf(option: Option, entry: LoggedTick | undefined, by: Proving): Ending | undefined {
  const { entries, found } = by;
  const reset = entries.find(['books.reset'], ({ user, seq }) => user === option.placed.user && option.id < seq);
  if (reset !== undefined) {
    found.expect('order', option.placed.book === 'demo' && reset.book === 'demo', 'only a demo book can be reset');
    return { by: reset, outcome: 'void', reason: 'reset', exit: undefined, lastGapEndedAt: 0 };
  }
  const acted = entries.find(['instruments.adjust', 'instruments.end'], (entry) => isAbout(option, entry));
  if (acted !== undefined) return { by: acted, outcome: 'void', reason: 'action', exit: undefined, lastGapEndedAt: 0 };
  const abandoned = entries.find(['options.abandon'], (entry) => names(entry, option.id));
  if (abandoned !== undefined) {
    found.expect('window', entry === undefined, 'it was entered, and given up as if it was not');
    neverEntered(option, abandoned, by);
    return { by: abandoned, outcome: 'void', reason: 'tooFewTicks', exit: undefined, lastGapEndedAt: 0 };
  }
  const settled = entries.find(['options.settle'], (entry) => names(entry, option.id));
  if (settled === undefined) return undefined;
  if (!found.expect('window', entry !== undefined, 'it was settled without an entry') || entry === undefined) {
    return undefined;
  }
  return settlement(option, { entry, settled }, by);
}

/**
 * An action on its instrument and book while it ran: the prices mean something else from then on.
 */
const isAbout = ({ code, placed }: Option, { body, book, seq }: Entry): boolean =>
  body.code === code && book === placed.book && placed.seq < seq;

/** No tick came between the acceptance and the gap limit. */
function neverEntered(option: Option, abandoned: Entry, { found, ticks, proof }: Proving): void {
  const { from, gapLimitMs, code } = option;
  const limit = from + gapLimitMs;
  found.expect('window', limit < abandoned.at, 'it was given up before the gap limit was over');
  const seq = proof.around === null || proof.around === undefined ? 0 : countOf(proof.around, 'a tick');
  const before = seq === 0 ? undefined : ticks.get(code, seq);
  const after = ticks.get(code, seq + 1);
  if (before === undefined && 0 < seq) missing(option, seq, ticks.isListed(code, seq), found);
  if (after === undefined) missing(option, seq + 1, ticks.isListed(code, seq + 1), found);
  if (before !== undefined) found.expect('window', before.at <= from, `tick ${before.seq} was an entry`);
  if (after !== undefined) found.expect('window', limit < after.at, `tick ${after.seq} was an entry`);
  if (before !== undefined && after !== undefined) ticks.follow(before, after);
}

function settlement(option: Option, { entry, settled }: { entry: LoggedTick; settled: Entry }, by: Proving): Ending {
  const { found, ticks } = by;
  const { code, gapLimitMs, precision, direction } = option;
  const expiresAt = entry.at + option.periodMs;
  const exit = settled.body.exit === null ? undefined : loggedTick(settled.body.exit, 'the exit');
  const lastGapEndedAt = countOf(settled.body.lastGapEndedAt, 'the last gap');
  found.expect('window', expiresAt <= settled.at, 'it was settled before it expired');
  if (exit !== undefined) {
    found.expect('window', exit.code === code, 'the exit is of another instrument');
    found.expect('window', exit.at <= expiresAt, 'the exit is after the expiry');
    found.expect('window', entry.seq <= exit.seq, 'the exit is before the entry');
    found.expect('window', exit.seq !== entry.seq || exit.at === entry.at, 'entry and exit are one tick and differ');
    const proved = ticks.expectLogged(exit, precision, 'the exit');
    const next = ticks.get(code, exit.seq + 1);
    if (next === undefined) missing(option, exit.seq + 1, ticks.isListed(code, exit.seq + 1), found);
    else {
      if (proved !== undefined) ticks.follow(proved, next);
      found.expect('window', expiresAt < next.at, `tick ${next.seq} came before the expiry and was not the exit`);
    }
  }
  const reason = voidReasonOf({
    entry: { seq: entry.seq, at: entry.at },
    exit,
    expiresAt,
    lastGapEndedAt,
    gapLimitMs,
  });
  gaps(option, { entry, exit, lastGapEndedAt, reason }, by);
  if (reason !== undefined || exit === undefined) {
    return { by: settled, outcome: 'void', reason: reason ?? 'tooFewTicks', exit, lastGapEndedAt };
  }
  const outcome = settleOption({ direction, entry: entry.mid, exit: exit.mid });
  return { by: settled, outcome, reason: null, exit, lastGapEndedAt };
}

/** The gap that made it void is shown; where every tick is in the file, so is that none was. */
function gaps(
  option: Option,
  settlement: {
    entry: LoggedTick;
    exit: LoggedTick | undefined;
    lastGapEndedAt: number;
    reason: VoidReason | undefined;
  },
  { found, ticks, proof }: Proving,
): void {
  const { code, gapLimitMs } = option;
  const { entry, exit, lastGapEndedAt } = settlement;
  if (settlement.reason === 'gap' && entry.at < lastGapEndedAt) {
    const seq = countOf(proof.gapEnd ?? 0, 'the end of the gap');
    const before = ticks.get(code, seq - 1);
    const after = ticks.get(code, seq);
    if (before === undefined || after === undefined) {
      const isListed = ticks.isListed(code, seq) && ticks.isListed(code, seq - 1);
      found.expect('window', isListed, 'the gap that made it void is not shown');
      return;
    }
    ticks.follow(before, after);
    found.expect('window', after.at === lastGapEndedAt, 'the gap ended at another time');
    found.expect('window', gapLimitMs < after.at - before.at, 'the gap was no longer than the limit');
    return;
  }
  if (exit === undefined || settlement.reason !== undefined) return;
  let last: HashedTick | undefined;
  let isWhole = true;
  for (let seq = entry.seq; seq <= exit.seq && isWhole; seq += 1) {
    const tick = ticks.get(code, seq);
    if (tick === undefined) isWhole = false;
    else {
      const gap = last === undefined ? 0 : tick.at - last.at;
      if (last !== undefined) ticks.follow(last, tick);
      found.expect('window', gap <= gapLimitMs, `there was a gap above the limit before tick ${seq}`);
      last = tick;
    }
  }
  if (isWhole) return;
  const what = `that no gap lay between ticks ${entry.seq} and ${exit.seq} is shown by the whole tape only`;
  if (option.periodMs <= WINDOW_MS_MAX) found.lack('next', what);
  else found.note(what);
}
