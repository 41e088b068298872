import { code } from '@glasshouse/api/codes';
import { ROLES } from '@glasshouse/api/operator/permissions';
import type { ActionRow } from '../authority/rows.ts';
import { deviceName } from '../people/auth/device-name.ts';
import { done, refuse } from '../platform/call.ts';
import { type OperatorHandlers, operatorOf } from '../platform/operator-call.ts';
import { isRefusal, pageOf, readPage } from '../platform/paging.ts';
import { mergeCalls } from '../platform/server-module.ts';
import { accountCalls } from './accounts.ts';
import { claimItem, releaseItem } from './claims.ts';
import type { OperatorDeps } from './deps.ts';
import { readWaiting, visibleTo } from './live.ts';
import {
  askForPasskey,
  changePassword,
  confirmByCode,
  confirmByPasskey,
  finishOwnPasskey,
  finishTotp,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
  startOwnPasskey,
  startTotp,
} from './own-factors.ts';
import { mayWork } from './queues.ts';
import { requestCalls } from './requests.ts';
import { askWork, currentSession, readLink, signIn, useLink } from './sign-in.ts';
import { sessionView } from './view.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** Signing in and one's own account. */
const sessionCalls = (deps: OperatorDeps) =>
  ({
    askOperatorWork: ({ body }) => askWork(deps, body),
    operatorSignIn: ({ body }, context) => signIn(deps, body, context),
    async getOperatorSession(_input, context) {
      const session = await currentSession(deps, context);
      if (session === undefined) return refuse(code.notLoggedIn);
      return done(await sessionView(deps, session, context.token ?? ''));
    },
    async operatorSignOut(_input, context) {
      const session = await currentSession(deps, context);
      if (session !== undefined) await deps.sessions.end(session.operator.id, session.id);
      context.keepToken(undefined);
      deps.events.changed();
      return done(null);
    },
    async readOperatorLink({ body }) {
      const link = await readLink(deps, body.link);
      if (!link.ok) return link;
      const { name, roles, request, expiresAt } = link.result;
      return done({
        name,
        roles: ROLES.filter((role) => roles.includes(role)),
        needsCode: request !== null,
        expiresAt: iso(expiresAt),
      });
    },
    useOperatorLink: ({ body }, context) => useLink(deps, body, context),
    confirmOperatorCode: ({ body }, context) => confirmByCode(deps, body, context),
    askOperatorPasskey: (_input, context) => askForPasskey(deps, context),
    confirmOperatorPasskey: ({ body }, context) => confirmByPasskey(deps, body, context),
    startOperatorTotp: (_input, context) => startTotp(deps, context),
    finishOperatorTotp: ({ body }, context) => finishTotp(deps, body, context),
    startOperatorPasskey: (_input, context) => startOwnPasskey(deps, context),
    finishOperatorPasskey: ({ body }, context) => finishOwnPasskey(deps, body, context),
    listOperatorFactors: (_input, context) => listFactors(deps, context),
    removeOperatorFactor: ({ body }, context) => removeFactor(deps, body, context),
    renewOperatorRecoveryCodes: (_input, context) => renewRecoveryCodes(deps, context),
    changeOperatorPassword: ({ body }, context) => changePassword(deps, body, context),
    async listOwnOperatorSessions(_input, context) {
      const lines = await deps.sessions.list(operatorOf(context).id);
      return done(
        lines.map((line) => ({
          id: line.id,
          createdAt: iso(line.createdAt),
          lastSeenAt: iso(line.lastSeenAt),
          address: line.address,
          device: deviceName(line.userAgent),
          isCurrent: line.id === context.sessionId,
        })),
      );
    },
    async endOwnOperatorSession({ body }, context) {
      const ended = await deps.sessions.end(operatorOf(context).id, body.id);
      deps.events.changed();
      return ended ? done(null) : refuse(code.sessionNotFound, 'id');
    },
    async listOwnActions({ query }, context) {
      const page = readPage(query, 1);
      if (isRefusal(page)) return page;
      const { rows } = await deps.pool.query<ActionRow>(
        `select * from operator_actions where operator = $1 and ($2::bigint is null or seq < $2)
        order by seq desc limit $3`,
        [operatorOf(context).id, page.after?.[0] ?? null, page.limit + 1],
      );
      return done(
        pageOf(
          rows,
          page.limit,
          (row) => ({
            seq: row.seq,
            type: row.type,
            user: row.user_id === 0 ? null : row.user_id,
            subject: row.subject,
            before: row.before,
            after: row.after,
            reason: row.reason,
            address: row.address,
            request: row.request,
            at: iso(row.at),
          }),
          (row) => [row.seq],
        ),
      );
    },
  }) satisfies OperatorHandlers;

/** Who works on what. */
const claimCalls = (deps: OperatorDeps) =>
  ({
    async getQueues(_input, context) {
      return done(visibleTo(await readWaiting(deps), operatorOf(context).roles));
    },
    async claimItem({ body }, context) {
      const { id, roles } = operatorOf(context);
      if (!mayWork(roles, body.queue)) return refuse(code.permissionDenied);
      const until = await claimItem(deps.pool, { ...body, operator: id, now: deps.clock.now() });
      if (until === undefined) return refuse(code.claimedByOther, 'item');
      deps.events.changed();
      return done({ until: iso(until) });
    },
    async releaseItem({ body }, context) {
      await releaseItem(deps.pool, { ...body, operator: operatorOf(context).id });
      deps.events.changed();
      return done(null);
    },
  }) satisfies OperatorHandlers;

export const operatorModuleCalls = (deps: OperatorDeps) =>
  mergeCalls([sessionCalls(deps), requestCalls(deps), accountCalls(deps), claimCalls(deps)]);
