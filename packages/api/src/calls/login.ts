import { Type } from 'typebox';
import { defineCall } from '../define-call.ts';
import { codeText, language, nothing, strict } from '../schemas/common.ts';
import { factorCode } from '../schemas/security.ts';
import { account, email, loginResult, password, username, verificationCode } from '../schemas/user.ts';
import { opaque, workChallenge, workProof } from '../schemas/work.ts';

export const loginCalls = {
  checkAccountExists: defineCall({
    name: 'checkAccountExists',
    method: 'GET',
    path: '/login/checkUserNameOrPhone',
    auth: 'public',
    movesMoney: false,
    summary: 'Whether a user name, email or phone number is taken. Takes exactly one. Strictly rate limited.',
    query: strict({
      username: Type.Optional(username()),
      email: Type.Optional(email()),
      phone: Type.Optional(
        Type.String({
          pattern: '^\\+[1-9][0-9]{5,14}$',
          maxLength: 16,
          description: 'Phone number with country code: +4930123456.',
        }),
      ),
    }),
    result: strict({ exists: Type.Boolean() }),
    codes: ['enterAccount', 'emailWrong', 'usernameWrong'],
    served: true,
  }),
  sendCode: defineCall({
    name: 'sendCode',
    method: 'POST',
    path: '/login/sendCode',
    auth: 'optional',
    movesMoney: false,
    summary: 'Sends a six-digit code by email. The answer does not reveal whether the account exists.',
    body: strict({
      account: email(),
      type: Type.Enum(['register', 'reset', 'withdraw', 'bind', 'link', 'secure'], {
        description: 'Purpose of the code.',
      }),
    }),
    result: strict({
      cooldownSeconds: Type.Integer({
        minimum: 0,
        description: 'Seconds until the next code; earlier requests get 10089.',
      }),
    }),
    codes: ['enterAccount', 'emailWrong', 'sendCodeTooSoon', 'notLoggedIn'],
    served: true,
  }),
  register: defineCall({
    name: 'register',
    method: 'POST',
    path: '/login/register',
    auth: 'public',
    movesMoney: false,
    summary:
      'Registers with a user name or an email; an email needs the code sent to it. The demo book starts with 100,000 USDT.',
    body: strict({
      username: Type.Optional(username()),
      email: Type.Optional(email()),
      password: password('New password.'),
      confirmPassword: password('Repeated.'),
      code: Type.Optional(verificationCode()),
      inviteCode: Type.Optional(codeText(32, 'Invite code of a friend.')),
      language: Type.Optional(language()),
    }),
    result: loginResult,
    codes: [
      'enterAccount',
      'emailWrong',
      'usernameWrong',
      'enterPassword',
      'passwordsDiffer',
      'passwordTooWeak',
      'enterCode',
      'sendCodeFirst',
      'codeWrong',
      'usernameReserved',
      'usernameExists',
      'emailExists',
      'inviteCodeWrong',
      'coreUnavailable',
      'outcomeUnknown',
    ],
    served: true,
  }),
  login: defineCall({
    name: 'login',
    method: 'POST',
    path: '/login/login',
    auth: 'public',
    movesMoney: false,
    summary:
      'Logs in. 10004 for a wrong password and an unknown account alike; 11028 asks for the code of the authenticator app. After 11001, known devices and those that solve a challenge go on at once.',
    body: strict({
      account: account(),
      password: password(),
      totp: Type.Optional(factorCode()),
      reopen: Type.Optional(
        Type.Boolean({
          description: 'Opens the account again that its owner closed (11346), until its data is deleted.',
        }),
      ),
      devices: Type.Optional(
        Type.Array(opaque(700), { maxItems: 3, description: 'Tokens that earlier logins on this device gave.' }),
      ),
      proof: Type.Optional(workProof('getLoginChallenge')),
    }),
    result: loginResult,
    codes: [
      'enterAccount',
      'enterPassword',
      'passwordWrong',
      'totpRequired',
      'totpWrong',
      'codesLocked',
      'credentialsDiffer',
      'userStatusAbnormal',
      'accountClosed',
    ],
    served: true,
  }),
  getLoginChallenge: defineCall({
    name: 'getLoginChallenge',
    method: 'POST',
    path: '/login/challenge',
    auth: 'public',
    movesMoney: false,
    summary: 'Work that lets a login go on after 11001. Dearer each time it was done for the same account; once.',
    body: strict({ account: account() }),
    result: workChallenge,
    codes: ['enterAccount'],
    served: true,
  }),
  loginAsGuest: defineCall({
    name: 'loginAsGuest',
    method: 'POST',
    path: '/login/guest',
    auth: 'public',
    movesMoney: false,
    summary: '"Try the demo": opens a guest account with a demo book, without personal data.',
    body: strict({
      language: Type.Optional(language()),
      proof: Type.Optional(workProof('getGuestChallenge')),
    }),
    result: loginResult,
    codes: ['demoDisabled', 'coreUnavailable', 'outcomeUnknown'],
    served: true,
  }),
  getGuestChallenge: defineCall({
    name: 'getGuestChallenge',
    method: 'POST',
    path: '/login/guestChallenge',
    auth: 'public',
    movesMoney: false,
    summary:
      'Work that lets `loginAsGuest` go on after 11001, up to a day’s most for a network. Dearer each time it was done from the same network; once.',
    body: strict({}),
    result: workChallenge,
    codes: [],
    served: true,
  }),
  logout: defineCall({
    name: 'logout',
    method: 'POST',
    path: '/login/logout',
    auth: 'user',
    movesMoney: false,
    summary: 'Ends the current session.',
    body: strict({}),
    result: nothing(),
    codes: [],
    served: true,
  }),
};
