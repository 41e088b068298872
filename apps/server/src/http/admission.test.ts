/** Steps of admission refuse in the order of the catalogue, for customers and operators alike. */
import type { CallName } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import type { OperatorCallName } from '@glasshouse/api/operator/calls';
import { describe, expect, test } from 'vitest';
import { refuse } from '../platform/call.ts';
import { admit, rateLimit, type Step } from './admission.ts';
import { type CallDeps, customerSteps } from './calls.ts';
import { operatorSteps } from './operator-calls.ts';

describe('a list of steps', () => {
  const passed: string[] = [];
  const step = (name: string, answer: ReturnType<Step<null>['check']>): Step<null> => ({
    name,
    check: () => {
      passed.push(name);
      return answer;
    },
  });
  const frozen = refuse(code.userStatusWrong);

  test.each<[string, Step<null>[], unknown, string[]]>([
    [
      'lets a call go on that every step lets go on',
      [step('a', undefined), step('b', undefined)],
      undefined,
      ['a', 'b'],
    ],
    ['ends with the first refusal', [step('a', frozen), step('b', refuse(code.notLoggedIn))], frozen, ['a']],
    [
      'waits for a step that looks something up',
      [step('a', Promise.resolve(undefined)), step('b', frozen)],
      frozen,
      ['a', 'b'],
    ],
    ['ends with a refusal that came late', [step('a', Promise.resolve(frozen)), step('b', undefined)], frozen, ['a']],
  ])('%s', async (_name, steps, answer, names) => {
    passed.length = 0;
    expect(await admit(steps, null)).toEqual(answer);
    expect(passed).toEqual(names);
  });

  test('costs no turn of the event loop where nothing is looked up', () => {
    expect(admit([step('a', undefined), step('b', frozen)], null)).toBe(frozen);
  });

  test('says when to come again', () => {
    const limit = rateLimit<number>((seconds) => seconds);
    expect(limit.check(0)).toBeUndefined();
    expect(limit.check(7)).toEqual({ ok: false, code: code.tooManyRequests, retryAfter: 7 });
  });
});

const deps = { isRealBookClosed: true } as CallDeps;

test.each<[CallName, string[]]>([
  ['listCandles', ['known book', 'input shape', 'rate limit']],
  ['cancelOrder', ['known book', 'input shape', 'idempotency key', 'rate limit', 'real book open']],
  [
    'buyOption',
    [
      'known book',
      'input shape',
      'idempotency key',
      'rate limit',
      'not frozen',
      'real book open',
      'member on the real book',
    ],
  ],
  ['uploadFile', ['rate limit', 'no guest', 'uploaded form', 'known book', 'input shape']],
])('%s passes its steps in order', (name, steps) => {
  expect(customerSteps(name, deps).map((step) => step.name)).toEqual(steps);
});

const operatorDeps = {} as Parameters<typeof operatorSteps>[1];
const WHO = ['allowed network', 'known browser', 'open session'];

test.each<[OperatorCallName, string[]]>([
  ['getQueues', [...WHO, 'permission', 'input shape', 'rate limit']],
  ['operatorSignIn', ['own page', ...WHO, 'permission', 'input shape', 'rate limit']],
  ['claimItem', ['own page', ...WHO, 'CSRF token', 'permission', 'input shape', 'rate limit']],
  ['setParameter', ['own page', ...WHO, 'CSRF token', 'permission', 'input shape', 'idempotency key', 'rate limit']],
  [
    'uploadSupportImage',
    ['own page', ...WHO, 'CSRF token', 'permission', 'uploaded form', 'input shape', 'rate limit'],
  ],
])('%s passes its steps in order', (name, steps) => {
  expect(operatorSteps(name, operatorDeps).map((step) => step.name)).toEqual(steps);
});
