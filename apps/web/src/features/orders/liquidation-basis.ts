import { notionalOf } from '@glasshouse/rules/contracts';
import { maintenanceOf } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatAmount, priceOf, rateOf } from '@glasshouse/rules/money';
import type { ContractEvidence, ContractStep } from './verify-contract.ts';

/** What the price of a liquidation comes from, in decimal text. */
export interface LiquidationBasis {
  readonly price: string;
  readonly lots: string;
  readonly maintenance: string;
  /** The step that ended the position this way; undefined while it is open. */
  readonly step: ContractStep | undefined;
}

/** Of a position that is open, or that was liquidated: its owner wants to follow the rule more than anybody. */
export function liquidationBasis({ order, steps, terms }: ContractEvidence): LiquidationBasis | undefined {
  const { liquidationPrice: price, openPrice } = order;
  if (price === null || openPrice === null) return undefined;
  if (order.state === 'open') {
    return { price, lots: order.openLots, maintenance: order.maintenanceMargin, step: undefined };
  }
  const step = steps.find(({ kind }) => kind === 'liquidated');
  if (step?.lots == null) return undefined;
  // Nothing is required of what has ended, so the requirement of that moment follows from the frozen terms.
  const tiers = terms.tiers.map((tier) => ({
    floor: amountOf(tier.floor),
    deduction: amountOf(tier.deduction),
    maxLeverage: tier.maxLeverage,
    maintenanceRate: rateOf(tier.maintenanceRate),
  }));
  const size = { lots: amountOf(step.lots), lotSize: amountOf(order.lotSize), quoteRate: rateOf(order.quoteRate) };
  const maintenance = formatAmount(maintenanceOf(tiers, notionalOf(size, priceOf(openPrice))));
  return { price, lots: step.lots, maintenance, step };
}
