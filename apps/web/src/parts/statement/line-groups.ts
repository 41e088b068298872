import type { ResultOf } from '@glasshouse/api';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';

export type Line = ResultOf<'listStatement'>['items'][number];

/** Postings of one order that follow each other, or one that belongs to none. */
export interface LineGroup {
  /** Its newest posting. */
  readonly id: string;
  /** `options`, `contracts`, …; the reason where there is no order. */
  readonly product: string;
  readonly ref: string | null;
  readonly at: string;
  readonly lines: readonly Line[];
  /** By asset, what the person has more or less; moves between their own accounts cancel out. */
  readonly changes: readonly { readonly asset: string; readonly amount: string }[];
}

const productOf = (line: Line): string => line.reason.split('.', 1)[0] ?? '';
const isSameOrder = (left: Line, right: Line): boolean =>
  left.ref !== null && left.ref === right.ref && productOf(left) === productOf(right);

/**
 * Lines as pages give them, newest first, by order. While more follow, the last group is held back:
 * the next page may go on with it, and its sum would be another.
 */
export function groupsOf(lines: readonly Line[], hasMore: boolean): LineGroup[] {
  const runs: Line[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isSameOrder(last, line)) run.push(line);
    else runs.push([line]);
  }
  if (hasMore && 1 < runs.length) runs.pop();
  return runs.flatMap((run) => (run[0] === undefined ? [] : [groupOf(run[0], run)]));
}

function groupOf(first: Line, lines: readonly Line[]): LineGroup {
  const sums = new Map<string, Amount>();
  for (const { asset, amount } of lines) sums.set(asset, add(sums.get(asset) ?? ZERO, amountOf(amount)));
  return {
    id: first.id,
    product: productOf(first),
    ref: first.ref,
    at: first.at,
    lines,
    changes: [...sums].map(([asset, amount]) => ({ asset, amount: formatAmount(amount) })),
  };
}
