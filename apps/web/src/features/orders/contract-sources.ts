import type { PricedTick } from '@glasshouse/rules/derivations';
import { closeNowDerivations } from '@glasshouse/rules/derivations/contracts';
import { contractOrderDerivations } from '@glasshouse/rules/derivations/orders';
import { type Derived, ofTick, type Term } from '@glasshouse/rules/derivations/terms';
import { type Booked, bookedLines } from './booked-lines.ts';
import type { ContractEvidence } from './verify-order.ts';

/** Where the inputs of a contract's figures were booked: the lines in the list of its own page. */
export const contractSources = ({ order, lines }: ContractEvidence) => ({
  ledger: '#lines',
  lines: bookedLines(lines, bookedOf(order)),
});

const FEES = ['contracts.fee'];
const bookedOf = (order: ContractEvidence['order']): Partial<Record<Term, Booked>> => ({
  openFee: { amount: order.openFee, reasons: FEES },
  closeFee: { amount: order.closeFeePaid, reasons: FEES, at: 'last' },
  nights: { amount: order.financing, reasons: ['contracts.financing'] },
  realised: { amount: order.realised, reasons: ['contracts.profit', 'contracts.loss', 'contracts.netting'] },
});

/** The tick that opened it. */
export function openingTick({ steps, order, ticks }: ContractEvidence): PricedTick | undefined {
  const seq = steps.find(({ kind }) => kind === 'opened')?.tick?.seq;
  return ticks.find(({ tick }) => tick.code === order.code && tick.seq === seq)?.tick;
}

type ClosedDerivations = ReturnType<typeof contractOrderDerivations> & {
  /** Undefined where several closes made it: the list of sums has each of them. */
  readonly pnl: Derived | undefined;
  readonly closeFee: Derived | undefined;
};

/** Result and fees of a contract that has ended, each with the level below it. */
export function closedDerivations(evidence: ContractEvidence): ClosedDerivations | undefined {
  const { order } = evidence;
  const { openPrice, closePrice } = order;
  if (openPrice === null) return undefined;
  const derived = contractOrderDerivations({ ...order, openPrice });
  const openFee = ofTick(derived.openFee, openingTick(evidence), ['price']);
  const closing =
    closePrice === null
      ? []
      : closeNowDerivations({ ...order, openPrice, openLots: order.lots, realised: '0' }, closePrice).net.terms;
  const below = (name: Term, value: string): Derived | undefined => {
    const found = closing.find(({ term }) => term === name)?.from;
    return found?.result === value ? found : undefined;
  };
  const pnl = below('pnl', order.realised);
  const closeFee = below('closeFee', order.closeFeePaid);
  const parts: Partial<Record<Term, Derived | undefined>> = { realised: pnl, openFee, closeFee };
  const deepened = (sum: Derived): Derived => ({
    ...sum,
    terms: sum.terms.map((part) => {
      const from = parts[part.term];
      return from?.result === part.value ? { ...part, from } : part;
    }),
  });
  return { ...derived, openFee, pnl, closeFee, net: deepened(derived.net), fees: deepened(derived.fees) };
}
