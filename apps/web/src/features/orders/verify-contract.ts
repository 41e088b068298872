import type { ResultOf } from '@glasshouse/api';
import { closingPrice, openingPrice } from '@glasshouse/rules/contracts';
import { type Carry, closePart, NO_CARRY } from '@glasshouse/rules/contracts-close';
import { type Amount, amountOf, type Price, priceOf, priceOfPoints, rateOf, subtract } from '@glasshouse/rules/money';
import type { TickReceipt } from '@glasshouse/rules/receipt';
import { type OrderVerdict, verifyTicks } from './verify-ticks.ts';

export type ContractEvidence = ResultOf<'getPosition'>;
export type ContractStep = ContractEvidence['steps'][number];

/**
 * Verifies the evidence of a contract: every price is on the signed tape, every opening and close
 * happened at the bid or ask of its tick, and every P&L follows from these prices by the public
 * rules.
 */
export const verifyContract = (evidence: ContractEvidence, trustedKeys: readonly string[]): OrderVerdict => ({
  ticks: verifyTicks(evidence.ticks, evidence.order.code, trustedKeys),
  result: historyHolds(evidence),
});

/**
 * Undefined while nothing was opened or proved. The receipts' own integers decide, not the prices
 * repeated in the steps.
 */
function historyHolds({ order, steps, ticks }: ContractEvidence): boolean | undefined {
  const proved = new Map<number, TickReceipt['tick']>();
  for (const { receipt } of ticks) if (receipt !== null) proved.set(receipt.tick.seq, receipt.tick);
  const priceAt = (step: ContractStep, of: typeof openingPrice): Price | undefined => {
    const tick = proved.get(step.tick?.seq ?? 0);
    return tick === undefined ? undefined : priceOfPoints(of(order.side, tick), tick.precision);
  };
  let open: Price | undefined;
  let openLots = amountOf(order.lots);
  let carry: Carry = NO_CARRY;
  for (const step of steps) {
    if (step.price === null || step.lots === null) continue;
    if (step.kind === 'opened') {
      open = priceAt(step, openingPrice);
      if (open === undefined) return undefined;
      if (open !== priceOf(step.price)) return false;
    }
    if (step.kind !== 'partClosed' && step.kind !== 'closed' && step.kind !== 'liquidated') continue;
    const price = priceAt(step, closingPrice);
    if (price === undefined || open === undefined) return undefined;
    if (price !== priceOf(step.price)) return false;
    const lots = amountOf(step.lots);
    const part = closePart(
      {
        side: order.side,
        size: { lots: openLots, lotSize: amountOf(order.lotSize), quoteRate: rateOf(order.quoteRate) },
        open,
        margin: 0n as Amount,
        feeRate: rateOf(order.feeRate),
        carry,
      },
      { lots, price },
    );
    if (!isPaid(part.pnl, step.pnl)) return false;
    carry = part.carry;
    openLots = subtract(openLots, lots);
  }
  return open === undefined ? undefined : true;
}

/** The P&L by the rules or a smaller loss: losses are limited to the margin. */
function isPaid(byRule: Amount, booked: string | null): boolean {
  if (booked === null) return false;
  const paid = amountOf(booked);
  return paid === byRule || (byRule < paid && paid <= 0n);
}
