import { Type } from 'typebox';
import { book, identifier, nullable, page, pageQuery, strict, timestamp, words } from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { json, namedPayment, operatorName, reason } from '../schemas.ts';

const requestState = () => Type.Enum(['waiting', 'approved', 'rejected', 'withdrawn', 'expired']);

export const operatorRequest = strict({
  id: identifier(),
  type: words('The command that an approval runs: `parameter.set`.'),
  user: nullable(identifier('The person concerned.')),
  book: book(),
  subject: words('What it is about: `parameter deposit.minimums`.'),
  body: json('What was asked for.'),
  before: json('How it is now.'),
  after: json('How it will be.'),
  payment: namedPayment(),
  reason: words('Why it was asked for.'),
  state: requestState(),
  askedBy: operatorName,
  askedAt: timestamp(),
  expiresAt: timestamp('Nobody can approve it from then on.'),
  decidedBy: nullable(operatorName),
  decidedAt: nullable(timestamp()),
  decisionReason: nullable(words('Why it was decided so.')),
  /** Whether the caller asked for it, and so may only withdraw it. */
  isOwn: Type.Boolean(),
  /** Whether the caller's roles allow what it asks for, so that they may decide. */
  mayDecide: Type.Boolean(),
});

/** What waits for a second person. */
export const operatorRequestCalls = {
  listRequests: defineOperatorCall({
    name: 'listRequests',
    method: 'GET',
    path: '/requests',
    access: 'requests.read',
    stepUp: false,
    command: false,
    summary: 'Requests for a second person: waiting ones first to expire first, others newest first.',
    query: strict({ ...pageQuery, state: Type.Optional(requestState()) }),
    result: page(operatorRequest),
    codes: [],
  }),
  getRequest: defineOperatorCall({
    name: 'getRequest',
    method: 'GET',
    path: '/requests/{id}',
    access: 'requests.read',
    stepUp: false,
    command: false,
    summary: 'One request.',
    params: strict({ id: identifier() }),
    result: operatorRequest,
    codes: ['nothingFound'],
  }),
  decideRequest: defineOperatorCall({
    name: 'decideRequest',
    method: 'POST',
    path: '/requests/{id}/decide',
    access: 'requests.read',
    stepUp: true,
    command: true,
    summary: 'Approves a request, which runs it, or rejects it. Never by who asked, nor from their device.',
    params: strict({ id: identifier() }),
    body: strict({ verdict: Type.Enum(['approve', 'reject']), reason: reason() }),
    result: operatorRequest,
    codes: [
      'permissionDenied',
      'ownRequest',
      'requestAltered',
      'complianceNeeded',
      'payoutAltered',
      'requestNotOpen',
      'capitalTooSmall',
      'balanceInsufficient',
      'lastOwner',
    ],
  }),
  withdrawRequest: defineOperatorCall({
    name: 'withdrawRequest',
    method: 'POST',
    path: '/requests/{id}/withdraw',
    access: 'signed in',
    stepUp: false,
    command: true,
    summary: 'Takes back an own request.',
    params: strict({ id: identifier() }),
    body: strict({ reason: reason() }),
    result: operatorRequest,
    codes: ['requestNotOpen'],
  }),
};
