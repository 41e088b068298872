import { FINE } from '@glasshouse/rules/contracts';
import {
  dividendOf,
  type Ratio,
  splitLots,
  splitPoints,
  splitPosition,
  unpaidDividend,
} from '@glasshouse/rules/corporate-actions';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatRate,
  lesser,
  priceOf,
  type Rate,
  rateOf,
  subtract,
  ZERO,
  ZERO_RATE,
} from '@glasshouse/rules/money';
import { type AdjustBody, CORPORATE_NOTICES_TABLE, type CorporateNotice } from '../../corporate-actions/rows.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import type { Command, CoreState, Effects, RowChange, Tick } from '../../kernel/core/types.ts';
import { closeLots, coverProfit, ended } from './close.ts';
import { accountsOf, ContractEffects } from './contract-effects.ts';
import { pointSize, withLiquidation, withProfitLimit, withRequirement } from './position.ts';
import { release } from './release.ts';
import {
  basePoints,
  type ContractOrder,
  integerOf,
  priceAt,
  type StopsBefore,
  sizeOf,
  type Target,
  type Trail,
} from './rows.ts';
import { type ContractsSlice, contractsOf, termsOfOrder } from './slice.ts';
import type { Adjusted } from './steps.ts';
import { followFrom, NO_TRAIL, nearerStop, reachedStop, type TrailColumns } from './trail.ts';

/**
 * What corporate actions do to positions and waiting orders. Each gets a step of its own, with what
 * it was; margin, result and protection are worth the same before and after.
 */
export function followAction(state: CoreState, command: Command): Effects | undefined {
  if (command.type === 'corporate.announce') return announced(state, command as Command<AdjustBody>);
  if (command.type !== 'instruments.adjust' && command.type !== 'instruments.end') return undefined;
  const { body } = command as Command<AdjustBody>;
  const effects = new ContractEffects(state, command);
  const orders = ordersOf(state, command as Command<AdjustBody>);
  const isEnd = command.type === 'instruments.end';
  for (const live of orders) {
    // Closed at the same tick already, to cover another position of its owner.
    const order = effects.current(live);
    if (order === undefined) continue;
    if (isEnd) end(state, effects, { order, body });
    else if (body.kind === 'split') split(state, effects, { order, body });
    else if (body.kind === 'dividend') payDividend(state, effects, { order, body });
  }
  // After all were paid: one of them may be closed to cover another.
  if (body.closesUnpaid === true) for (const live of orders) closeUnpaid(state, effects, { order: live, body });
  const made = effects.toEffects();
  return { ...made, rows: [...made.rows, ...notices(command as Command<AdjustBody>, orders, 'done')] };
}

/** Those of the command's book, oldest first. */
function ordersOf(state: CoreState, { book, body }: Command<Pick<AdjustBody, 'code'>>): ContractOrder[] {
  const { orders } = contractsOf(state);
  return [...orders.values()].filter((order) => order.code === body.code && order.book === book);
}

const announced = (state: CoreState, command: Command<Pick<AdjustBody, 'action' | 'code'>>): Effects => ({
  postings: [],
  rows: notices(command, ordersOf(state, command), 'ahead'),
  events: [],
});

/** One for each person, however many orders. */
function notices(
  { seq, at, book, body }: Command<Pick<AdjustBody, 'action'>>,
  orders: readonly ContractOrder[],
  stage: CorporateNotice['stage'],
): RowChange[] {
  const owners = new Set(orders.map((order) => order.user_id));
  return [...owners].map((owner) => {
    const row: CorporateNotice = { seq, user_id: owner, book, action: body.action, stage, at };
    return changeOf(CORPORATE_NOTICES_TABLE, row);
  });
}

interface Acting {
  readonly order: ContractOrder;
  readonly body: AdjustBody;
}

/** Cancels what waits and closes what is open at the last price there was. */
function end(state: CoreState, effects: ContractEffects, { order, body }: Acting): void {
  const by = body.kind === 'roll' ? 'roll' : 'delisting';
  if (order.state === 'open' && body.last !== null) {
    closeLots(state, effects, { order, tick: body.last, by });
    return;
  }
  release(effects, order);
  effects.step(order, 'cancelled', null, { lots: order.open_lots });
  effects.save(ended(order, { state: 'cancelled', by, effects }), null);
}

function split(state: CoreState, effects: ContractEffects, { order, body }: Acting): void {
  const { last, first } = body;
  if (first === null) return;
  const ratio: Ratio = { numerator: body.numerator, denominator: body.denominator };
  const progress = contractsOf(state).trails.progressOf(order);
  const levels = splitLevels(order, { ratio, tick: first, peak: progress?.peak ?? order.peak });
  const lots = splitLots(amountOf(order.open_lots), ratio);
  const common: ContractOrder = {
    ...order,
    ...levels,
    lots: formatAmount(splitLots(amountOf(order.lots), ratio)),
    open_lots: formatAmount(lots),
    targets: splitTargets(order.targets, { ratio, lots }),
    stops_before: splitBefore(order.stops_before, { ratio, lots }),
    closing_lots: order.closing_lots === null ? null : splitClosing(order, { ratio, lots }),
  };
  const adjusted = adjustedBy(order, body);
  if (order.state === 'waiting') {
    const after = withProfitLimit(
      withRequirement({ ...common, ...splitEntries(order, ratio) }, termsOfOrder(contractsOf(state), order)),
    );
    effects.step(after, 'adjusted', first, { ...stepOf(after), adjusted });
    effects.save(after, first);
    return;
  }
  const margin = amountOf(order.margin);
  const moved = splitPosition(
    {
      side: order.side,
      size: sizeOf(order),
      open: priceAt(order, basePoints(order)),
      margin,
      carry: integerOf(order.pnl_carry),
    },
    { ratio, last: priceAt(order, last?.mid ?? basePoints(order)), pointSize: pointSize(order.precision) },
  );
  const after = withProfitLimit(
    withRequirement(
      {
        ...common,
        open_points: Number(moved.open / pointSize(order.precision)),
        margin: formatAmount(add(margin, moved.cash)),
        realised: formatAmount(add(amountOf(order.realised), moved.cash)),
        pnl_carry: String(moved.carry),
      },
      termsOfOrder(contractsOf(state), order),
    ),
  );
  payMargin(effects, order, { amount: moved.cash, reason: 'contracts.splitRounding' });
  effects.step(after, 'adjusted', first, { ...stepOf(after), pnl: formatAmount(moved.cash), adjusted });
  effects.save(after, first);
}

/** Between the pool and the margin: above zero into it. */
function payMargin(
  effects: ContractEffects,
  order: ContractOrder,
  { amount, reason }: { readonly amount: Amount; readonly reason: string },
): void {
  const { margin, pool } = accountsOf(order);
  if (amount <= 0n) {
    effects.post({ from: margin, to: pool, amount: subtract(ZERO, amount), reason, order });
    return;
  }
  coverProfit(effects, order, amount);
  effects.post({ from: pool, to: margin, amount, reason, order });
}

const stepOf = (after: ContractOrder) => ({
  lots: after.open_lots,
  points: after.state === 'open' ? after.open_points : after.limit_points,
  margin: after.margin,
  stop_points: after.stop_points,
  target_points: after.target_points,
  targets: after.targets,
  trail: after.trail,
  stops_before: after.stops_before,
});

/** The receipt: what the order was, and why it changed. */
const adjustedBy = (order: ContractOrder, body: AdjustBody): Adjusted => ({
  action: body.action,
  kind: body.kind,
  numerator: body.numerator,
  denominator: body.denominator,
  amount: body.amount,
  last: body.last?.mid ?? null,
  before: {
    lots: order.open_lots,
    open: order.open_points,
    limit: order.limit_points,
    entry: order.entry_points,
    stop: order.stop_points,
    target: order.target_points,
    liquidation: order.liquidation_points,
    margin: order.margin,
    profitMax: order.profit_max,
  },
});

/** Stops and targets move to the nearest point; a half goes up. */
function splitLevels(
  order: ContractOrder,
  { ratio, tick, peak }: { readonly ratio: Ratio; readonly tick: Tick; readonly peak: Tick | null },
): Pick<ContractOrder, 'stop_points' | 'target_points'> & TrailColumns {
  const level = (points: number | null): number | null =>
    points === null ? null : splitPoints(points, ratio, 'nearest');
  const levels = { stop_points: level(order.stop_points), target_points: level(order.target_points) };
  const { trail, side } = order;
  if (trail === null) return { ...levels, ...NO_TRAIL };
  const moved: Trail = {
    ...trail,
    points: level(trail.points),
    // One that follows already has reached it.
    activation: peak === null ? level(trail.activation) : null,
  };
  if (order.state === 'waiting') return { ...levels, ...NO_TRAIL, trail: moved };
  const reached = peak === null ? null : level(reachedStop(order, trail, peak));
  const nearer = nearerStop(side, levels.stop_points, reached);
  // What it has reached stays as a fixed stop, and it follows the new prices from the first one on.
  return { ...levels, stop_points: nearer, ...followFrom(side, moved, tick) };
}

/**
 * Never worse than was asked for: a buyer's limit down, a seller's up. Stops to the nearest point.
 */
function splitEntries(order: ContractOrder, ratio: Ratio): Partial<ContractOrder> {
  const rounding = order.side === 'buy' ? 'down' : 'up';
  const { limit_points: limit, entry_points: entry, reference_points: reference } = order;
  return {
    limit_points: limit === null ? null : splitPoints(limit, ratio, rounding),
    entry_points: entry === null ? null : splitPoints(entry, ratio, 'nearest'),
    reference_points: reference === null ? null : splitPoints(reference, ratio, 'nearest'),
  };
}

/** Steps that fall on one price become one; together they close no more than is open. */
function splitTargets(
  targets: ContractOrder['targets'],
  { ratio, lots }: { readonly ratio: Ratio; readonly lots: Amount },
): ContractOrder['targets'] {
  if (targets === null) return null;
  const moved: Target[] = [];
  let left = lots;
  for (const target of targets) {
    const points = splitPoints(target.points, ratio, 'nearest');
    const part = lesser(left, splitLots(amountOf(target.lots), ratio));
    if (part === 0n) continue;
    left = subtract(left, part);
    const before = moved.at(-1);
    if (before?.points !== points) moved.push({ points, lots: formatAmount(part) });
    else moved[moved.length - 1] = { points, lots: formatAmount(add(amountOf(before.lots), part)) };
  }
  return moved.length === 0 ? null : moved;
}

/** What a change of stops keeps moves as they do. */
function splitBefore(
  before: StopsBefore | null,
  { ratio, lots }: { readonly ratio: Ratio; readonly lots: Amount },
): StopsBefore | null {
  if (before === null) return null;
  const level = (points: number | null): number | null =>
    points === null ? null : splitPoints(points, ratio, 'nearest');
  return {
    ...before,
    stop: level(before.stop),
    target: level(before.target),
    targets: splitTargets(before.targets, { ratio, lots }),
  };
}

/** Whoever closes all of it still closes all of it. */
function splitClosing(order: ContractOrder, { ratio, lots }: { readonly ratio: Ratio; readonly lots: Amount }): string {
  const closingLots = order.closing_lots ?? '0';
  return closingLots === order.open_lots
    ? formatAmount(lots)
    : formatAmount(lesser(lots, splitLots(amountOf(closingLots), ratio)));
}

/**
 * Into a buyer's margin, out of a seller's: the price falls by it, and neither gains or loses by
 * that. What a seller's margin does not hold is carried to its close.
 */
function payDividend(state: CoreState, effects: ContractEffects, { order, body }: Acting): void {
  if (order.state !== 'open' || body.amount === null) return;
  const margin = amountOf(order.margin);
  const position = { side: order.side, size: sizeOf(order), margin };
  const perUnit = priceOf(body.amount);
  const paid = dividendOf(position, { perUnit, withholding: withholdingOf(contractsOf(state), order) });
  const unpaid = body.closesUnpaid === true ? unpaidDividend(position, perUnit) : ZERO;
  if (paid === 0n && unpaid === 0n) return;
  payMargin(effects, order, { amount: paid, reason: paid < 0n ? 'contracts.dividendCharge' : 'contracts.dividend' });
  const after = withLiquidation({
    ...order,
    margin: formatAmount(add(margin, paid)),
    realised: formatAmount(add(amountOf(order.realised), paid)),
    pnl_carry: String(integerOf(order.pnl_carry) - unpaid * FINE),
  });
  const adjusted = adjustedBy(order, body);
  effects.step(after, 'dividend', body.first, { lots: order.open_lots, pnl: formatAmount(paid), adjusted });
  effects.save(after, body.first);
}

/**
 * A seller whose margin could not pay a dividend is closed at the first price after it: what the
 * price fell by pays for the rest, then the owner's other positions, then the insurance fund.
 */
function closeUnpaid(state: CoreState, effects: ContractEffects, { order: live, body }: Acting): void {
  const order = effects.current(live);
  if (order?.state !== 'open' || body.first === null || !owesDividend(order)) return;
  closeLots(state, effects, { order, tick: body.first, by: 'dividend' });
}

/** What rounding carries is never below zero. */
const owesDividend = (order: ContractOrder): boolean => integerOf(order.pnl_carry) < 0n;

/** Terms of before withhold nothing. */
const withholdingOf = (slice: ContractsSlice, order: ContractOrder): Rate =>
  rateOf(termsOfOrder(slice, order).dividendWithholdingRate ?? formatRate(ZERO_RATE));
