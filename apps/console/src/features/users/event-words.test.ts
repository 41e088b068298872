import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { eventName } from './event-words.ts';

test.each([
  ['action', 'balances.adjust', 'Adjust balance'],
  ['identity', 'kyc.review', 'Review identity'],
  ['identity', 'basic', 'Basic check'],
  ['deposit', 'bank', 'Bank transfer'],
  ['order', 'loans', 'Loans'],
  // Of an action `withdrawals` would be the group of several names.
  ['view', 'withdrawals', 'Withdrawals'],
  ['view', 'profile', 'Profile'],
  ['view', 'coming', 'coming'],
  ['action', 'coming.soon', 'coming.soon'],
  ['note', 'user.note', undefined],
  ['standing', 'standing.set', undefined],
] as const)('%s %s is called %s', (kind, type, name) => {
  expect(eventName(translatorFor('en'), { kind, type })).toBe(name);
});
