import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import type { PostedLine } from '../core/state.ts';

/** A posting as the database has it. */
export interface StoredLine {
  readonly seq: number;
  readonly idx: number;
  readonly from_id: number;
  readonly to_id: number;
  readonly amount: string;
  readonly from_balance: string;
  readonly to_balance: string;
  readonly reason: string;
  readonly ref: string | null;
  readonly user_id: number;
}

const describe = (parts: {
  from: number;
  to: number;
  amounts: readonly Amount[];
  reason: string;
  ref: string | null;
  user: number;
}): string =>
  `${parts.from}→${parts.to} ${parts.amounts.map(formatAmount).join(' / ')} ${parts.reason} ${parts.ref} u${parts.user}`;

/** A posting in words, the same whether it was replayed or stored. */
export const lineText = (line: PostedLine): string =>
  describe({
    from: line.from.id,
    to: line.to.id,
    amounts: [line.amount, line.fromBalance, line.toBalance],
    reason: line.reason,
    ref: line.ref,
    user: line.userId,
  });

export const storedText = (line: StoredLine): string =>
  describe({
    from: line.from_id,
    to: line.to_id,
    amounts: [amountOf(line.amount), amountOf(line.from_balance), amountOf(line.to_balance)],
    reason: line.reason,
    ref: line.ref,
    user: line.user_id,
  });
