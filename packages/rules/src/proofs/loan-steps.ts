import { listOf, recordOf } from './document.ts';
import { LogEntries } from './entries.ts';
import { Findings } from './findings.ts';
import { agreedIn } from './loan.ts';
import { followLoan, type LoanStep } from './loan-history.ts';
import { linesOf, pricesIn } from './loan-parts.ts';
import { ProvenTicks } from './ticks.ts';

/**
 * The steps of a loan as its log entries and ledger lines tell them, in the order of the log; both
 * as in a receipt. Nothing is proved by it: ticks are not asked for.
 */
export function loanSteps(id: number, evidence: { readonly entries: unknown; readonly lines: unknown }): LoanStep[] {
  const found = new Findings();
  const entries = new LogEntries(listOf(evidence.entries, 'the log entries'), found);
  const listed = linesOf(evidence.lines);
  const ticks = new ProvenTicks(found);
  const by = { found, entries, ticks, proof: recordOf({}, 'a proof'), owner: () => {} };
  const request = entries.need(['loans.request'], ({ seq }) => seq === id, 'the request');
  const agreed = agreedIn(request, { listed, prices: pricesIn(request, found), by });
  return [...followLoan({ agreed, request, listed, by }).steps];
}

export type { LoanStep };
