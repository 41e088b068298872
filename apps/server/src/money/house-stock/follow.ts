import { type Amount, add, amountOf, formatAmount, greater, subtract, ZERO } from '@glasshouse/rules/money';
import type { Command, CoreState, Effects, RowChange } from '../../kernel/core/types.ts';
import { claimChange, takenChange } from './rows.ts';
import { claimOf, gotBy, movesOf, networkOf, orderIn, takenAt } from './share.ts';
import { type Share, shareKey, stockOf } from './slice.ts';

/** Keeps what orders of networks took of the house's stock, and what they may still take. */
export function followStock(state: CoreState, command: Command, effects: Effects): Effects | undefined {
  const own = networkOf(command);
  const { claims } = stockOf(state);
  if (own === undefined && claims.size === 0) return undefined;
  const rows = [...claimRows(state, { command, effects, own }), ...takenRows(state, { command, effects, own })];
  return rows.length === 0 ? undefined : { postings: [], rows, events: [] };
}

interface Followed {
  readonly command: Command;
  readonly effects: Effects;
  /** The network of the command's own order. */
  readonly own: string | undefined;
}

function* claimRows(state: CoreState, { command, effects, own }: Followed): Iterable<RowChange> {
  const { claims } = stockOf(state);
  for (const change of effects.rows) {
    const order = orderIn(change);
    if (order === undefined) continue;
    const { id, isOpen } = order;
    const known = claims.get(id);
    if (known !== undefined) {
      const amount = greater(subtract(amountOf(known.amount), gotBy(effects, id, known.asset)), ZERO);
      const after = { ...known, amount: formatAmount(amount), closed_by: isOpen ? null : command.seq };
      if (!isOpen || after.amount !== known.amount) yield claimChange(after);
    } else if (id === command.seq && own !== undefined && isOpen) {
      const claim = claimOf(command, effects);
      if (claim === undefined) continue;
      const { asset, amount } = claim;
      const { book } = command;
      yield claimChange({ order_id: id, book, asset, network: own, amount: formatAmount(amount), closed_by: null });
    }
  }
}

function* takenRows(state: CoreState, { command, effects, own }: Followed): Iterable<RowChange> {
  const { claims } = stockOf(state);
  const { seq, at } = command;
  const moved = new Map<string, { readonly share: Share; readonly amount: Amount }>();
  for (const { id, book, asset, amount } of movesOf(effects)) {
    const network = claims.get(id)?.network ?? (id === seq ? own : undefined);
    if (network === undefined) continue;
    const share: Share = { book, asset, network };
    const before = moved.get(shareKey(share))?.amount ?? ZERO;
    moved.set(shareKey(share), { share, amount: add(before, amount) });
  }
  for (const { share, amount } of moved.values()) {
    const total = add(takenAt(state, share, at), amount);
    yield takenChange({ ...share, taken: formatAmount(total), taken_at: at });
  }
}
