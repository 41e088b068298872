import { code } from '@glasshouse/api/codes';
import type { Amount } from '@glasshouse/rules/money';
import { STANDINGS_TABLE, type Standing } from '../authority/rows.ts';
import { authorityOf, isBarred, parameterOf } from '../authority/slice.ts';
import { partsOf } from '../kernel/core/accounts.ts';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { balanceOf } from '../kernel/core/state.ts';
import type { Command, CoreModule, CoreState, Outcome } from '../kernel/core/types.ts';
import { kycOf } from '../people/kyc/slice.ts';
import { CLOSED, ERASED, isClosedByOwner } from './standing.ts';

export type CloseBody = {
  /** What is free to use stays behind, in the person's name. */
  readonly leave: boolean;
};

export type AccountCommands = {
  readonly 'account.close': { readonly body: CloseBody; readonly facts: null };
  readonly 'account.reopen': { readonly body: null; readonly facts: null };
  readonly 'account.erase': { readonly body: null; readonly facts: null };
};

/** What other modules know of what is still open. */
export interface ClosingPorts {
  readonly hasOpenLoan: (state: CoreState, userId: number) => boolean;
  /** What is owed after a deposit that was taken back. */
  readonly owedBy: (state: CoreState, userId: number) => Amount;
  /** A deposit that is on its way or looked at. */
  readonly hasOpenDeposit: (state: CoreState, userId: number) => boolean;
}

const DAY_MS = 86_400_000;

/** Core: people close their accounts, and what is personal goes when the law lets it. */
export function createAccountsModule(ports: ClosingPorts): CoreModule<AccountCommands> {
  /**
   * Refusals in order: 10008 frozen or closed, 11347 something is open or owed on the real book
   * (field `open`), or left there (field `leave`). Waiting orders, options, positions, plans,
   * pledges and withdrawals are all amounts of an account of their own. The demo book is play
   * money: it stays.
   */
  function close(state: CoreState, { userId, at, book, body }: Command<CloseBody>): Outcome {
    if (userId === 0 || isBarred(state, userId)) return refuse(code.userStatusWrong);
    const left = (state.residents.get(userId) ?? []).filter(
      (key) => partsOf(key).book === 'real' && balanceOf(state, key) !== 0n,
    );
    const isOpen =
      left.some((key) => partsOf(key).kind !== 'available') ||
      ports.hasOpenLoan(state, userId) ||
      ports.hasOpenDeposit(state, userId) ||
      ports.owedBy(state, userId) !== 0n;
    if (isOpen) return refuse(code.accountNotEmpty, 'open');
    if (0 < left.length && !body.leave) return refuse(code.accountNotEmpty, 'leave');
    const standing: Standing = { user_id: userId, status: 'disabled', reason: CLOSED, since: at, changed_by: null };
    return {
      ok: true,
      result: null,
      postings: [],
      rows: [changeOf(STANDINGS_TABLE, standing)],
      events: [{ userId, book, kind: 'standing', data: { status: standing.status, reason: standing.reason } }],
    };
  }

  /**
   * Its owner comes back, before the personal data is gone; what stayed behind was theirs all the
   * time. 10008 when they did not close it, or too late.
   */
  function reopen(state: CoreState, { userId, at, book }: Command): Outcome {
    const standing = authorityOf(state).standings.get(userId);
    if (standing === undefined || !isClosedByOwner(standing)) return refuse(code.userStatusWrong);
    const opened: Standing = { user_id: userId, status: 'active', reason: null, since: at, changed_by: null };
    return {
      ok: true,
      result: null,
      postings: [],
      rows: [changeOf(STANDINGS_TABLE, opened)],
      events: [{ userId, book, kind: 'standing', data: { status: opened.status, reason: opened.reason } }],
    };
  }

  /**
   * Says that the personal data of a closed account goes. 10008 when its owner did not close it, or
   * it went before; 11346 while it must be kept: as long as identity data, wherever there was money
   * or an identity check.
   */
  function erase(state: CoreState, { userId, at }: Command): Outcome {
    const standing = authorityOf(state).standings.get(userId);
    if (standing === undefined || !isClosedByOwner(standing)) return refuse(code.userStatusWrong);
    const isKept =
      kycOf(state).standings.has(userId) ||
      (state.residents.get(userId) ?? []).some((key) => partsOf(key).book === 'real');
    const until = standing.since + parameterOf(state, 'kyc.retention_days') * DAY_MS;
    if (isKept && at < until) return refuse(code.accountClosed);
    return {
      ok: true,
      result: null,
      postings: [],
      rows: [changeOf(STANDINGS_TABLE, { ...standing, reason: ERASED })],
      events: [],
    };
  }

  return {
    name: 'accounts',
    initial: () => ({}),
    tables: [],
    reduce: (_slice, change) => {
      throw new Error(`accounts own no rows, not ${change.table}`);
    },
    handlers: { 'account.close': close, 'account.reopen': reopen, 'account.erase': erase },
    gather: {},
  };
}
