import { Type } from 'typebox';
import {
  hex,
  identifier,
  list,
  nullable,
  page,
  pageQuery,
  strict,
  text,
  timeQuery,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { json, namedPayment } from '../schemas.ts';

export const auditLine = strict({
  seq: identifier('Command log entry.'),
  at: timestamp(),
  operator: strict({ id: identifier(), name: words('Name.') }),
  type: words('What was done: `standing.set`.'),
  userId: nullable(identifier('The person concerned.')),
  subject: words('What it is about.'),
  before: Type.Unknown({ description: 'State before.' }),
  after: Type.Unknown({ description: 'State after.' }),
  asked: nullable(
    strict({
      id: identifier('Of the request.'),
      type: words('Command: `withdrawals.review`.'),
      subject: words('What the command is about.'),
      before: json('State before.'),
      after: json('State after.'),
    }),
  ),
  payment: namedPayment(),
  reason: words('Why.'),
  address: words('IP address.'),
  device: words('Fingerprint of the browser.'),
  request: nullable(identifier('The request that two persons decided.')),
  hash: hex(32, 'Hash of the log entry.'),
});

const filter = {
  operator: Type.Optional(identifier('Only of this operator.')),
  type: Type.Optional(text(64, 'Only this type, or all of a kind: `kyc`.')),
  user: Type.Optional(identifier('Only about this person.')),
  ...timeQuery,
};

/** What operators did, and at whom they looked. */
export const operatorAuditCalls = {
  listAudit: defineOperatorCall({
    name: 'listAudit',
    method: 'GET',
    path: '/audit',
    access: 'audit.read',
    stepUp: false,
    command: false,
    summary: 'Actions of operators, newest first, each with what it changed and its place in the hash chain.',
    query: strict({ ...filter, ...pageQuery }),
    result: page(auditLine),
    codes: ['cursorInvalid', 'timeRangeInvalid'],
  }),
  getAuditFilters: defineOperatorCall({
    name: 'getAuditFilters',
    method: 'GET',
    path: '/audit/filters',
    access: 'audit.read',
    stepUp: false,
    command: false,
    summary: 'Operators and types of action to filter by.',
    result: strict({
      operators: list(strict({ id: identifier(), name: words('Name.') }), 1_000),
      types: list(words('Type of action.'), 200),
    }),
    codes: [],
  }),
  listAuditViews: defineOperatorCall({
    name: 'listAuditViews',
    method: 'GET',
    path: '/audit/views',
    access: 'audit.read',
    stepUp: false,
    command: false,
    summary: 'Who looked at what of whom, newest first.',
    query: strict({
      operator: Type.Optional(identifier('Only of this operator.')),
      user: Type.Optional(identifier('Only about this person.')),
      ...timeQuery,
      ...pageQuery,
    }),
    result: page(
      strict({
        seq: identifier('Command log entry.'),
        at: timestamp(),
        operator: strict({ id: identifier(), name: words('Name.') }),
        userId: identifier('Whose.'),
        kind: words('Kind: `balances`.'),
        subject: words('What exactly.'),
      }),
    ),
    codes: ['cursorInvalid', 'timeRangeInvalid'],
  }),
  exportAudit: defineOperatorCall({
    name: 'exportAudit',
    method: 'GET',
    path: '/audit/export',
    access: 'audit.read',
    stepUp: true,
    command: false,
    summary: 'Actions of operators as CSV, newest first.',
    query: strict(filter),
    result: Type.Array(auditLine),
    file: ['text/csv'],
    codes: ['timeRangeInvalid'],
  }),
};
