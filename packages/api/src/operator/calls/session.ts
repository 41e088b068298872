import { Type } from 'typebox';
import {
  codeText,
  identifier,
  list,
  nothing,
  nullable,
  page,
  pageQuery,
  strict,
  text,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { password } from '../../schemas/user.ts';
import { workChallenge, workProof } from '../../schemas/work.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { PERMISSION_NAMES, ROLES } from '../permissions.ts';
import { newOperatorName, operatorAction } from '../schemas.ts';

export const operatorSession = strict({
  operator: strict({ id: identifier(), name: words('Name to sign in with.'), roles: list(Type.Enum([...ROLES]), 6) }),
  permissions: list(Type.Enum([...PERMISSION_NAMES]), 100),
  /** `factor`: the password was right, the second factor is missing; `enrol`: there is none yet. */
  stage: Type.Enum(['factor', 'enrol', 'ready']),
  /** Second factors that the operator has. */
  factors: list(Type.Enum(['totp', 'passkey']), 2),
  csrf: words('Send it as `X-CSRF-Token` with every POST.'),
  stepUpUntil: nullable(timestamp('Until then no further confirmation is asked for.')),
  expiresAt: timestamp('When it ends if nothing happens; never later than twelve hours after signing in.'),
});

const link = () =>
  Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43, description: 'Token at the end of the link.' });

const open = { access: 'signing in', stepUp: false, command: false } as const;
const own = { access: 'signed in', stepUp: false, command: false } as const;

/** Signing in and the operator's own account. */
export const operatorSessionCalls = {
  operatorSignIn: defineOperatorCall({
    name: 'operatorSignIn',
    method: 'POST',
    path: '/session/signIn',
    ...open,
    summary: 'Name and password; the second factor follows. Sets the session cookie.',
    body: strict({
      name: text(32, 'Name of the operator.'),
      password: password(),
      proof: Type.Optional(workProof('askOperatorWork')),
    }),
    result: operatorSession,
    codes: ['enterPassword', 'passwordWrong'],
  }),
  askOperatorWork: defineOperatorCall({
    name: 'askOperatorWork',
    method: 'POST',
    path: '/session/challenge',
    ...open,
    summary: 'Work that lets a sign-in go on after 11001, on a device that the operator never used; once.',
    body: strict({ name: text(32, 'Name of the operator.') }),
    result: workChallenge,
    codes: [],
  }),
  getOperatorSession: defineOperatorCall({
    name: 'getOperatorSession',
    method: 'GET',
    path: '/session',
    ...open,
    summary: 'Who is signed in, with which permissions.',
    result: operatorSession,
    codes: ['notLoggedIn'],
  }),
  operatorSignOut: defineOperatorCall({
    name: 'operatorSignOut',
    method: 'POST',
    path: '/session/signOut',
    ...open,
    summary: 'Ends the session.',
    body: strict({}),
    result: nothing(),
    codes: [],
  }),
  readOperatorLink: defineOperatorCall({
    name: 'readOperatorLink',
    method: 'POST',
    path: '/session/link/read',
    ...open,
    summary: 'Whom a one-time link is for, and whether it needs the code of the second person.',
    body: strict({ link: link() }),
    result: strict({
      name: words('Name to sign in with; empty when it is to be chosen.'),
      roles: list(Type.Enum([...ROLES]), 6),
      needsCode: Type.Boolean({ description: 'A link from the console needs the code that its approver was shown.' }),
      expiresAt: timestamp(),
    }),
    codes: ['linkUsed'],
  }),
  useOperatorLink: defineOperatorCall({
    name: 'useOperatorLink',
    method: 'POST',
    path: '/session/link/use',
    ...open,
    summary: 'Sets the password by a one-time link, and signs in to enrol a second factor.',
    body: strict({
      link: link(),
      code: Type.Optional(codeText(9, 'Code that the approver was shown.')),
      name: Type.Optional(newOperatorName()),
      password: password(),
    }),
    result: operatorSession,
    codes: ['enterPassword', 'linkUsed', 'codeWrong', 'passwordTooWeak', 'usernameWrong', 'usernameExists'],
  }),
  changeOperatorPassword: defineOperatorCall({
    name: 'changeOperatorPassword',
    method: 'POST',
    path: '/session/password',
    ...own,
    stepUp: true,
    summary: 'Changes the own password and ends all other sessions.',
    body: strict({ oldPassword: password('Present password.'), newPassword: password('New password.') }),
    result: nothing(),
    codes: ['enterPassword', 'oldPasswordWrong', 'passwordTooWeak'],
  }),
  listOwnOperatorSessions: defineOperatorCall({
    name: 'listOwnOperatorSessions',
    method: 'GET',
    path: '/session/list',
    ...own,
    summary: 'Own sessions that are open.',
    result: list(
      strict({
        id: identifier(),
        createdAt: timestamp(),
        lastSeenAt: timestamp(),
        address: words('Network address.'),
        device: words('Browser and system.'),
        isCurrent: Type.Boolean(),
      }),
      50,
    ),
    codes: [],
  }),
  endOwnOperatorSession: defineOperatorCall({
    name: 'endOwnOperatorSession',
    method: 'POST',
    path: '/session/end',
    ...own,
    summary: 'Ends one of the own sessions.',
    body: strict({ id: identifier() }),
    result: nothing(),
    codes: ['sessionNotFound'],
  }),
  listOwnActions: defineOperatorCall({
    name: 'listOwnActions',
    method: 'GET',
    path: '/session/actions',
    ...own,
    summary: 'What the operator did, newest first, as the audit log has it.',
    query: strict({ ...pageQuery }),
    result: page(operatorAction),
    codes: [],
  }),
};
