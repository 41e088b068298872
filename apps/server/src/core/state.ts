import type { Amount } from '@glasshouse/rules/money';
import { mayBeNegative, ownerOf, scopeOf } from './accounts.ts';
import type { Account, AccountKey, Command, CoreModule, CoreState, Effects, Posting } from './types.ts';

export function createState(modules: readonly CoreModule[]): CoreState {
  return {
    sequence: 0,
    lastHash: Buffer.alloc(32),
    nextAccountId: 1,
    lastAt: 0,
    accounts: new Map(),
    residents: new Map(),
    slices: new Map(modules.map((module) => [module.name, module.initial()])),
    modules,
  };
}

/** The slice of a module; its own handlers know the type. */
export function sliceOf<Slice>(state: CoreState, module: { readonly name: string }): Slice {
  const slice = state.slices.get(module.name);
  if (slice === undefined) throw new Error(`no slice for module ${module.name}`);
  return slice as Slice;
}

/** 0 for an account that does not exist yet. */
export const balanceOf = (state: CoreState, key: AccountKey): Amount =>
  state.accounts.get(key)?.balance ?? (0n as Amount);

/** A posting with the balances after it, as it is written. */
export interface PostedLine {
  readonly seq: number;
  readonly idx: number;
  readonly from: Account;
  readonly to: Account;
  readonly amount: Amount;
  readonly fromBalance: Amount;
  readonly toBalance: Amount;
  readonly reason: string;
  readonly ref: string | null;
  readonly userId: number;
  readonly at: number;
}

/**
 * Checks that every posting can be made, in order, without making any: an account that may not be negative never is,
 * not even between two postings of one command. A violation is a bug of the handler, which must have refused.
 */
function assertPostable(state: CoreState, postings: readonly Posting[]): void {
  const after = new Map<AccountKey, bigint>();
  const read = (key: AccountKey): bigint => after.get(key) ?? balanceOf(state, key);
  for (const posting of postings) {
    const fromOwner = ownerOf(posting.from);
    const toOwner = ownerOf(posting.to);
    if (posting.amount <= 0n) throw new Error(`posting of ${posting.amount} for ${posting.reason}`);
    if (scopeOf(posting.from) !== scopeOf(posting.to)) {
      throw new Error(`posting from ${posting.from} to ${posting.to} leaves its book or asset`);
    }
    if (posting.from === posting.to) throw new Error(`posting from ${posting.from} to itself`);
    if (fromOwner !== 0 && toOwner !== 0 && fromOwner !== toOwner) {
      throw new Error(
        `posting from ${posting.from} to ${posting.to} moves between two users without a clearing account`,
      );
    }
    const rest = read(posting.from) - posting.amount;
    if (rest < 0n && !mayBeNegative(posting.from)) {
      throw new Error(`${posting.from} would be negative by ${-rest} for ${posting.reason}`);
    }
    after.set(posting.from, rest);
    after.set(posting.to, read(posting.to) + posting.amount);
  }
}

function accountOf(state: CoreState, key: AccountKey): Account {
  const known = state.accounts.get(key);
  if (known !== undefined) return known;
  const account: Account = { id: state.nextAccountId, key, owner: ownerOf(key), balance: 0n as Amount };
  state.nextAccountId += 1;
  putAccount(state, account);
  return account;
}

/** Adds an account (new, or loaded) to the state. */
export function putAccount(state: CoreState, account: Account): void {
  if (state.accounts.has(account.key)) throw new Error(`account ${account.key} is in memory already`);
  state.accounts.set(account.key, account);
  if (account.owner === 0) return;
  const keys = state.residents.get(account.owner);
  if (keys === undefined) state.residents.set(account.owner, [account.key]);
  else keys.push(account.key);
}

/** Applies effects, all or nothing; returns the ledger lines to write. */
export function applyEffects(state: CoreState, command: Command, effects: Effects): PostedLine[] {
  assertPostable(state, effects.postings);
  const lines: PostedLine[] = [];
  for (const posting of effects.postings) {
    const from = accountOf(state, posting.from);
    const to = accountOf(state, posting.to);
    from.balance = (from.balance - posting.amount) as Amount;
    to.balance = (to.balance + posting.amount) as Amount;
    lines.push({
      seq: command.seq,
      idx: lines.length,
      from,
      to,
      amount: posting.amount,
      fromBalance: from.balance,
      toBalance: to.balance,
      reason: posting.reason,
      ref: posting.ref,
      userId: from.owner === 0 ? to.owner : from.owner,
      at: command.at,
    });
  }
  for (const change of effects.rows) {
    const module = ownerOfTable(state, change.table);
    module.reduce(state.slices.get(module.name), change);
  }
  return lines;
}

function ownerOfTable(state: CoreState, table: string): CoreModule {
  for (const module of state.modules) {
    for (const spec of module.tables) if (spec.table === table) return module;
  }
  throw new Error(`no module owns table ${table}`);
}

/** Whether anything live of the user keeps the accounts in memory. */
export function isLive(state: CoreState, userId: number): boolean {
  return state.modules.some((module) => module.isLive?.(state.slices.get(module.name), userId) ?? false);
}

/** Marks users as just used, so that the ones used longest ago are evicted first. */
export function touchResident(state: CoreState, userId: number): void {
  const keys = state.residents.get(userId);
  if (keys === undefined) return;
  state.residents.delete(userId);
  state.residents.set(userId, keys);
}

/**
 * Drops users that have nothing live, longest unused first, until at most `residentsMax` are left. `keep` names those
 * whose changes are not durable yet. Looks at no more than `checkMax` users, so that one call stays short.
 */
export function evictResidents(
  state: CoreState,
  options: { residentsMax: number; checkMax: number; keep: (userId: number) => boolean },
): number {
  let checked = 0;
  let evicted = 0;
  for (const [userId, keys] of state.residents) {
    if (state.residents.size <= options.residentsMax || options.checkMax <= checked) break;
    checked += 1;
    if (options.keep(userId) || isLive(state, userId)) {
      touchResident(state, userId);
      continue;
    }
    for (const key of keys) state.accounts.delete(key);
    state.residents.delete(userId);
    evicted += 1;
  }
  return evicted;
}
