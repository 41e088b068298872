import { code } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import { type CallAnswer, type Caller, done, refuse } from '../../platform/call.ts';
import { CODE_COOLDOWN_MS, type CodeMail, type CodePurpose, issueCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { codeMail, takenMail } from './emails.ts';
import { type User, userByEmail, userById } from './users.ts';

/**
 * Sends a code by mail. The answer is the same whether or not anybody has the address: for
 * registering with one that is taken, its owner is told so by mail; for resetting the password of
 * nobody, no mail goes out.
 */
export async function sendCode(
  deps: AuthDeps,
  request: { readonly account: string; readonly type: CodePurpose },
  from: { readonly caller: Caller | undefined; readonly language: Language },
): Promise<CallAnswer<{ cooldownSeconds: number }>> {
  const purpose = request.type;
  const account = request.account.toLowerCase();
  const needsSession = purpose === 'bind' || purpose === 'withdraw' || purpose === 'secure';
  if (needsSession && from.caller === undefined) return refuse(code.notLoggedIn);
  const owner = await userByEmail(deps.pool, account);
  if (purpose === 'withdraw' || purpose === 'secure') {
    const self = await userById(deps.pool, from.caller!.userId);
    if (self?.email?.toLowerCase() !== account) return refuse(code.emailWrong, 'account');
  }
  const issued = await issueCode(deps.pool, { account, purpose, now: deps.clock.now() }, (digits) =>
    mailFor(purpose, owner, from.language, digits, deps.site),
  );
  if (issued === 'cooldown') return refuse(code.sendCodeTooSoon);
  if (issued.mailId !== undefined) deps.mail.wake(issued.mailId);
  return done({ cooldownSeconds: CODE_COOLDOWN_MS / 1000 });
}

function mailFor(
  purpose: CodePurpose,
  owner: User | undefined,
  language: Language,
  digits: string,
  site: string,
): CodeMail | undefined {
  switch (purpose) {
    case 'register':
    case 'bind':
      return owner === undefined ? codeMail(purpose, language, digits, site) : takenMail(owner.language, site);
    case 'reset':
    case 'link':
      if (owner === undefined || owner.status === 'disabled') return undefined;
      return codeMail(purpose, owner.language, digits, site);
    case 'withdraw':
    case 'secure':
      return codeMail(purpose, language, digits, site);
  }
}
