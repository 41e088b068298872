import { FINE } from '@glasshouse/rules/contracts';
import { dividendOf, splitLots, splitPoints, splitPosition, unpaidDividend } from '@glasshouse/rules/corporate-actions';
import { add, amountOf, priceOf, rateOf, ZERO } from '@glasshouse/rules/money';
import { pointSize } from './position.ts';
import { keptOf, ladderOf, type StepContext, setTrail, sizeFor } from './replayed.ts';
import { priceAt } from './rows.ts';

/**
 * Whether a split left the order worth what it was: lots, entry and what was paid for rounding
 * follow from the ratio and the last price before it; a fixed stop moved with it, or further in
 * where a trailing stop had come that far.
 */
export function adjustmentFault({ order, step, replayed }: StepContext): string | undefined {
  const { adjusted } = step;
  if (adjusted?.kind !== 'split') return 'it does not name the split that changed it';
  const ratio = { numerator: adjusted.numerator, denominator: adjusted.denominator };
  const faults: string[] = [];
  const [stop, target] = [replayed.stop, replayed.target].map((points) =>
    points === null ? null : splitPoints(points, ratio, 'nearest'),
  ) as [number | null, number | null];
  const sign = order.side === 'buy' ? 1 : -1;
  const isStopKept =
    step.stop_points === stop ||
    (replayed.trail !== null && step.stop_points !== null && (stop === null || 0 < sign * (step.stop_points - stop)));
  if (!isStopKept) faults.push('its stop did not move with the split');
  if (step.target_points !== target) faults.push('its target did not move with the split');
  replayed.stop = step.stop_points;
  replayed.target = step.target_points;
  replayed.targets = ladderOf(step);
  const expected = [replayed.before?.stop ?? null, replayed.before?.target ?? null].map((points) =>
    points === null ? null : splitPoints(points, ratio, 'nearest'),
  );
  const { stop: stopBefore = null, target: targetBefore = null } = step.stops_before ?? {};
  if (stopBefore !== expected[0] || targetBefore !== expected[1])
    faults.push('what a change kept did not move with the split');
  replayed.before = keptOf(step);
  if (replayed.trail !== null) setTrail(replayed, step);
  if (replayed.open === null) {
    const lots = splitLots(replayed.lots, ratio);
    if (amountOf(step.lots ?? '0') !== lots) faults.push('its lots are not those of the ratio');
    replayed.lots = lots;
    return faults[0];
  }
  const moved = splitPosition(
    {
      side: order.side,
      size: sizeFor(order, replayed.lots),
      open: priceAt(order, replayed.open),
      margin: replayed.margin,
      carry: replayed.carry.pnl,
    },
    { ratio, last: priceAt(order, adjusted.last ?? replayed.open), pointSize: pointSize(order.precision) },
  );
  if (amountOf(step.lots ?? '0') !== moved.lots) faults.push('its lots are not those of the ratio');
  if (priceAt(order, step.points ?? 0) !== moved.open) faults.push('its entry is not that of the ratio');
  if (amountOf(step.pnl ?? '0') !== moved.cash) faults.push('what was paid for rounding is something else');
  replayed.lots = moved.lots;
  replayed.open = step.points;
  replayed.margin = add(replayed.margin, moved.cash);
  replayed.realised = add(replayed.realised, moved.cash);
  replayed.carry = { ...replayed.carry, pnl: moved.carry };
  return faults[0];
}

/** Whether a dividend is that of its action and of the frozen terms. */
export function dividendFault({ order, step, terms, replayed }: StepContext): string | undefined {
  const { adjusted } = step;
  if (adjusted?.kind !== 'dividend' || adjusted.amount === null) return 'it does not name the dividend';
  const paid = amountOf(step.pnl ?? '0');
  const position = { side: order.side, size: sizeFor(order, replayed.lots), margin: replayed.margin };
  const perUnit = priceOf(adjusted.amount);
  const withholding = rateOf(terms.dividendWithholdingRate ?? '0');
  const expected = dividendOf(position, { perUnit, withholding });
  // What a margin did not hold is taken by the close that follows; orders of before stayed open.
  const unpaid = order.settled_by === step.seq ? unpaidDividend(position, perUnit) : ZERO;
  replayed.carry = { ...replayed.carry, pnl: replayed.carry.pnl - unpaid * FINE };
  replayed.margin = add(replayed.margin, paid);
  replayed.realised = add(replayed.realised, paid);
  return paid === expected && (paid !== ZERO || unpaid !== ZERO) ? undefined : 'a dividend does not pay that';
}
