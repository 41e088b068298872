import { type Amount, amountOf } from '../money.ts';
import { countOf, isoOf, listOf, recordOf, textOf } from './document.ts';
import type { Entry } from './entries.ts';
import type { Findings } from './findings.ts';

/** One side of a posting, as the owner sees it. */
export interface Line {
  readonly seq: number;
  readonly at: number;
  readonly asset: string;
  readonly account: string;
  /** Signed. */
  readonly amount: bigint;
  readonly counterparty: string;
  readonly reason: string;
}

/** What a ledger must have moved for an order, collected while its history is replayed. */
export class ExpectedLines {
  readonly all: Line[] = [];

  /** Between two of the owner's own accounts. */
  within(entry: Pick<Entry, 'seq' | 'at'>, move: { from: string; to: string } & Moved): void {
    const { from, to, amount, asset, reason } = move;
    if (amount === 0n) return;
    const { seq, at } = entry;
    this.all.push({ seq, at, asset, account: from, amount: -amount, counterparty: to, reason });
    this.all.push({ seq, at, asset, account: to, amount, counterparty: from, reason });
  }

  /** Between one of the owner's accounts and the house or somebody else; paid if negative. */
  with(entry: Pick<Entry, 'seq' | 'at'>, move: { account: string; contra: string } & Moved): void {
    const { account, contra, amount, asset, reason } = move;
    if (amount === 0n) return;
    this.all.push({ seq: entry.seq, at: entry.at, asset, account, amount, counterparty: contra, reason });
  }
}

type Moved = { readonly amount: bigint; readonly asset: string; readonly reason: string };

/** As many lines as a receipt may carry of one order; loans have more, see `loan-parts.ts`. */
export const LINES_SHOWN_MAX = 200;

/**
 * Compares the lines of a receipt with what must have moved: each one, and no other. Within one
 * entry and account, balances must follow each other.
 */
export function expectLines(
  found: Findings,
  shown: unknown,
  expected: { readonly lines: ExpectedLines; readonly ref: string; readonly book: string; readonly most?: number },
): void {
  const open = new Map<string, number>();
  for (const line of expected.lines.all) {
    const key = keyOf(line);
    open.set(key, (open.get(key) ?? 0) + 1);
  }
  const list = listOf(shown, 'the ledger lines');
  const balances = new Map<string, { idx: number; after: Amount; amount: Amount }[]>();
  const ids = new Set<string>();
  for (const item of list) {
    const line = recordOf(item, 'a ledger line');
    const id = textOf(line.id, 'the id of a line');
    const what = `ledger line ${id}`;
    const amount = amountOf(textOf(line.amount, 'an amount'));
    const key = keyOf({
      seq: countOf(line.seq, 'a number'),
      at: Date.parse(textOf(line.at, 'a time')),
      asset: textOf(line.asset, 'an asset'),
      account: textOf(line.account, 'an account'),
      amount,
      counterparty: textOf(line.counterparty, 'an account'),
      reason: textOf(line.reason, 'a reason'),
    });
    const left = open.get(key) ?? 0;
    found.expect('ledger', 0 < left, `${what} does not follow from the order`);
    open.set(key, left - 1);
    const [seq, idx, side] = id.split('.').map(Number);
    const isNamed = seq === line.seq && Number.isSafeInteger(idx) && side === (amount < 0n ? 0 : 1);
    found.expect('ledger', isNamed && !ids.has(id), `${what} has another place`);
    ids.add(id);
    const own = line.ref === expected.ref && line.book === expected.book && Object.keys(line).length === LINE_FIELDS;
    found.expect('ledger', own, `${what} belongs to something else`);
    found.expect('ledger', line.at === isoOf(Date.parse(line.at as string)), `${what} has no time`);
    const account = `${seq} ${String(line.asset)} ${String(line.account)}`;
    const of_ = balances.get(account) ?? [];
    of_.push({ idx: idx ?? 0, after: amountOf(textOf(line.balanceAfter, 'a balance')), amount });
    balances.set(account, of_);
  }
  for (const [account, steps] of balances) {
    steps.sort((left, right) => left.idx - right.idx);
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1];
      const follows = before === undefined || before.after + step.amount === step.after;
      found.expect('ledger', 0n <= step.after - step.amount && follows, `the balances of ${account} do not follow`);
    }
  }
  const missing = [...open.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
  if (0 < missing && (expected.most ?? LINES_SHOWN_MAX) <= list.length)
    found.lack('cut', 'only the newest ledger lines are in the file');
  else found.expect('ledger', missing === 0, `${missing} ledger lines are missing`);
}

const LINE_FIELDS = 11;

const keyOf = (line: Line): string =>
  [line.seq, line.at, line.asset, line.account, line.amount, line.counterparty, line.reason].join('|');
