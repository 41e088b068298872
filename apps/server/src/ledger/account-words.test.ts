/** Every account of the house has a name in statements and in the ledger, in every language. */
import { LANGUAGES } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import type { HouseKind } from '../kernel/core/accounts.ts';

/** Numbered kinds share one text, to which `otherSideWords` adds the number. */
const TEXTS: Readonly<Record<HouseKind, string>> = {
  fees: 'fees',
  capital: 'capital',
  external: 'external',
  playMoney: 'playMoney',
  clearing: 'clearing',
  'pool.options': 'pool.options',
  'reserve.options': 'reserve.options',
  'pool.contracts': 'pool.contracts',
  'pool.insurance': 'pool.insurance',
  'pool.liquidity': 'pool.liquidity',
  'pool.lending': 'pool.lending',
  'reserve.convert': 'reserve.convert',
  'pool.plan1': 'pool.plan',
  'reserve.plan1': 'reserve.plan',
  'charity.1': 'charity',
};

test.each(LANGUAGES)('every kind of house account has its words in %s', (language) => {
  const { find } = translatorFor(language);
  const missing = Object.values(TEXTS).filter((text) => find(`account:otherSide.${text}`) === undefined);
  expect(missing).toEqual([]);
});
