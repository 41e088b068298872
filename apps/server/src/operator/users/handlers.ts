import { code } from '@glasshouse/api/codes';
import { operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { CoreModule } from '../../kernel/core/types.ts';

/** `session` null: all of them. */
export type EndSessionsBody = OperatorBody<{ readonly session: number | null }>;

/**
 * Records that a person's sessions are ended. Sessions themselves are no part of the core: the call
 * ends them once this is durable, and a repeat ends them again.
 */
const endSessions = operatorHandler<EndSessionsBody>({
  permission: 'users.sessions',
  decide: (_state, { userId, body }) => {
    if (userId === 0) return refuse(code.nothingFound, 'user');
    const after = { ended: body.session ?? 'all' };
    return { ok: true, subject: `user ${userId}`, before: null, after, postings: [], rows: [], events: [] };
  },
});

export type OperatorUserCommands = {
  readonly 'user.sessions': { readonly body: EndSessionsBody; readonly facts: null };
};

export const operatorUsersModule: CoreModule<OperatorUserCommands> = {
  name: 'operator-users',
  initial: () => ({}),
  tables: [],
  reduce: (_slice, change) => {
    throw new Error(`operator-users owns no rows, not ${change.table}`);
  },
  handlers: { 'user.sessions': endSessions },
  gather: {},
};
