import { code } from '@glasshouse/api/codes';
import type { Permission } from '@glasshouse/api/operator/permissions';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { Command, CoreState, Outcome } from '../kernel/core/types.ts';
import { mayAct, operatorHandler } from './action.ts';
import { STANDINGS_TABLE, type Standing, VIEWS_TABLE, type ViewKind } from './rows.ts';
import { authorityOf } from './slice.ts';
import type { OperatorBody, OperatorStamp } from './stamp.ts';

export type StandingBody = OperatorBody<{ readonly status: Standing['status'] }>;
export type NoteBody = OperatorBody<{ readonly digest: string }>;
export type ViewBody = { readonly by: OperatorStamp; readonly kind: ViewKind; readonly subject: string };

/**
 * Freezes, disables or lets go of a person, who sees the reason. 10008 where the person closed the
 * account: only its owner opens it again.
 */
export const setStanding = operatorHandler<StandingBody>({
  permission: 'users.freeze',
  decide: (state, command) => {
    const { userId, at, body } = command;
    if (userId === 0) return refuse(code.nothingFound, 'user');
    const before = authorityOf(state).standings.get(userId);
    // Whether to leave is not an operator's to say, in either direction.
    if (8 <= rulesOf(state) && before?.status === 'disabled' && before.changed_by === null) {
      return refuse(code.userStatusWrong);
    }
    const was = { status: before?.status ?? 'active', reason: before?.reason ?? null };
    const { status } = body;
    if (was.status === status) return refuse(code.nothingFound, 'status');
    const reason = status === 'active' ? null : body.reason;
    const standing: Standing = { user_id: userId, status, reason, since: at, changed_by: body.by.operator };
    return {
      ok: true,
      subject: `user ${userId}`,
      before: was,
      after: { status, reason },
      postings: [],
      rows: [changeOf(STANDINGS_TABLE, standing)],
      events: [{ userId, book: command.book, kind: 'standing', data: { status, reason } }],
    };
  },
});

/** A note lies encrypted outside of the log, which keeps its digest. */
export const noteUser = operatorHandler<NoteBody>({
  permission: 'users.note',
  decide: (_state, { userId, body }) => {
    if (userId === 0) return refuse(code.nothingFound, 'user');
    const after = { digest: body.digest };
    return { ok: true, subject: `user ${userId}`, before: null, after, postings: [], rows: [], events: [] };
  },
});

/** What looking at each kind of thing needs. */
export const VIEW_PERMISSIONS: Readonly<Record<ViewKind, Permission>> = {
  profile: 'users.read',
  balances: 'balances.read',
  statement: 'balances.read',
  identity: 'kyc.read',
  documents: 'documents.read',
  deposits: 'deposits.read',
  withdrawals: 'withdrawals.read',
  loans: 'loans.read',
  sessions: 'users.read',
  support: 'support.work',
};

/** Somebody looks at a person's data: logged before they see it. */
export function recordView(state: CoreState, { seq, userId, at, body }: Command<ViewBody>): Outcome {
  const { by, kind, subject } = body;
  const needed: Permission | undefined = VIEW_PERMISSIONS[kind];
  if (needed === undefined || !mayAct(state, by.operator, needed)) return refuse(code.permissionDenied);
  if (userId === 0) return refuse(code.nothingFound, 'user');
  const row = { seq, operator: by.operator, user_id: userId, kind, subject: subject || kind, at };
  return { ok: true, result: null, postings: [], rows: [changeOf(VIEWS_TABLE, row)], events: [] };
}
