import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Networks } from '../../chains/networks.ts';
import { SHIPPED } from '../../figures/figures.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { depositMethods } from './methods.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const OPENS_AT = '2026-11-29T22:00:00.000Z';
const ACCOUNT = { holder: 'House', iban: 'DE89370400440532013000' };
const FRESH = { price: '1.1', at: NOW };
const OLD = { price: '1.1', at: NOW - SHIPPED['funding.closedAgeMs'] - 1 };
const waitsFor = (opensAt: string | null) => ({ currency: 'EUR', opensAt });

const database = withTestDatabase();
beforeAll(() =>
  database.pool.query(
    `insert into operators (id, name, roles, state, added_at) values (1, 'olga', '["owner"]', 'active', now())`,
  ),
);
beforeEach(() => database.pool.query('delete from parameters'));

/** Nobody has set another parameter. */
const nameAccount = (value: object) =>
  database.pool.query(
    `insert into parameters (key, version, value, set_at, set_by) values ('deposit.bank', 1, $1, now(), 1)`,
    [value],
  );

test.each([
  ['is open and has a price', ACCOUNT, FRESH, null, true, null],
  ['is closed and has its last price', ACCOUNT, FRESH, OPENS_AT, true, null],
  ['is closed and has none', ACCOUNT, null, OPENS_AT, false, waitsFor(OPENS_AT)],
  ['is closed and its last one is too old', ACCOUNT, OLD, OPENS_AT, false, waitsFor(OPENS_AT)],
  ['is open and has no price yet', ACCOUNT, null, null, false, waitsFor(null)],
  ['has none, and the account is in dollars', { ...ACCOUNT, currency: 'USD' }, null, OPENS_AT, true, null],
  ['has none, and nobody named an account', {}, null, OPENS_AT, false, null],
])('the market of the currency %s', async (_what, account, price, opensAt, isOffered, waits) => {
  await nameAccount(account);
  const deps = {
    pool: database.pool,
    networks: new Networks(),
    keys: { evm: undefined, tron: undefined, bitcoin: undefined },
    watched: new Set<string>(),
    priceOf: () => price?.price ?? null,
    pricedAt: () => price?.at ?? null,
    opensAt: (code: string) => (code === 'EURUSD' ? opensAt : null),
    now: () => NOW,
  };
  const { methods, bankWaits } = await depositMethods(deps, 1000);
  expect(methods.map(({ method }) => method)).toEqual(isOffered ? ['bank'] : []);
  expect(bankWaits).toEqual(waits);
});
