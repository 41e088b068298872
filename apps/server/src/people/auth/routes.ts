import { code } from '@glasshouse/api/codes';
import { type CallAnswer, type CallContext, type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import { mergeCalls } from '../../platform/server-module.ts';
import type { AuthDeps } from './deps.ts';
import { deviceName } from './device-name.ts';
import { securityCalls } from './factors/routes.ts';
import { bindEmail, changePassword, login, resetPassword } from './login.ts';
import { guestsOf } from './login-gate.ts';
import { register, registerGuest, upgradeGuest } from './registration.ts';
import { sendCode } from './send-code.ts';
import { signInCalls } from './sign-in/routes.ts';
import { userInfo } from './user-info.ts';
import { type User, userByEmail, userByUsername } from './users.ts';
import { isoTime, type UserView, userView } from './view.ts';

/** Client details kept with the session. */
const deviceOf = (context: CallContext) => ({
  userAgent: context.userAgent,
  ip: context.ip,
  language: context.language,
});

const viewed = (answer: CallAnswer<User>): CallAnswer<UserView> =>
  answer.ok ? done(userView(answer.result), code.modified) : answer;

/**
 * The calls of identity. The API lists what each refuses; the gateway limits how often it may be
 * called.
 */
export function authCalls(deps: AuthDeps) {
  const own = {
    async checkAccountExists({ query }) {
      const accounts = [query.username, query.email, query.phone].filter((value) => value !== undefined);
      if (accounts.length !== 1) return refuse(code.enterAccount, 'username', 'email', 'phone');
      // Nobody can register by phone, so no phone is taken.
      if (query.phone !== undefined) return done({ exists: false });
      const found =
        query.username === undefined
          ? await userByEmail(deps.pool, query.email ?? '')
          : await userByUsername(deps.pool, query.username);
      return done({ exists: found !== undefined });
    },
    sendCode: ({ body }, context) => sendCode(deps, body, { caller: context.caller, language: context.language }),
    register: ({ body }, context) => register(deps, body, deviceOf(context)),
    login: ({ body }, context) => login(deps, body, deviceOf(context)),
    getLoginChallenge: ({ body }) => {
      const { expiresAt, ...work } = deps.gate.challenge(body.account);
      return done({ ...work, expiresAt: isoTime(expiresAt) });
    },
    getGuestChallenge: (_input, { ip }) => {
      const { expiresAt, ...work } = deps.gate.challenge(guestsOf(ip));
      return done({ ...work, expiresAt: isoTime(expiresAt) });
    },
    loginAsGuest: ({ body }, context) => registerGuest(deps, body, deviceOf(context)),
    async logout(_input, context) {
      const { userId, sessionId } = callerOf(context);
      await deps.sessions.revoke(userId, sessionId);
      return done(null);
    },
    getUserInfo: (_input, context) => userInfo(deps, callerOf(context), context),
    async upgradeGuest({ body }, context) {
      return viewed(await upgradeGuest(deps, callerOf(context).userId, body));
    },
    async bindEmail({ body }, context) {
      return viewed(await bindEmail(deps, callerOf(context).userId, body));
    },
    async changePassword({ body }, { caller }) {
      if (body.confirmPassword !== undefined && body.confirmPassword !== body.newPassword) {
        return refuse(code.passwordsDiffer, 'confirmPassword');
      }
      if (body.oldPassword !== undefined) {
        if (caller === undefined) return refuse(code.notLoggedIn);
        return changePassword(deps, caller, { ...body, oldPassword: body.oldPassword });
      }
      if (body.account === undefined) {
        return caller === undefined ? refuse(code.enterAccount, 'account') : refuse(code.enterPassword, 'oldPassword');
      }
      if (body.code === undefined) return refuse(code.enterCode, 'code');
      return resetPassword(deps, { ...body, account: body.account, code: body.code });
    },
    async listSessions(_input, context) {
      const { userId, sessionId } = callerOf(context);
      const lines = await deps.sessions.list(userId);
      return done(
        lines.map((line) => ({
          id: line.id,
          device: deviceName(line.userAgent),
          address: line.ip,
          createdAt: isoTime(line.createdAt),
          lastSeenAt: isoTime(line.lastSeenAt),
          expiresAt: isoTime(line.expiresAt),
          current: line.id === sessionId,
        })),
      );
    },
    async revokeSession({ body }, context) {
      const { userId, sessionId } = callerOf(context);
      if (body.id === undefined) {
        return done({ revoked: await deps.sessions.revokeAll(userId, sessionId) }, code.modified);
      }
      if (!(await deps.sessions.revoke(userId, body.id))) return refuse(code.sessionNotFound, 'id');
      return done({ revoked: 1 }, code.modified);
    },
  } satisfies CallHandlers;
  return mergeCalls([own, securityCalls(deps), signInCalls(deps)]);
}
