import type { Term } from '@glasshouse/rules/derivations/terms';
import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import type { StatementLine } from '../../parts/statement/lines-table.tsx';

/** An amount that was booked, and for what. */
export interface Booked {
  readonly amount: string;
  readonly reasons: readonly string[];
  /** Of several lines of the same amount: the first, or the last one. */
  readonly at?: 'first' | 'last';
}

/**
 * The ledger line of each amount: that of the amount itself, else the first of those that add up to
 * it. An amount that no lines of the page make has none.
 */
export function bookedLines(
  lines: readonly StatementLine[],
  terms: Partial<Record<Term, Booked>>,
): Partial<Record<Term, string>> {
  const inOrder = lines.toSorted((left, right) => left.seq - right.seq);
  return Object.fromEntries(
    Object.entries(terms).flatMap(([term, booked]) => {
      const found = lineOf(inOrder, booked);
      return found === undefined ? [] : [[term, found.id]];
    }),
  );
}

function lineOf(
  inOrder: readonly StatementLine[],
  { amount, reasons, at = 'first' }: Booked,
): StatementLine | undefined {
  const size = sizeOf(amountOf(amount));
  const own = inOrder.filter(({ reason }) => reasons.includes(reason));
  const same = own.filter((line) => sizeOf(amountOf(line.amount)) === size);
  if (0 < same.length) return at === 'first' ? same[0] : same.at(-1);
  const sum = own.reduce<Amount>((total, line) => add(total, amountOf(line.amount)), ZERO);
  return sizeOf(sum) === size ? own[0] : undefined;
}

const sizeOf = (amount: Amount): bigint => (amount < 0n ? -amount : amount);
