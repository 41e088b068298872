import { notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type {
  CredentialAlarm,
  CredentialRecord,
  CredentialState,
  KnownSession,
  Vouching,
  WithdrawalWait,
} from './rows.ts';

export const ACCESS = { name: 'access' } as const;

export type AccessRows = {
  readonly known_sessions: KnownSession;
  readonly vouchings: Vouching;
  readonly credential_records: CredentialRecord;
  readonly credential_states: CredentialState;
  readonly credential_alarms: CredentialAlarm;
  readonly withdrawal_waits: WithdrawalWait;
};

export interface AccessSlice {
  /** Open sessions by digest. */
  readonly open: Map<string, KnownSession>;
  /** How many of them are guests'. */
  guests: number;
  /** What the core vouches for. Empty in logs of before, which know no sessions. */
  readonly vouched: Set<Vouching['name']>;
  /** What protects accounts, by owner: about 400 bytes a row. */
  readonly credentials: Map<string, readonly CredentialState[]>;
  /** One for each person who ever changed something. */
  readonly waits: Map<number, WithdrawalWait>;
  /** Not before then is it looked for sessions whose time is over. Lost with the process. */
  nextLook: number;
}

export const emptySlice = (): AccessSlice => ({
  open: new Map(),
  guests: 0,
  vouched: new Set(),
  credentials: new Map(),
  waits: new Map(),
  nextLook: 0,
});

const EMPTY = emptySlice();

/** Empty for a core that is put together without it. */
export const accessOf = (state: CoreState): AccessSlice =>
  state.slices.has(ACCESS.name) ? sliceOf<AccessSlice>(state, ACCESS) : EMPTY;

type Owner = Pick<CredentialState, 'owner_kind' | 'owner'>;
const ownerKey = ({ owner_kind: kind, owner }: Owner): string => `${kind} ${owner}`;

/** Of an owner, of all tables. */
export const statesOf = (state: CoreState, owner: Owner): readonly CredentialState[] =>
  accessOf(state).credentials.get(ownerKey(owner)) ?? [];

export const stateOf = (
  state: CoreState,
  { tbl, row_key: key, ...owner }: Owner & Pick<CredentialState, 'tbl' | 'row_key'>,
): CredentialState | undefined =>
  statesOf(state, owner).find((credential) => credential.tbl === tbl && credential.row_key === key);

export function reduce(slice: AccessSlice, change: ChangeOf<AccessRows>): void {
  switch (change.table) {
    case 'known_sessions': {
      const { row } = change;
      const before = slice.open.get(row.digest);
      if (before !== undefined && before.opened_by !== row.opened_by) return;
      if (before?.kind === 'guest') slice.guests -= 1;
      if (row.ended_at !== null) slice.open.delete(row.digest);
      else {
        slice.open.set(row.digest, row);
        if (row.kind === 'guest') slice.guests += 1;
      }
      return;
    }
    case 'vouchings':
      slice.vouched.add(change.row.name);
      return;
    case 'credential_states': {
      const { row } = change;
      const key = ownerKey(row);
      const others = (slice.credentials.get(key) ?? []).filter(
        ({ tbl, row_key: rowKey }) => tbl !== row.tbl || rowKey !== row.row_key,
      );
      const next = row.digests === null ? others : [...others, row];
      if (next.length === 0) slice.credentials.delete(key);
      else slice.credentials.set(key, next);
      return;
    }
    case 'withdrawal_waits':
      slice.waits.set(change.row.user_id, change.row);
      return;
    case 'credential_records':
    case 'credential_alarms':
      return;
    default:
      notOwned(ACCESS.name, change);
  }
}
