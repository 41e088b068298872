import { closingPrice, openingPrice } from '../contracts.ts';
import { closePart, settleClose } from '../contracts-close.ts';
import { isStopAhead } from '../contracts-entries.ts';
import { cappedPnl, profitMaxPart } from '../contracts-profit.ts';
import { type Amount, add, amountOf, lesser, subtract, ZERO } from '../money.ts';
import { type Details, POOL, payClose, stepOf } from './contract-effects.ts';
import { gainedPart, isAnyGain, isTargetMet } from './contract-gains.ts';
import { type ContractSums, financingDayOf, newPosition, type Replayed } from './contract-position.ts';
import { convertedBy, isDue, rateTickOf } from './contract-rate.ts';
import { firingAt, isTrailHeld, leaveLadder } from './contract-stops.ts';
import { changeStops, proveTrail, trailOf } from './contract-trail.ts';
import { isRecord, type Json, textOf, Unreadable } from './document.ts';
import { type Entry, names } from './entries.ts';
import { ExpectedLines } from './ledger.ts';
import type { Proving } from './proving.ts';
import { type LoggedTick, loggedTick } from './ticks.ts';

const NETTING = 'contracts.netting';

/**
 * The history of a contract by its log entries and the rules alone: the steps, the ledger lines
 * and the figures that must come out.
 */
export class ContractHistory {
  readonly position: Replayed;
  readonly steps: Json[] = [];
  readonly lines = new ExpectedLines();
  readonly #by: Proving;
  readonly #sums: ContractSums;
  readonly #id: number;
  readonly #document: Json;

  constructor(by: Proving, sums: ContractSums, order: { id: number; lots: Amount; document: Json }) {
    this.#by = by;
    this.#sums = sums;
    this.#id = order.id;
    this.#document = order.document;
    this.position = newPosition(order.lots);
  }

  /** Applies an entry that is about this order; false for one that is not. */
  apply(entry: Entry): boolean {
    const { found } = this.#by;
    if (entry.seq === this.#id) {
      this.#place(entry);
      return true;
    }
    const isNamed = entry.body.id === this.#id || names(entry, this.#id) || entry.type === 'books.reset';
    if (this.#isMadeWay(entry)) return true;
    if (!isNamed || this.#isNetting(entry)) return this.#net(entry);
    const { state } = this.position;
    found.expect('order', state === 'waiting' || state === 'open', `entry ${entry.seq} came after it had ended`);
    switch (entry.type) {
      case 'contracts.open':
        this.#openHeld(entry, loggedTick(entry.body.tick, 'the tick of an opening'));
        return true;
      case 'contracts.fire':
      case 'contracts.liquidate':
        this.#fire(entry);
        return true;
      case 'contracts.reverse':
        this.#askClose(entry);
        this.position.reversedBy = entry.seq;
        return true;
      case 'contracts.close':
        if (this.#sums.terms.slippage !== undefined) this.#askClose(entry);
        else this.close(entry, this.#factTick(entry), { lots: this.#lotsOf(entry), by: 'user' });
        return true;
      case 'contracts.stops':
        this.#changeStops(entry);
        return true;
      case 'contracts.finance':
        this.#finance(entry);
        return true;
      case 'contracts.cancel':
        this.cancel(entry, undefined, 'user');
        return true;
      case 'contracts.expire':
        if (state === 'open') this.#lapse(entry);
        else this.cancel(entry, undefined, 'expired');
        return true;
      case 'books.reset':
        this.#reset(entry);
        return true;
      default:
        return false;
    }
  }

  /** The tick that the market stood at when the command was accepted. */
  #factTick(entry: Entry): LoggedTick {
    const tick = isRecord(entry.facts) ? entry.facts.tick : undefined;
    return loggedTick(tick, 'the tick of a command');
  }

  #lotsOf(entry: Entry): Amount | undefined {
    return entry.body.lots === undefined ? undefined : amountOf(textOf(entry.body.lots, 'lots'));
  }

  #place(entry: Entry): void {
    const { body } = entry;
    const now = this.position;
    const tick = this.#factTick(entry);
    now.limit = this.#sums.pointsOf(body.price ?? null);
    now.stop = this.#sums.pointsOf(body.stopLoss ?? null);
    now.target = this.#sums.pointsOf(body.takeProfit ?? null);
    now.ladder = this.#sums.ladderOf(body.targets);
    now.trail = trailOf(this.#sums, body.trailing);
    now.entry = this.#sums.pointsOf(body.stopPrice ?? null);
    if (isRecord(entry.result)) now.oco = typeof entry.result.ocoGroup === 'number' ? entry.result.ocoGroup : null;
    const { asset, slippage } = this.#sums.terms;
    Object.assign(now, this.#sums.knownAt(entry, tick));
    const isReached = now.entry === null && (now.limit === null || this.#sums.isWithin(now.limit, tick));
    if (isReached && slippage === undefined) {
      const points = openingPrice(this.#sums.side, tick);
      const { margin, fee } = this.#sums.cost(now.lots, points);
      now.open = points;
      this.#sums.agreeProfit(now, points);
      this.#begin(entry, { points, margin, fee, tick });
      this.lines.within(entry, { from: 'available', to: 'margin', asset, amount: margin, reason: 'contracts.margin' });
      this.lines.with(entry, { account: 'available', contra: 'fees', asset, amount: -fee, reason: 'contracts.fee' });
      return;
    }
    this.#sums.planWaiting(now, { tick, isReached });
    this.lines.within(entry, { from: 'available', to: 'held', asset, amount: now.held, reason: 'contracts.hold' });
    this.step(entry, 'placed', tick, { lots: now.lots, points: now.limit, fee: now.openFee, stops: true });
  }

  #begin(entry: Entry, opening: { points: number; margin: Amount; fee: Amount; tick: LoggedTick }): void {
    const now = this.position;
    now.state = 'open';
    now.open = opening.points;
    now.margin = opening.margin;
    now.initialMargin = opening.margin;
    now.openFee = opening.fee;
    now.openedAt = entry.at;
    now.trailFrom = now.trail === null ? null : opening.tick;
    now.financedNight = financingDayOf(entry.at);
    this.#sums.require(now);
    this.#sums.limitProfit(now);
    this.step(entry, 'opened', opening.tick, { lots: now.lots, points: opening.points, fee: opening.fee, stops: true });
  }

  /** A waiting order that the tick reached; given back when it would be liquidated at once. */
  #openHeld(entry: Entry, tick: LoggedTick): void {
    const { found } = this.#by;
    const now = this.position;
    const { asset } = this.#sums.terms;
    found.expect('order', now.state === 'waiting', `entry ${entry.seq} opens what does not wait`);
    if (now.isMarket || 0 < now.from) this.#expectNew(tick);
    const reached = now.limit === null || this.#sums.isWithin(now.limit, tick);
    if (now.entry !== null && !now.isTriggered) {
      const isStop = !isStopAhead({
        side: this.#sums.side,
        stop: now.entry,
        price: openingPrice(this.#sums.side, tick),
      });
      found.expect('window', isStop, `tick ${tick.seq} did not reach the stop price`);
      if (!now.isMarket && !reached) {
        now.isTriggered = true;
        this.step(entry, 'triggered', tick, { lots: now.openLots, points: openingPrice(this.#sums.side, tick) });
        return;
      }
    }
    if (now.isMarket && !reached) {
      this.cancel(entry, tick, 'moved');
      return;
    }
    found.expect('window', reached, `tick ${tick.seq} did not reach the limit`);
    const points = openingPrice(this.#sums.side, tick);
    const cost = this.#sums.fromHold(now, points);
    const trial: Replayed | undefined = cost && { ...now, open: points, margin: cost.margin };
    if (trial !== undefined) this.#sums.require(trial);
    const isSound = cost !== undefined && trial !== undefined && !this.#sums.isLiquidatedAt(trial, tick.mid);
    const isRefused = isSound && this.#shownAs(entry, 'cancelled');
    if (isRefused) found.note('The house says that it had no room for it, or that the leverage was too high by then.');
    if (!isSound || isRefused) {
      this.cancel(entry, tick, this.#shownReason(isSound ? ['noRoom', 'leverage'] : ['moved']));
      return;
    }
    const { margin, fee } = cost;
    const rest = subtract(subtract(now.held, fee), margin);
    this.lines.within(entry, { from: 'held', to: 'margin', asset, amount: margin, reason: 'contracts.margin' });
    this.lines.with(entry, { account: 'held', contra: 'fees', asset, amount: -fee, reason: 'contracts.fee' });
    this.lines.within(entry, { from: 'held', to: 'available', asset, amount: rest, reason: 'contracts.release' });
    now.held = ZERO;
    this.#begin(entry, { points, margin, fee, tick });
  }

  #fire(entry: Entry): void {
    const { found } = this.#by;
    const tick = loggedTick(entry.body.tick, 'the tick of an end');
    const by = textOf(entry.body.by, 'the reason of an end');
    const now = this.position;
    if (by === 'user') {
      this.#expectNew(tick);
      found.expect('order', now.closing !== null, `entry ${entry.seq} closes what nobody asked to close`);
      this.close(entry, tick, { lots: now.closing ?? undefined, by });
      return;
    }
    const firing = firingAt(now, tick);
    const isHeld = by === 'trailingStop' ? isTrailHeld(now, tick) : by === 'stopLoss' && firing === undefined;
    found.expect('window', !isHeld, `tick ${tick.seq} was known when its stops were changed`);
    if (by === 'trailingStop') {
      proveTrail(this.#by, { sums: this.#sums, now, entry, tick });
      this.close(entry, tick, { lots: undefined, by });
      return;
    }
    const points = closingPrice(this.#sums.side, tick);
    const rate = this.#sums.closingRate(rateTickOf(this.#sums, entry));
    const { stop = now.stop } = firing ?? {};
    const gaining = { sums: this.#sums, now, points, rate, firing: firing ?? { target: null, ladder: [] } };
    const isMet =
      by === 'liquidation'
        ? isDue(this.#sums, now, { entry, tick, rate })
        : by === 'stopLoss'
          ? stop !== null && this.#sums.isReached(points, { level: stop, as: 'stop' })
          : by === 'takeProfit' && isAnyGain(gaining);
    found.expect('window', isMet, `tick ${tick.seq} did not reach what it is said to have fired`);
    // What was fired too early is followed as it was: the fault is its time alone.
    const followed = isMet ? gaining : { ...gaining, firing: now };
    if (by !== 'takeProfit' || isTargetMet(followed)) {
      this.close(entry, tick, { lots: undefined, by });
      return;
    }
    const { ladder, ...part } = gainedPart(followed);
    if (isMet) leaveLadder(now, tick, ladder);
    else now.ladder = ladder;
    this.close(entry, tick, part);
  }

  /** A fill at a tick that was known when it was asked for would be a gift to one side. */
  #expectNew({ seq, at }: LoggedTick): void {
    const isNew = this.position.knownSeq < seq && this.position.from <= at;
    this.#by.found.expect('window', isNew, `tick ${seq} was known when it was asked for`);
  }

  #askClose(entry: Entry): void {
    const now = this.position;
    const tick = this.#factTick(entry);
    const closing = now.closing ?? ZERO;
    const lots = this.#lotsOf(entry) ?? subtract(now.openLots, closing);
    this.#by.found.expect('order', now.state === 'open', `entry ${entry.seq} closes what is not open`);
    now.closing = add(closing, lots);
    Object.assign(now, this.#sums.knownAt(entry, tick));
    this.step(entry, 'closeAsked', tick, { lots });
  }

  /** No price came in time: the close is forgotten. */
  #lapse(entry: Entry): void {
    const now = this.position;
    this.step(entry, 'closeLapsed', undefined, { lots: now.closing ?? ZERO });
    now.closing = null;
    now.reversedBy = null;
  }

  close(entry: Entry, tick: LoggedTick, closing: { lots: Amount | undefined; by: string }): void {
    const { found } = this.#by;
    const now = this.position;
    found.expect('order', now.state === 'open', `entry ${entry.seq} closes what is not open`);
    this.#charge(entry);
    const lots = closing.lots ?? now.openLots;
    if (lots <= 0n || now.openLots < lots || now.open === null) throw new Unreadable('more was closed than was open');
    const points = closingPrice(this.#sums.side, tick);
    const rate = this.#sums.closingRate(rateTickOf(this.#sums, entry));
    const position = { ...this.#sums.positionOf(now, rate), carry: now.carry };
    const part = closePart(position, { lots, price: this.#sums.price(points) });
    const most = now.profitMax && profitMaxPart(now.profitMax, { lots, open: now.openLots });
    const money = settleClose({ ...part, pnl: cappedPnl(part.pnl, most) });
    if (now.profitMax !== undefined && most !== undefined) now.profitMax = subtract(now.profitMax, most);
    payClose(this.lines, entry, { asset: this.#sums.terms.asset, margin: part.margin, money });
    const isWhole = lots === now.openLots;
    const pnl = subtract(money.profit, money.loss);
    const isAsked = closing.by === 'takeProfit' && !isWhole && now.closing !== null;
    now.closing = isAsked ? lesser(now.closing ?? ZERO, subtract(now.openLots, lots)) : null;
    now.closeFee = add(now.closeFee, money.fee);
    now.realised = add(now.realised, pnl);
    now.closeValue += lots * BigInt(points);
    now.carry = part.carry;
    const kind = closing.by === 'liquidation' ? 'liquidated' : isWhole ? 'closed' : 'partClosed';
    this.step(entry, kind, tick, { lots, points, fee: money.fee, pnl, ...convertedBy(this.#by, this.#sums, entry) });
    if (isWhole) this.#end(entry, closing.by === 'liquidation' ? 'liquidated' : 'closed', closing.by);
    else {
      now.openLots = subtract(now.openLots, lots);
      now.margin = subtract(now.margin, part.margin);
      this.#sums.require(now);
    }
  }

  /** The reason that the receipt gives, if it is among these. Before rules 14 it was `operator`. */
  #shownReason(reasons: readonly string[]): string {
    const { order } = this.#document;
    return reasons.find((reason) => isRecord(order) && order.closedBy === reason) ?? 'operator';
  }

  /** Whether the receipt says that the entry did this to the order. */
  #shownAs({ seq }: Entry, kind: string): boolean {
    const { steps } = this.#document;
    return Array.isArray(steps) && steps.some((step) => isRecord(step) && step.seq === seq && step.kind === kind);
  }

  /**
   * Joined to a group by a later order of its owner, or cancelled because another one of the group
   * opened: which one that was is in the receipt of that order.
   */
  #isMadeWay(entry: Entry): boolean {
    const now = this.position;
    if (entry.type === 'contracts.buy' && this.#shownAs(entry, 'grouped')) {
      const { order } = this.#document;
      const group = isRecord(entry.result) ? entry.result.ocoGroup : undefined;
      const isOwn = now.state === 'waiting' && group === this.#id && isRecord(order) && entry.book === order.book;
      this.#by.found.expect('order', isOwn, `entry ${entry.seq} does not join it to a group`);
      now.oco = this.#id;
      this.step(entry, 'grouped', this.#factTick(entry), {});
      return true;
    }
    const { order } = this.#document;
    const isCancelled = isRecord(order) && order.closedBy === 'oco' && this.#shownAs(entry, 'cancelled');
    if (entry.type !== 'contracts.open' || now.oco === null || !isCancelled) return false;
    this.#by.found.lack('hidden', 'which order of its group opened is in the receipt of that order');
    this.cancel(entry, loggedTick(entry.body.tick, 'the tick of an opening'), 'oco');
    return true;
  }

  #isNetting(entry: Entry): boolean {
    const isEnd = entry.type === 'contracts.fire' || entry.type === 'contracts.liquidate';
    return isEnd && this.isNettedBy(entry);
  }

  /** Whether the receipt says that the entry closed it to cover another position of its owner. */
  isNettedBy(entry: Entry): boolean {
    const order = this.#document.order;
    return this.#shownAs(entry, 'closed') && isRecord(order) && order.closedBy === 'netting';
  }

  /**
   * Closed with another position of its owner, whose loss it covered: the tick is the same, and
   * what it gave for the other one is within what it released.
   */
  #net(entry: Entry): boolean {
    const isEnd = ['contracts.fire', 'contracts.liquidate', 'contracts.close'].includes(entry.type);
    if (!isEnd || this.position.state !== 'open') return false;
    this.net(entry, entry.type === 'contracts.close' ? this.#factTick(entry) : loggedTick(entry.body.tick, 'a tick'));
    return true;
  }

  net(entry: Entry, tick: LoggedTick): void {
    const { found } = this.#by;
    const { asset } = this.#sums.terms;
    const before = this.lines.all.length;
    this.close(entry, tick, { lots: undefined, by: 'netting' });
    const released = this.lines.all
      .slice(before)
      .reduce((sum, line) => (line.account === 'available' ? sum + line.amount : sum), 0n);
    const { lines } = this.#document;
    const netting = (Array.isArray(lines) ? lines : []).filter((line) => isRecord(line) && line.reason === NETTING);
    const paid = netting.map((line) => amountOf(textOf(line.amount, 'an amount').replace('-', '')));
    const amount = paid.reduce(add, ZERO);
    found.expect('amounts', netting.length <= 1 && amount <= released, 'it gave more for another position than it had');
    this.position.netted = amount;
    this.lines.with(entry, { account: 'available', contra: POOL, asset, amount: -amount, reason: NETTING });
    found.lack('hidden', 'how large the loss was that it covered is in the receipt of the other position');
  }

  #finance(entry: Entry): void {
    this.#by.found.expect('order', this.position.state === 'open', `entry ${entry.seq} charges what is not open`);
    this.#charge(entry);
  }

  /** Every night since the last one charged, from the position's own margin. */
  #charge(entry: Entry): void {
    const now = this.position;
    const due = financingDayOf(entry.at);
    if (now.financedNight === null || due <= now.financedNight) return;
    const { asset } = this.#sums.terms;
    const cost = this.#sums.night(now);
    for (let night = now.financedNight; night < due && 0n < cost; night += 1) {
      const amount = lesser(cost, now.margin);
      if (amount === 0n) break;
      now.margin = subtract(now.margin, amount);
      now.financing = add(now.financing, amount);
      this.lines.with(entry, {
        account: 'margin',
        contra: 'fees',
        asset,
        amount: -amount,
        reason: 'contracts.financing',
      });
      this.step(entry, 'financed', undefined, { lots: now.openLots, fee: amount });
    }
    now.financedNight = due;
    this.#sums.liquidate(now);
  }

  #changeStops(entry: Entry): void {
    const hasTick = isRecord(entry.facts) && isRecord(entry.facts.tick);
    const tick = hasTick ? this.#factTick(entry) : undefined;
    const stopsFrom = changeStops(this.#by, { sums: this.#sums, now: this.position, entry, tick });
    this.step(entry, 'stopsChanged', tick, { stops: true, stopsFrom, keeps: stopsFrom !== undefined });
  }

  cancel(entry: Entry, tick: LoggedTick | undefined, by: string): void {
    const now = this.position;
    const { asset } = this.#sums.terms;
    this.#by.found.expect('order', now.state === 'waiting', `entry ${entry.seq} cancels what does not wait`);
    this.lines.within(entry, { from: 'held', to: 'available', asset, amount: now.held, reason: 'contracts.release' });
    this.step(entry, 'cancelled', tick, { lots: now.openLots });
    this.#end(entry, 'cancelled', by);
  }

  /** A reset of the demo book ends it without a price, and gives the margin back. */
  #reset(entry: Entry): void {
    const now = this.position;
    if (now.state === 'waiting') {
      this.cancel(entry, undefined, 'reset');
      return;
    }
    const { asset } = this.#sums.terms;
    const back = { asset, amount: now.margin, reason: 'contracts.marginBack' };
    this.lines.within(entry, { from: 'margin', to: 'available', ...back });
    this.step(entry, 'closed', undefined, { lots: now.openLots });
    this.#end(entry, 'closed', 'reset');
  }

  #end(entry: Entry, state: Replayed['state'], by: string): void {
    const now = this.position;
    now.state = state;
    now.openLots = ZERO;
    now.closing = null;
    now.held = ZERO;
    now.margin = ZERO;
    now.maintenance = ZERO;
    if (now.profitMax !== undefined) now.profitMax = ZERO;
    now.closedBy = by;
    now.closedAt = entry.at;
  }

  /** `more`: what only some steps say. */
  step(entry: Entry, kind: string, tick: LoggedTick | undefined, details: Details, more: Json = {}): void {
    const { ticks } = this.#by;
    const { code, precision } = this.#sums.terms;
    if (tick !== undefined) {
      this.#by.found.expect('window', tick.code === code, `step ${entry.seq} is at a tick of another instrument`);
      this.#by.found.expect('window', tick.at <= entry.at, `step ${entry.seq} is at a tick from after it`);
      ticks.expectLogged(tick, precision, `the tick of entry ${entry.seq}`);
    }
    this.steps.push({ ...stepOf(entry, this.#sums, { kind, tick, details, position: this.position }), ...more });
  }
}
