import { expect, test } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { kycLimitsOf } from './queries.ts';

const database = withTestDatabase();

test('the shares of the balance that are lent are the figures that loans are decided by', async () => {
  const { loanRates, level } = await kycLimitsOf(database.pool, { userId: 7, now: 0 });
  expect(level).toBe('none');
  expect(loanRates).toEqual({ basic: SHIPPED['loans.basicRate'], full: SHIPPED['loans.fullRate'] });
  expect(loanRates.basic).not.toBe(loanRates.full);
});
