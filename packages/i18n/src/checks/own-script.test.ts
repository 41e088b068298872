import { expect, test } from 'vitest';
import { lacksOwnScript } from './own-script.ts';

test.each([
  ['ja', 'Withdraw', true],
  ['ja', '出金', false],
  ['ja', '現在の{{price}}', false],
  ['ko', 'Passkey', true],
  ['th', 'Maker', false],
  ['ar', '{{amount}} USDT', false],
  ['ar', 'Leverage {{amount}}', true],
  ['zh', '{{symbol}} – {{price}}', false],
  ['hk', 'USDT', false],
  ['hk', 'Log in', true],
  ['ja', '# Cookie', false],
  ['de', 'Log in', false],
] as const)('%s "%s": %s', (language, text, expected) => expect(lacksOwnScript(language, text)).toBe(expected));
