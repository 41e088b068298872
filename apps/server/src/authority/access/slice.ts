import { notOwned } from '../../kernel/effects.ts';
import { sliceOf } from '../../kernel/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/types.ts';
import type { CredentialRecord, KnownSession, Vouching } from './rows.ts';

export const ACCESS = { name: 'access' } as const;

export type AccessRows = {
  readonly known_sessions: KnownSession;
  readonly vouchings: Vouching;
  readonly credential_records: CredentialRecord;
};

export interface AccessSlice {
  /** Open sessions by digest. */
  readonly open: Map<string, KnownSession>;
  /** How many of them are guests'. */
  guests: number;
  /** What the core vouches for. Empty in logs of before, which know no sessions. */
  readonly vouched: Set<Vouching['name']>;
  /** Not before then is it looked for sessions whose time is over. Lost with the process. */
  nextLook: number;
}

export const emptySlice = (): AccessSlice => ({ open: new Map(), guests: 0, vouched: new Set(), nextLook: 0 });

const EMPTY = emptySlice();

/** Empty for a core that is put together without it. */
export const accessOf = (state: CoreState): AccessSlice =>
  state.slices.has(ACCESS.name) ? sliceOf<AccessSlice>(state, ACCESS) : EMPTY;

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
    case 'credential_records':
      return;
    default:
      notOwned(ACCESS.name, change);
  }
}
