import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import { notOwned } from '../../kernel/core/effects.ts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { Deposit, DepositAddress, DepositAlarm, DepositFinding, DepositHash } from './rows.ts';

export const DEPOSITS = { name: 'deposits' } as const;

export type DepositRows = {
  readonly deposits: Deposit;
  readonly deposit_hashes: DepositHash;
  readonly deposit_addresses: DepositAddress;
  readonly deposit_alarms: DepositAlarm;
  readonly deposit_findings: DepositFinding;
};

/**
 * Deposits to which something can still happen, every hash ever used and every address ever shown.
 */
export interface DepositsSlice {
  readonly deposits: Map<number, Deposit>;
  readonly byUser: Map<number, Set<number>>;
  /** By `network/hash`, then by deposit. */
  readonly hashes: Map<string, Map<number, DepositHash>>;
  /** Owners by `family/address`; shared addresses are nobody's. */
  readonly owners: Map<string, number>;
  /** The latest address by `family/user`. */
  readonly current: Map<string, DepositAddress>;
  readonly alarms: Map<number, DepositAlarm>;
  /** Closed deposits by when they leave memory. */
  readonly settling: MinHeap;
}

export const emptySlice = (): DepositsSlice => ({
  deposits: new Map(),
  byUser: new Map(),
  hashes: new Map(),
  owners: new Map(),
  current: new Map(),
  alarms: new Map(),
  settling: new MinHeap(),
});

export const depositsOf = (state: CoreState): DepositsSlice => sliceOf<DepositsSlice>(state, DEPOSITS);

export const hashKey = (network: string, hash: string): string => `${network}/${hash}`;
/** Capitals in an EVM address are only a checksum. */
export const addressKey = (family: string, address: string): string =>
  `${family}/${family === 'evm' ? address.toLowerCase() : address}`;

export function reduce(slice: DepositsSlice, change: ChangeOf<DepositRows>): void {
  switch (change.table) {
    case 'deposits':
      reduceDeposit(slice, change.row);
      return;
    case 'deposit_hashes':
      reduceHash(slice, change.row);
      return;
    case 'deposit_addresses': {
      const { row } = change;
      if (row.memo === '') slice.owners.set(addressKey(row.family, row.address), row.user_id);
      const key = `${row.family}/${row.user_id}`;
      const known = slice.current.get(key);
      // Loaded by address, so the latest is the one of the latest command.
      if (known === undefined || known.published_by < row.published_by) slice.current.set(key, row);
      return;
    }
    case 'deposit_alarms':
      if (change.row.closed_by === null) slice.alarms.set(change.row.id, change.row);
      else slice.alarms.delete(change.row.id);
      return;
    case 'deposit_findings':
      return;
    default:
      notOwned(DEPOSITS.name, change);
  }
}

function reduceDeposit(slice: DepositsSlice, deposit: Deposit): void {
  const mine = slice.byUser.get(deposit.user_id) ?? new Set<number>();
  if (deposit.settled) {
    slice.deposits.delete(deposit.id);
    mine.delete(deposit.id);
    if (mine.size === 0) slice.byUser.delete(deposit.user_id);
    return;
  }
  const before = slice.deposits.get(deposit.id);
  slice.deposits.set(deposit.id, deposit);
  slice.byUser.set(deposit.user_id, mine.add(deposit.id));
  if (deposit.closed_at !== null && before?.closed_at !== deposit.closed_at) {
    slice.settling.push(deposit.closed_at, deposit.id);
  }
}

function reduceHash(slice: DepositsSlice, hash: DepositHash): void {
  const key = hashKey(hash.network, hash.tx_hash);
  const all = slice.hashes.get(key) ?? new Map<number, DepositHash>();
  if (hash.holds) all.set(hash.deposit, hash);
  else all.delete(hash.deposit);
  if (all.size === 0) slice.hashes.delete(key);
  else slice.hashes.set(key, all);
}

/** Deposits of a person to which something can still happen, oldest first. */
export const liveOf = (slice: DepositsSlice, userId: number): Deposit[] =>
  [...(slice.byUser.get(userId) ?? [])].map((id) => slice.deposits.get(id) as Deposit);

/** What is missing of the person's credits that vanished; while it is above 0, nothing leaves. */
export const owedBy = (state: CoreState, userId: number): Amount =>
  liveOf(depositsOf(state), userId).reduce((sum, deposit) => add(sum, amountOf(deposit.owed)), ZERO);

/** Whether it was ever shown as anybody's deposit address: money sent there goes nowhere new. */
export const isDepositAddress = (state: CoreState, family: string, address: string): boolean =>
  depositsOf(state).owners.has(addressKey(family, address));
