import { type CallHandlers, callerOf, done } from '../../../platform/call.ts';
import { isRefusal, readPage } from '../../../platform/paging.ts';
import { DATA_VIEWS_CURSOR_PARTS, dataViews } from '../data-views.ts';
import type { AuthDeps } from '../deps.ts';
import { isoTime } from '../view.ts';
import { credentialChanges } from './changes.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  loginWithPasskey,
  passkeyRequest,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './totp.ts';
import { setWithdrawalPassword } from './withdrawal-password.ts';

/** The calls about what protects an account besides its password. */
export function securityCalls(deps: AuthDeps) {
  return {
    startTotp: ({ body }, context) => startTotp(deps, callerOf(context).userId, body),
    confirmTotp: ({ body }, context) => confirmTotp(deps, callerOf(context).userId, body),
    removeTotp: ({ body }, context) => removeTotp(deps, callerOf(context).userId, body),
    renewRecoveryCodes: ({ body }, context) => renewRecoveryCodes(deps, callerOf(context).userId, body),
    listPasskeys: (_input, context) => listPasskeys(deps, callerOf(context).userId),
    startPasskey: ({ body }, context) => beginPasskey(deps, callerOf(context).userId, body),
    addPasskey: ({ body }, context) => addPasskey(deps, callerOf(context).userId, body, context),
    renamePasskey: ({ body }, context) => renamePasskey(deps, callerOf(context).userId, body),
    removePasskey: ({ body }, context) => removePasskey(deps, callerOf(context).userId, body),
    getPasskeyRequest: () => passkeyRequest(deps),
    loginWithPasskey: ({ body }, context) => loginWithPasskey(deps, body, context),
    setWithdrawalPassword: ({ body }, context) => setWithdrawalPassword(deps, callerOf(context).userId, body),
    async listCredentialChanges(_input, context) {
      const changes = await credentialChanges(deps.pool, callerOf(context).userId);
      return done(changes.map(({ kind, at, blocks }) => ({ kind, at: isoTime(at), blocks })));
    },
    async listDataViews({ query }, context) {
      const page = readPage(query, DATA_VIEWS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      return done(await dataViews(deps.pool, callerOf(context).userId, page));
    },
  } satisfies CallHandlers;
}
