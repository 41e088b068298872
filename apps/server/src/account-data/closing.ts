import { randomUUID } from 'node:crypto';
import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { type Amount, formatAmount } from '@glasshouse/rules/money';
import type { CoreBus } from '../kernel/core/bus.ts';
import { type ProofDeps, proveOwner } from '../people/auth/factors/proof.ts';
import { notifyChange } from '../people/auth/notices.ts';
import type { SessionStore } from '../people/auth/sessions.ts';
import { FRESH_SESSION_MS } from '../people/auth/sign-in/own-methods.ts';
import { answerOf, type CallHandlers, callerOf, done, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import type { AccountExports } from './export.ts';
import { CLOSED } from './standing.ts';

export interface AccountCallsDeps extends ProofDeps {
  readonly bus: CoreBus;
  readonly sessions: Pick<SessionStore, 'revokeAll'>;
  readonly exports: AccountExports;
}

const RETRY_SECONDS = 10;

/** Closing an account, and taking along what is in it. */
export function accountCalls(deps: AccountCallsDeps) {
  const { pool, bus, sessions } = deps;
  return {
    getClosing: async (_input, context) => done(await closingOf(pool, callerOf(context).userId)),
    async closeAccount({ body }, context) {
      const { userId } = callerOf(context);
      const owner = await proveOwner(deps, userId, body);
      if (!owner.ok) return owner;
      const closing = { userId, book: 'real' as const, type: 'account.close', body: { leave: body.leave } };
      const answer = answerOf<null>(await bus.submit({ ...closing, id: `${userId}:close:${randomUUID()}` }));
      if (!answer.ok) return answer;
      // Lists of operators read it there.
      await pool.query(`update users set status = 'disabled', status_reason = $2 where id = $1`, [userId, CLOSED]);
      await sessions.revokeAll(userId);
      await notifyChange(deps, owner.result, 'accountClosed');
      return done(null, code.modified);
    },
    async exportAccount(_input, context) {
      const { userId, sessionId } = callerOf(context);
      const { rows } = await pool.query<{ createdAt: number }>(
        'select created_at as "createdAt" from sessions where id = $1',
        [sessionId],
      );
      // A session left open somewhere must not be worth everything about its owner.
      if ((rows[0]?.createdAt ?? 0) < deps.clock.now() - FRESH_SESSION_MS) return refuse(code.signInAgain);
      const file = deps.exports.file(userId);
      return file === undefined ? { ...refuse(code.tooManyRequests), retryAfter: RETRY_SECONDS } : done(file);
    },
  } satisfies CallHandlers;
}

/** What stands in the way, and what would stay behind; the core decides by its own books. */
async function closingOf(pool: Pool, userId: number): Promise<ResultOf<'getClosing'>> {
  const { rows: balances } = await pool.query<{ asset: string; kind: string; balance: Amount }>(
    `select asset, kind, balance from accounts where owner = $1 and book = 'real' and balance <> 0 order by asset, kind`,
    [userId],
  );
  const { rows: others } = await pool.query<{ loans: number; deposits: number }>(
    `select (select count(*)::int from loans where user_id = $1 and closed_at is null) as loans,
            (select count(*)::int from deposits where user_id = $1 and not settled) as deposits`,
    [userId],
  );
  const { loans = 0, deposits = 0 } = others[0] ?? {};
  const left = balances.map(({ asset, kind, balance }) => ({
    asset,
    kind: kind as ResultOf<'getClosing'>['left'][number]['kind'],
    amount: formatAmount(balance),
  }));
  const isOpen = left.some(({ kind }) => kind !== 'available') || 0 < loans + deposits;
  return { left, loans, deposits, isOpen };
}
