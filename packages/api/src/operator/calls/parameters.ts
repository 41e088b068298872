import { Type } from 'typebox';
import { identifier, list, nullable, strict, timestamp, words } from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { PARAMETER_KEYS } from '../parameters.ts';
import { actionOutcome, reason } from '../schemas.ts';

const key = () => Type.Enum([...PARAMETER_KEYS] as string[]);

/** What an operator may set. */
export const operatorParameterCalls = {
  listParameters: defineOperatorCall({
    name: 'listParameters',
    method: 'GET',
    path: '/parameters',
    access: 'parameters.read',
    stepUp: false,
    command: false,
    summary: 'Every parameter with its kind, default and value in force.',
    result: list(
      strict({
        key: words('`deposit.minimums`.'),
        kind: Type.Unknown({ description: 'Type with its limits.' }),
        standard: Type.Unknown({ description: 'Default.' }),
        value: Type.Unknown({ description: 'In force.' }),
        twoPersons: Type.Boolean({ description: 'A second person decides over a change.' }),
        version: Type.Integer({ minimum: 0, description: '0: never changed.' }),
        setAt: nullable(timestamp()),
        setBy: nullable(words('Name of the operator.')),
      }),
      200,
    ),
    codes: [],
  }),
  listParameterHistory: defineOperatorCall({
    name: 'listParameterHistory',
    method: 'GET',
    path: '/parameters/{key}/history',
    access: 'parameters.read',
    stepUp: false,
    command: false,
    summary: 'Every change of a parameter, newest first.',
    params: strict({ key: key() }),
    result: list(
      strict({
        seq: identifier('Command log entry.'),
        at: timestamp(),
        operator: words('Name.'),
        before: Type.Unknown(),
        after: Type.Unknown(),
        reason: words('Why.'),
        request: nullable(identifier('The request that two persons decided.')),
      }),
      200,
    ),
    codes: [],
  }),
  setParameter: defineOperatorCall({
    name: 'setParameter',
    method: 'POST',
    path: '/parameters/{key}',
    access: 'parameters.change',
    stepUp: true,
    command: true,
    summary: 'Sets a parameter; where it decides over money, a second person decides.',
    params: strict({ key: key() }),
    body: strict({ value: Type.Unknown({ description: 'New value, as its kind says.' }), reason: reason() }),
    result: actionOutcome,
    codes: ['outOfRange', 'wrongFormat', 'fieldRequired', 'capacityReached'],
  }),
};
