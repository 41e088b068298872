import type { HeldFact, Reference } from './product.ts';
import type { Entry } from './stored.ts';

type AwaitedFact = (HeldFact & { readonly open: boolean; readonly lastAt: number }) | null;

/**
 * Whether the next price still comes for an order, so that nobody may take back what they left to
 * it; checks what the entry says of its market. `code`: undefined, as no such order is live.
 */
export function mayCome(reference: Reference, entry: Entry, code: string | undefined): boolean {
  const { prices, findings, sessionEnd, heldFact, rulesOf } = reference;
  const facts: AwaitedFact =
    code === undefined
      ? null
      : {
          open: sessionEnd(code, entry.at) !== null,
          lastAt: prices.last(code)?.at ?? 0,
          ...heldFact(code, entry.at),
        };
  findings.equal(`entry ${entry.seq}: facts about ${code}`, entry.facts, facts);
  return 10 <= rulesOf(undefined) && facts !== null && facts.open && facts.held === undefined;
}
