import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { CoreUnavailable, failureCode } from './core-unavailable.ts';

test.each([
  ['a read fails', new Error('the connection is gone'), false, code.serverError],
  ['a read fails after the command of the call', new Error('the connection is gone'), true, code.outcomeUnknown],
  ['the core is gone while it has the command', new CoreUnavailable('gone'), true, code.outcomeUnknown],
  ['the core is gone, in a call without a key', new CoreUnavailable('gone'), false, code.outcomeUnknown],
])('%s', (_what, error, isCommand, expected) => {
  expect(failureCode(error, isCommand)).toBe(expected);
});
