import { notionalOf } from '@glasshouse/rules/contracts';
import { maintenanceOf, raisedRequirement } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatAmount, priceOf, rateOf } from '@glasshouse/rules/money';
import type { ContractEvidence, ContractStep } from './verify-order.ts';

/** The inputs of the liquidation price, as decimal text. */
export interface LiquidationBasis {
  readonly price: string;
  readonly lots: string;
  readonly maintenance: string;
  /** The liquidation step; undefined while the position is open. */
  readonly step: ContractStep | undefined;
}

/** For an open or a liquidated position: its owner wants to follow the rule most of all. */
export function liquidationBasis({ order, steps, terms }: ContractEvidence): LiquidationBasis | undefined {
  const { liquidationPrice: price, openPrice } = order;
  if (price === null || openPrice === null) return undefined;
  if (order.state === 'open') {
    return { price, lots: order.openLots, maintenance: order.maintenanceMargin, step: undefined };
  }
  const step = steps.find(({ kind }) => kind === 'liquidated');
  if (step?.lots == null) return undefined;
  // A closed position has no requirement, so it is recalculated from the frozen terms.
  const tiers = terms.tiers.map((tier) => ({
    floor: amountOf(tier.floor),
    deduction: amountOf(tier.deduction),
    maxLeverage: tier.maxLeverage,
    maintenanceRate: rateOf(tier.maintenanceRate),
  }));
  const size = { lots: amountOf(step.lots), lotSize: amountOf(order.lotSize), quoteRate: rateOf(order.quoteRate) };
  const notional = notionalOf(size, priceOf(openPrice));
  const usual = maintenanceOf(tiers, notional);
  // Shortly before a close it needed more: of what it had become, or under older terms of what it
  // was opened at.
  const more = step.closesAt === undefined ? undefined : terms.closeRequirement;
  const mark = more?.basis === 'mark' ? step.tick?.price : undefined;
  const quoteRate = rateOf(step.rate?.quoteRate ?? order.quoteRate);
  const judged = mark === undefined ? notional : notionalOf({ ...size, quoteRate }, priceOf(mark));
  const required =
    more === undefined ? usual : raisedRequirement({ maintenance: usual, notional: judged, rate: rateOf(more.rate) });
  return { price, lots: step.lots, maintenance: formatAmount(required), step };
}
