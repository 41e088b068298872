/** Codes reach a handler in one way of writing, however a person typed or pasted them. */
import { callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { operatorCallSpec } from '@glasshouse/api/operator/calls';
import { expect, test } from 'vitest';
import { shapeReader } from './shape-reader.ts';

const checked = (spec: Parameters<typeof shapeReader>[0], body: Record<string, unknown>) => ({
  problem: shapeReader(spec).check({ params: {}, query: {}, body }),
  body,
});

const RESET = { account: 'grace@example.org', newPassword: 'nine brown owls' };

test.each(['123456', '123 456', '123-456', '１２３４５６', '١٢٣٤٥٦', ' 123\u00a0456\u200e '])(
  'the code of a mail typed as %s arrives as 123456',
  (typed) => {
    const { problem, body } = checked(callSpec('changePassword'), { ...RESET, code: typed });
    expect(problem).toBeUndefined();
    expect(body.code).toBe('123456');
  },
);

test('codes of an app, recovery codes and invite codes are folded as well', () => {
  const login = { account: 'grace', password: 'nine  brown　owls', totp: '１２３ ４５６' };
  const { body } = checked(callSpec('login'), login);
  expect(body.totp).toBe('123456');
  // What is no code stays as it was typed.
  expect(body.password).toBe('nine  brown　owls');
  expect(checked(callSpec('login'), { ...login, totp: 'abcd–efgh jkmn' }).body.totp).toBe('abcdefghjkmn');
  expect(checked(callSpec('register'), { inviteCode: 'ABCDE FGHJ2' }).body.inviteCode).toBe('ABCDEFGHJ2');
  expect(checked(operatorCallSpec('confirmOperatorCode'), { code: '123 456' }).body.code).toBe('123456');
  expect(checked(operatorCallSpec('useOperatorLink'), { code: '1234 5678' }).body.code).toBe('12345678');
});

test('what is no code is refused by the code of its field', () => {
  for (const typed of ['12345', '1234567', '12345a', '1'.repeat(65)]) {
    expect(checked(callSpec('changePassword'), { ...RESET, code: typed }).problem?.code).toBe(code.codeWrong);
  }
});
