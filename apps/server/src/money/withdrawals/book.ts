import { code } from '@glasshouse/api/codes';
import { isNetworkName, networkSpec } from '@glasshouse/api/networks';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Handler, Outcome } from '../../kernel/core/types.ts';
import type { WithdrawalPorts } from './ports.ts';
import { decimalsOn } from './request.ts';
import { addressChange, type BookAddress, lockChange, type WithdrawalLock } from './rows.ts';
import { isLocked, withdrawalsOf } from './slice.ts';

export type AddAddressBody = {
  readonly asset: string;
  readonly network: string;
  readonly address: string;
  /** SHA-256 of the sealed label. */
  readonly label: string;
};
export type RemoveAddressBody = { readonly id: number };
export type LockBody = { readonly locked: boolean };

/** Adds an address, or answers the entry that is there. Under the lock it waits a day. */
export const addHandler =
  (ports: WithdrawalPorts): Handler<AddAddressBody> =>
  (state, command): Outcome => {
    const { userId, seq, at, body } = command;
    const slice = withdrawalsOf(state);
    const { asset, network, address } = body;
    if (!isNetworkName(network) || decimalsOn(network, asset) === undefined) {
      return refuse(code.networkUnsupported, 'network');
    }
    if (ports.isDepositAddress(state, networkSpec(network).family, address))
      return refuse(code.addressIsOurs, 'address');
    const mine = [...(slice.booksByUser.get(userId) ?? [])].map((id) => slice.addresses.get(id) as BookAddress);
    const known = mine.find((entry) => entry.asset === asset && entry.network === network && entry.address === address);
    if (known !== undefined) return done({ id: known.id });
    if (figureOf(state, 'withdrawals.addressesMax') <= mine.length) return refuse(code.capacityReached);
    const made: BookAddress = {
      id: seq,
      user_id: userId,
      asset,
      network,
      address,
      label: body.label,
      added_at: at,
      usable_at: isLocked(slice, userId, at) ? at + figureOf(state, 'withdrawals.lockWaitMs') : at,
      removed_at: null,
    };
    return { ...done({ id: seq }), rows: [addressChange(made)] };
  };

export function removeAddress(state: CoreState, command: Command<RemoveAddressBody>): Outcome {
  const found = withdrawalsOf(state).addresses.get(command.body.id);
  if (found === undefined || found.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  return { ...done({ id: found.id }), rows: [addressChange({ ...found, removed_at: command.at })] };
}

/** Locking is immediate; unlocking takes effect a day later, and locking again takes it back. */
export function setLock(state: CoreState, command: Command<LockBody>): Outcome {
  const { userId, at, body } = command;
  const slice = withdrawalsOf(state);
  const wasLocked = isLocked(slice, userId, at);
  const lock = slice.locks.get(userId);
  if (!body.locked && (!wasLocked || lock?.unlocks_at != null)) return done({ locked: wasLocked });
  if (body.locked && wasLocked && lock?.unlocks_at === null) return done({ locked: true });
  const row: WithdrawalLock = {
    user_id: userId,
    locked: true,
    unlocks_at: body.locked ? null : at + figureOf(state, 'withdrawals.lockWaitMs'),
    changed_at: at,
  };
  return { ...done({ locked: true }), rows: [lockChange(row)] };
}

const done = (result: { readonly [field: string]: number | boolean }) =>
  ({ ok: true, result, postings: [], rows: [], events: [] }) as const;
