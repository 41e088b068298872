import { code } from '@glasshouse/api/codes';
import { closingPrice } from '@glasshouse/rules/contracts';
import { isLadder, ladderPart } from '@glasshouse/rules/contracts-entries';
import { type Amount, amountOf, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { sameJson } from '../../kernel/core/canonical-json.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Refusal, Tick } from '../../kernel/core/types.ts';
import { parsePoints } from './prices.ts';
import { type ContractOrder, stopsAt, type Target } from './rows.ts';

/** A step of a take-profit ladder, as the owner names it. */
export type TargetText = { readonly price: string; readonly lots: string };

/** The ladder from text; null: none; undefined when a price or an amount of lots is none. */
export function parseTargets(
  { precision }: Pick<ContractOrder, 'precision'>,
  texts: readonly TargetText[] | null,
): readonly Target[] | null | undefined {
  if (texts === null) return null;
  const targets: Target[] = [];
  for (const text of texts) {
    const points = parsePoints(text.price, precision);
    const lots = parseAmount(text.lots);
    if (points === undefined || lots === undefined) return undefined;
    targets.push({ points, lots: formatAmount(lots) });
  }
  return targets;
}

/** Refused unless its steps lie beyond the reference, further each, and fit the order's lots. */
export function refuseTargets(
  order: ContractOrder,
  limits: { readonly reference: number; readonly distance: number; readonly step: string },
): Refusal | undefined {
  if (order.targets === null) return undefined;
  const isSound = isLadder(steps(order.targets), {
    side: order.side,
    reference: limits.reference,
    distance: Math.max(1, limits.distance),
    lots: amountOf(order.open_lots),
    step: amountOf(limits.step),
  });
  return isSound ? undefined : refuse(code.takeProfitUnreasonable, 'targets');
}

const steps = (targets: readonly Target[]) => targets.map(({ points, lots }) => ({ points, lots: amountOf(lots) }));

/**
 * What a tick closes of the ladder that it may fire, and the order with what is left of it. One
 * that a change kept loses the same steps.
 */
export function reachedTargets(
  order: ContractOrder,
  tick: Tick,
): { readonly lots: Amount; readonly order: ContractOrder } | undefined {
  const firing = stopsAt(order, tick.at);
  const { targets } = firing;
  if (targets === null) return undefined;
  const open = amountOf(order.open_lots);
  const price = closingPrice(order.side, tick);
  const { lots, left } = ladderPart(steps(targets), { side: order.side, open, price });
  if (lots === 0n) return undefined;
  const rest = left.map((step) => ({ points: step.points, lots: formatAmount(step.lots) }));
  const remaining = 0 < rest.length ? rest : null;
  const { stops_before: before } = order;
  if (before === null || firing === order) return { lots, order: { ...order, targets: remaining } };
  const isSame = sameJson(order.targets, targets);
  return {
    lots,
    order: { ...order, targets: isSame ? remaining : order.targets, stops_before: { ...before, targets: remaining } },
  };
}
