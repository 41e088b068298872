import { Type } from 'typebox';
import { USER_ACCOUNT_KINDS } from '../constants.ts';
import { defineCall } from '../define-call.ts';
import { amount, asset, list, nothing, strict } from '../schemas/common.ts';
import { factorCode } from '../schemas/security.ts';
import { password } from '../schemas/user.ts';

const left = strict({
  asset: asset(),
  kind: Type.Enum([...USER_ACCOUNT_KINDS], { description: 'available, or what it is set aside for.' }),
  amount: amount('On the real book.'),
});

/** Leaving: closing an account, and taking along what is in it. */
export const accountCalls = {
  getClosing: defineCall({
    name: 'getClosing',
    method: 'GET',
    path: '/user/getClosing',
    auth: 'user',
    movesMoney: false,
    summary: 'What stands in the way of closing the account, and what would stay behind.',
    result: strict({
      left: list(left, 1_000),
      loans: Type.Integer({ minimum: 0, description: 'Open loans.' }),
      deposits: Type.Integer({ minimum: 0, description: 'Deposits that are not final.' }),
      isOpen: Type.Boolean({ description: 'Something must end first.' }),
    }),
    codes: [],
    served: true,
  }),
  closeAccount: defineCall({
    name: 'closeAccount',
    method: 'POST',
    path: '/user/closeAccount',
    auth: 'user',
    movesMoney: false,
    summary:
      'Closes the account: nobody logs in any more, and personal data goes as soon as it need not be kept. Until then only its owner opens it again (`login`). Every session ends.',
    body: strict({
      password: password('Login password.'),
      totp: Type.Optional(factorCode()),
      leave: Type.Boolean({
        description: 'What is available on the real book stays behind, in the name of its owner.',
      }),
    }),
    result: nothing(),
    codes: [
      'enterPassword',
      'passwordWrong',
      'totpRequired',
      'totpWrong',
      'codesLocked',
      'guestMustUpgrade',
      'passwordNotSet',
      'userStatusWrong',
      'accountNotEmpty',
    ],
    success: 'modified',
    served: true,
  }),
  exportAccount: defineCall({
    name: 'exportAccount',
    method: 'GET',
    path: '/user/exportAccount',
    auth: 'user',
    movesMoney: false,
    summary:
      'Everything about the caller as JSON Lines: a head, a line for each row of each table, a foot with number and digest. From a session of the last ten minutes.',
    result: Type.Array(strict({ table: Type.String(), row: Type.Unknown() })),
    file: ['application/jsonl'],
    codes: ['signInAgain', 'tooManyRequests'],
    served: true,
  }),
};
