import type { Amount } from '@glasshouse/rules/money';
import { mayBeNegative, ownerOf, partsOf, scopeOf } from './accounts.ts';
import type {
  Account,
  AccountKey,
  Command,
  CoreModule,
  CoreState,
  Effects,
  Posting,
  ResidentAccount,
  RowChange,
} from './types.ts';

export function createState(modules: readonly CoreModule[]): CoreState {
  return {
    sequence: 0,
    lastHash: Buffer.alloc(32),
    nextAccountId: 1,
    lastAt: 0,
    accounts: new Map(),
    residents: new Map(),
    slices: new Map(modules.map((module) => [module.name, module.initial()])),
    owners: new Map(modules.flatMap((module) => module.tables.map((spec) => [spec.table, module] as const))),
    modules,
  };
}

/** The slice of a module, whose type the caller knows. */
export function sliceOf<Slice>(state: CoreState, module: { readonly name: string }): Slice {
  const slice = state.slices.get(module.name);
  if (slice === undefined) throw new Error(`no slice for module ${module.name}`);
  return slice as Slice;
}

/** 0 for an account that does not exist yet. */
export const balanceOf = (state: CoreState, key: AccountKey): Amount =>
  state.accounts.get(key)?.balance ?? (0n as Amount);

/** A posting as written, with the balances after it. */
export interface PostedLine {
  readonly seq: number;
  readonly idx: number;
  readonly from: ResidentAccount;
  readonly to: ResidentAccount;
  readonly amount: Amount;
  readonly fromBalance: Amount;
  readonly toBalance: Amount;
  readonly reason: string;
  readonly ref: string | null;
  readonly userId: number;
  readonly at: number;
}

/** A command's postings so far: lines to write, and accounts not yet in the state. */
interface Posted {
  readonly lines: PostedLine[];
  readonly opened: Map<AccountKey, ResidentAccount>;
}

/**
 * Makes one posting. A violation is a bug of the handler, which should have refused; it throws
 * before anything moves.
 */
function post(
  state: CoreState,
  command: Command,
  { posting, to: { lines, opened } }: { posting: Posting; to: Posted },
): void {
  const { amount, reason, ref } = posting;
  const from = accountOf(state, posting.from, opened);
  const to = accountOf(state, posting.to, opened);
  if (amount <= 0n) throw new Error(`posting of ${amount} for ${reason}`);
  if (from.scope !== to.scope) throw new Error(`posting from ${from.key} to ${to.key} leaves its book or asset`);
  if (from === to) throw new Error(`posting from ${from.key} to itself`);
  if (from.owner !== 0 && to.owner !== 0 && from.owner !== to.owner) {
    throw new Error(`posting from ${from.key} to ${to.key} moves between two users without a clearing account`);
  }
  const rest = (from.balance - amount) as Amount;
  if (rest < 0n && !from.mayBeNegative) throw new Error(`${from.key} would be negative by ${-rest} for ${reason}`);
  from.balance = rest;
  to.balance = (to.balance + amount) as Amount;
  lines.push({
    seq: command.seq,
    idx: lines.length,
    from,
    to,
    amount,
    fromBalance: rest,
    toBalance: to.balance,
    reason,
    ref,
    userId: from.owner === 0 ? to.owner : from.owner,
    at: command.at,
  });
}

/**
 * The account of a key. A new one is opened, and joins the state with the command's other effects.
 */
function accountOf(state: CoreState, key: AccountKey, opened: Posted['opened']): ResidentAccount {
  const known = state.accounts.get(key) ?? opened.get(key);
  if (known !== undefined) return known;
  const id = state.nextAccountId + opened.size;
  const account = resident({ id, key, owner: ownerOf(key), balance: 0n as Amount });
  opened.set(key, account);
  return account;
}

function resident({ id, key, owner, balance }: Account): ResidentAccount {
  const parts = partsOf(key);
  return { id, key, owner, balance, scope: scopeOf(parts), kind: parts.kind, mayBeNegative: mayBeNegative(parts) };
}

/** Adds an account (new, or loaded) to the state. */
export function putAccount(state: CoreState, account: Account): void {
  if (state.accounts.has(account.key)) throw new Error(`account ${account.key} is in memory already`);
  keep(state, resident(account));
}

function keep(state: CoreState, account: ResidentAccount): void {
  state.accounts.set(account.key, account);
  if (account.owner === 0) return;
  const keys = state.residents.get(account.owner);
  if (keys === undefined) state.residents.set(account.owner, [account.key]);
  else keys.push(account.key);
}

/**
 * Applies effects, all or nothing; returns the ledger lines to write. Postings are made in order,
 * so that no account is negative that may not be, not even between two postings of one command;
 * when one fails, those before it are rolled back.
 */
export function applyEffects(state: CoreState, command: Command, effects: Effects): PostedLine[] {
  const posted: Posted = { lines: [], opened: new Map() };
  const { lines, opened } = posted;
  try {
    for (const posting of effects.postings) post(state, command, { posting, to: posted });
  } catch (error) {
    for (const { from, to, amount } of lines.reverse()) {
      to.balance = (to.balance - amount) as Amount;
      from.balance = (from.balance + amount) as Amount;
    }
    throw error;
  }
  for (const account of opened.values()) keep(state, account);
  state.nextAccountId += opened.size;
  for (const change of effects.rows) reduceRow(state, change);
  return lines;
}

/** Passes a row, changed or loaded, to the module that owns its table. */
export function reduceRow(state: CoreState, change: RowChange): void {
  const module = state.owners.get(change.table);
  if (module === undefined) throw new Error(`no module owns table ${change.table}`);
  module.reduce(state.slices.get(module.name), change);
}

/** Whether the user has anything live in any module. */
export function isLive(state: CoreState, userId: number): boolean {
  return state.modules.some((module) => module.isLive?.(state.slices.get(module.name), userId) ?? false);
}

/** Marks a user as most recently used: eviction starts with the least recent. */
export function touchResident(state: CoreState, userId: number): void {
  const keys = state.residents.get(userId);
  if (keys === undefined) return;
  state.residents.delete(userId);
  state.residents.set(userId, keys);
}

/**
 * Evicts users with nothing live, least recently used first, until at most `residentsMax` are left.
 * `keep` protects those whose changes are not durable yet. Checks at most `checkMax` users, so that
 * one call stays short.
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
