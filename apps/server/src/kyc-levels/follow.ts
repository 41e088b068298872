import type { LimitKind, LimitLevel } from '@glasshouse/api/kyc-limits';
import { type Amount, amountOf } from '@glasshouse/rules/money';
import { parameterOf } from '../authority/slice.ts';
import { partsOf } from '../kernel/core/accounts.ts';
import type { Command, CoreState, Effects, Posting, RowChange, UserEvent } from '../kernel/core/types.ts';
import { heldAs, keptBackBy, letGo, newHold, setAside } from './holds.ts';
import { countsLimits, limitsIn, UsageChanges } from './limits.ts';
import { holdChange } from './rows.ts';
import { levelsOf } from './slice.ts';
import { identityOf, type KycStanding, levelOfStanding } from './standing.ts';

/** Holds that one verification lets go; what is left of more, two operators release. */
const RELEASED_AT_ONCE_MAX = 1_000;

type Columns = RowChange['row'];

const amountIn = (value: Columns[string] | undefined): Amount | null =>
  typeof value === 'string' ? amountOf(value) : null;

const textIn = (value: Columns[string] | undefined): string | null => (typeof value === 'string' ? value : null);

/** What follows of one command for the limits of people. */
class Following {
  readonly #state: CoreState;
  readonly #command: Command;
  readonly #effects: Effects;
  readonly #usage: UsageChanges;
  readonly #postings: Posting[] = [];
  readonly #rows: RowChange[] = [];
  readonly #events: UserEvent[] = [];

  constructor(state: CoreState, command: Command, effects: Effects) {
    this.#state = state;
    this.#command = command;
    this.#effects = effects;
    this.#usage = new UsageChanges(state, command);
  }

  /** A credit counts, or is set aside as a whole where its owner's level does not allow it. */
  credited(posting: Posting): void {
    const { to, amount, ref } = posting;
    const { owner: userId, asset } = partsOf(to);
    const row = this.#rowOf('deposits', ref);
    const value = amountIn(row?.value_usdt);
    const level = identityOf(this.#state, userId);
    const exceeded = this.#keptBack(level, { userId, value });
    if (exceeded === undefined) {
      if (value !== null) this.#usage.add(userId, 'deposit', value);
      return;
    }
    const fields = {
      deposit: Number(ref),
      user_id: userId,
      asset,
      level,
      exceeds: exceeded,
      amount,
      value,
      network: textIn(row?.network),
      currency: textIn(row?.currency),
      currency_amount: textIn(row?.currency_amount),
      payer: textIn(row?.sender),
    };
    const hold = newHold(this.#command, fields);
    this.#postings.push(setAside(hold));
    this.#rows.push(holdChange(hold));
  }

  /** A transfer that had vanished is back: what was held before is held again, or counted. */
  back(posting: Posting): void {
    const hold = levelsOf(this.#state).holds.get(Number(posting.ref));
    if (hold?.state !== 'vanished') return;
    const level = identityOf(this.#state, hold.user_id);
    const exceeded = this.#keptBack(level, { userId: hold.user_id, value: amountIn(hold.value_usdt) });
    if (exceeded === undefined) {
      const after = heldAs(hold, this.#command, { state: 'released', step: 'limitReleased', isOver: true });
      this.#usage.add(hold.user_id, 'deposit', amountOf(hold.value_usdt ?? '0'));
      this.#rows.push(holdChange(after));
      return;
    }
    const after = { ...heldAs(hold, this.#command, { state: 'held', step: 'overLimit' }), level, exceeds: exceeded };
    this.#postings.push(setAside(after));
    this.#rows.push(holdChange(after));
  }

  reversed({ ref }: Posting): void {
    const hold = levelsOf(this.#state).holds.get(Number(ref));
    const isDone = this.#rows.some(({ table, row }) => table === 'deposit_holds' && row.deposit === hold?.deposit);
    if (hold?.state !== 'vanished' || isDone) return;
    this.#rows.push(holdChange(heldAs(hold, this.#command, { state: 'reversed', step: 'vanished', isOver: true })));
  }

  /** What was asked for and did not happen gives back what it counted. */
  undone(kind: LimitKind, row: Columns | undefined, column: string): void {
    const worth = amountIn(row?.[column]);
    if (row === undefined || worth === null) return;
    const use = { worth, countedBy: Number(row.id), countedAt: Number(row.placed_at) };
    this.#usage.giveBack(Number(row.user_id), kind, use);
  }

  /** A check was passed: holds that fit the level of now are let go, oldest first. */
  verified(standing: KycStanding): void {
    const { holds, holdsByUser } = levelsOf(this.#state);
    const level = levelOfStanding(standing);
    const ids = [...(holdsByUser.get(standing.user_id) ?? [])].sort((left, right) => left - right);
    for (const id of ids.slice(0, RELEASED_AT_ONCE_MAX)) {
      const hold = holds.get(id);
      if (hold?.state !== 'held') continue;
      const value = amountIn(hold.value_usdt);
      if (this.#keptBack(level, { userId: hold.user_id, value }) !== undefined) continue;
      const freed = letGo(hold, this.#command, this.#usage);
      this.#postings.push(...freed.postings);
      this.#rows.push(...freed.rows);
      this.#events.push(...freed.events);
    }
  }

  toEffects(): Effects | undefined {
    const rows = [...this.#rows, ...this.#usage.rows];
    return rows.length === 0 ? undefined : { postings: this.#postings, rows, events: this.#events };
  }

  rowOf(table: string, ref: string | null): Columns | undefined {
    return this.#rowOf(table, ref);
  }

  #rowOf(table: string, ref: string | null): Columns | undefined {
    return this.#effects.rows.findLast((change) => change.table === table && String(change.row.id) === ref)?.row;
  }

  #keptBack(level: LimitLevel, deposit: { readonly userId: number; readonly value: Amount | null }) {
    const limits = limitsIn(parameterOf(this.#state, `kyc.limits_${level}`), 'deposit');
    return keptBackBy(deposit, { limits, usage: this.#usage, at: this.#command.at });
  }
}

/** What a posting means for limits, by its reason. */
const BY_REASON: Readonly<Record<string, (following: Following, posting: Posting) => void>> = {
  'deposit.credit': (following, posting) => following.credited(posting),
  'deposit.released': (following, posting) => following.back(posting),
  'deposit.reversed': (following, posting) => following.reversed(posting),
  'withdrawal.released': (following, { ref }) =>
    following.undone('withdrawal', following.rowOf('withdrawals', ref), 'value_usdt'),
  'withdrawal.returned': (following, { ref }) =>
    following.undone('withdrawal', following.rowOf('withdrawals', ref), 'value_usdt'),
};

const LOAN_NOT_GIVEN: ReadonlySet<unknown> = new Set(['cancelled', 'rejected']);

/**
 * Counts credits and holds what is above a limit, lets it go with the command that verifies its
 * owner, and gives back what withdrawals and loans counted that did not happen.
 */
export function followLevels(state: CoreState, command: Command, effects: Effects): Effects | undefined {
  let following: Following | undefined;
  const begin = (): Following => {
    following ??= new Following(state, command, effects);
    return following;
  };
  if (!countsLimits(state, { book: 'real' })) return undefined;
  for (const posting of effects.postings) {
    const follow = BY_REASON[posting.reason];
    if (follow !== undefined && partsOf(posting.from).book === 'real') follow(begin(), posting);
  }
  const loans = new Set<unknown>();
  for (const { table, row } of effects.rows) {
    if (table === 'kyc_states') begin().verified(row as KycStanding);
    if (table !== 'loans' || !LOAN_NOT_GIVEN.has(row.state) || loans.has(row.id)) continue;
    loans.add(row.id);
    begin().undone('loan', row, 'amount');
  }
  return following?.toEffects();
}
