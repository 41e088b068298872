import type { Term } from '@glasshouse/rules/derivations/terms';
import { type Booked, bookedLines } from './booked-lines.ts';
import type { SpotEvidence } from './verify-order.ts';

/** Where the inputs of an order's figures were booked: the lines in the list of its own page. */
export const spotSources = ({ order, lines }: SpotEvidence) => ({
  ledger: '#lines',
  lines: bookedLines(lines, bookedOf(order)),
});

const TRADES = ['spot.buy', 'spot.sell'];
const bookedOf = (order: SpotEvidence['order']): Partial<Record<Term, Booked>> => ({
  filledValue: { amount: order.filledAmount, reasons: TRADES },
  filledQuantity: { amount: order.filledQuantity, reasons: TRADES },
  fee: { amount: order.fee, reasons: ['spot.fee', 'spot.rounding'] },
});
