import { Type } from 'typebox';
import { identifier, list, nullable, strict, timestamp, words } from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { ROLES } from '../permissions.ts';
import { actionOutcome, newOperatorName, operatorName, reason } from '../schemas.ts';

const roles = () => Type.Array(Type.Enum([...ROLES]), { minItems: 1, maxItems: ROLES.length, uniqueItems: true });
const change = { method: 'POST', access: 'operators.manage', stepUp: true, command: true } as const;
const params = strict({ id: identifier('Operator.') });

export const operatorRow = strict({
  id: identifier(),
  name: words('Name to sign in with.'),
  roles: list(Type.Enum([...ROLES]), ROLES.length),
  state: Type.Enum(['active', 'disabled']),
  /** `invited`: no password yet. `enrolling`: no second factor yet. */
  credentials: Type.Enum(['invited', 'enrolling', 'ready']),
  factors: list(Type.Enum(['totp', 'passkey']), 2),
  addedAt: timestamp(),
  addedBy: nullable(operatorName),
  lastSeenAt: nullable(timestamp()),
  openSessions: Type.Integer({ minimum: 0 }),
  /** A link to enrol that was approved and not used yet, and the caller's part in it. */
  invitation: nullable(
    strict({ until: timestamp(), part: nullable(Type.Enum(['link', 'code'])), needsCode: Type.Boolean() }),
  ),
});

/** Operators' accounts. Who asks gets the link, who approves gets the code: it takes both. */
export const operatorAccountCalls = {
  listOperators: defineOperatorCall({
    name: 'listOperators',
    method: 'GET',
    path: '/operators',
    access: 'operators.read',
    stepUp: false,
    command: false,
    summary: 'All operators.',
    result: list(operatorRow, 500),
    codes: [],
  }),
  inviteOperator: defineOperatorCall({
    name: 'inviteOperator',
    ...change,
    path: '/operators/invite',
    summary: 'Asks for a new operator; a second person approves.',
    body: strict({
      name: newOperatorName(),
      roles: roles(),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: ['usernameWrong', 'usernameExists', 'capacityReached'],
  }),
  setOperatorRoles: defineOperatorCall({
    name: 'setOperatorRoles',
    ...change,
    path: '/operators/{id}/roles',
    summary: 'Asks for other roles; a second person approves.',
    params,
    body: strict({ roles: roles(), reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'lastOwner', 'capacityReached'],
  }),
  disableOperator: defineOperatorCall({
    name: 'disableOperator',
    ...change,
    path: '/operators/{id}/disable',
    summary: 'Shuts an operator out at once.',
    params,
    body: strict({ reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'lastOwner'],
  }),
  enableOperator: defineOperatorCall({
    name: 'enableOperator',
    ...change,
    path: '/operators/{id}/enable',
    summary: 'Asks to let an operator in again; a second person approves.',
    params,
    body: strict({ reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'capacityReached'],
  }),
  recoverOperator: defineOperatorCall({
    name: 'recoverOperator',
    ...change,
    path: '/operators/{id}/recover',
    summary: 'Asks for a new link for somebody who lost their factors; a second person approves.',
    params,
    body: strict({ reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'capacityReached'],
  }),
  makeOperatorLink: defineOperatorCall({
    name: 'makeOperatorLink',
    method: 'POST',
    path: '/operators/{id}/link',
    access: 'operators.manage',
    stepUp: true,
    command: false,
    summary: 'The one-time link of an approved invitation or recovery, for who asked for it.',
    params,
    body: strict({}),
    result: strict({ link: words('Shown once; asking again makes a new one.'), expiresAt: timestamp() }),
    codes: ['nothingFound'],
  }),
  makeOperatorLinkCode: defineOperatorCall({
    name: 'makeOperatorLinkCode',
    method: 'POST',
    path: '/operators/{id}/linkCode',
    access: 'operators.manage',
    stepUp: true,
    command: false,
    summary: 'The code that belongs to the link, for who approved it.',
    params,
    body: strict({}),
    result: strict({ code: words('Eight digits, shown once.'), expiresAt: timestamp() }),
    codes: ['nothingFound'],
  }),
};
