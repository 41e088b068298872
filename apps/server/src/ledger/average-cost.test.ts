/**
 * Profit by average cost, over HTTP from PostgreSQL, against the same figures derived from the
 * user's own files: the statement's CSV and the list of conversions. The auditor shares no code
 * with what it checks.
 */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { costFollower } from './cost-follow.ts';
import { profitTotals } from './profit.ts';
import { type Audited, audit, text, units } from './testing/cost-auditor.ts';
import { LedgerFixture, type Person, randomOf } from './testing/fixture.ts';

const database = withTestDatabase();
let fixture: LedgerFixture;

beforeAll(async () => {
  fixture = await LedgerFixture.start(database);
});
afterAll(() => fixture.stop());

const bookOf = ({ id }: Person) => ({ userId: Number(id), book: 'demo' as const });

/**
 * The calls agree with the auditor's reading of the files, and holdings with the ledger, over all
 * accounts.
 */
async function expectAudited(person: Person): Promise<Audited> {
  const audited = audit(await person.csv(), await person.all('listConversions'));
  const { complete, items } = await person.read('getCostBasis');
  expect(complete).toBe(true);
  const held = [...audited.held].sort(([left], [right]) => (left < right ? -1 : 1));
  expect(items.map(({ asset, quantity, cost }) => ({ asset, quantity, cost }))).toEqual(
    held.map(([asset, { quantity, cost }]) => ({ asset, quantity: text(quantity), cost: text(cost) })),
  );
  const reported = new Map<string, unknown>();
  for (const { kind, asset, averageCost } of await person.read('getProfitTotal')) {
    if (averageCost !== null && averageCost.quantity !== '0') reported.set(`${kind} ${asset}`, averageCost);
  }
  const found = [...audited.sold].map(([key, { quantity, proceeds, cost }]) => {
    const profit = text(proceeds - cost);
    return [key, { quantity: text(quantity), proceeds: text(proceeds), cost: text(cost), profit }] as const;
  });
  expect(reported).toEqual(new Map(found));
  for (const { asset, total } of (await person.read('listBalances')).items) {
    if (asset !== 'USDT') expect(text(audited.held.get(asset)?.quantity ?? 0n)).toBe(total);
  }
  return audited;
}

test('a history by hand: fees, a moving price, coin for coin, and what is left', async () => {
  const person = await fixture.person();
  const bought = await person.trade('buy', 'BTCUSDT', '0.2');
  const [first] = await person.all('listCostSteps');
  expect(first).toMatchObject({ kind: 'spot', asset: 'BTC', quantity: '0.2', basis: 'usdt', profit: '0' });
  // The fee in USDT is part of the cost.
  const paid = units(bought.filledAmount) + units(bought.fee);
  expect(first?.cost).toBe(text(paid));

  await fixture.move('BTCUSDT', 6_000_000);
  const sold = await person.trade('sell', 'BTCUSDT', '0.05');
  const cost = paid / 4n;
  const proceeds = units(sold.filledAmount) - units(sold.fee);
  expect(await person.read('getProfitTotal', 'kind=spot')).toMatchObject([
    {
      asset: 'BTC',
      averageCost: { quantity: '0.05', proceeds: text(proceeds), cost: text(cost), profit: text(proceeds - cost) },
    },
    { asset: 'USDT', averageCost: null },
  ]);

  // A conversion of coin into coin at the mid of its tick: 0.05 × 60,000.
  await person.convert('BTC', 'ETH', '0.05');
  const value = '3000';
  expect((await person.all('listCostSteps')).slice(0, 2)).toMatchObject([
    { asset: 'ETH', kind: 'convert', basis: 'ticks', value, cost: value, profit: '0' },
    { asset: 'BTC', kind: 'convert', basis: 'ticks', value, cost: text(cost), profit: text(units(value) - cost) },
  ]);

  // Spot between coins has no price in USDT: the cost carries over, with the fee in BTC.
  const swapped = await person.trade('buy', 'ETHBTC', '0.5');
  const [eth, btc] = await person.all('listCostSteps');
  expect(btc).toMatchObject({ asset: 'BTC', basis: 'carried', profit: '0' });
  expect(btc?.quantity).toBe(text(-units(swapped.filledAmount) - units(swapped.fee)));
  expect(eth).toMatchObject({ asset: 'ETH', quantity: '0.5', basis: 'carried', cost: btc?.cost });
  // Selling back: the fee is taken from the BTC received.
  const back = await person.trade('sell', 'ETHBTC', '0.1');
  expect((await person.all('listCostSteps'))[0]).toMatchObject({
    asset: 'BTC',
    quantity: text(units(back.filledAmount) - units(back.fee)),
    basis: 'carried',
  });

  const { held } = await expectAudited(person);
  const { items } = await person.read('getCostBasis');
  const left = items.find(({ asset }) => asset === 'BTC');
  const worth = units(left?.quantity ?? '0') * 60_000n;
  // Sold now, it would pay the taker fee, a fifth of a per cent.
  const fee = (worth + 499n) / 500n;
  expect(left).toMatchObject({
    valueUsdt: text(worth),
    saleFee: text(fee),
    unrealised: text(worth - fee - (held.get('BTC')?.cost ?? 0n)),
  });
});

test.each([3, 17, 4242])(
  'people who trade at random: the auditor finds the same in the files, seed %i',
  async (seed) => {
    const random = randomOf(seed);
    const people = [await fixture.person(), await fixture.person()];
    for (const person of people) await person.trade('buy', 'BTCUSDT', '0.5');
    for (let round = 0; round < 120; round += 1) {
      await people[random(2)]?.actAtRandom(random);
      // Now and then in between, so that following resumes from where it stood.
      if (random(15) === 0) await people[0]?.read('getCostBasis');
    }
    for (const person of people) {
      const { sold } = await expectAudited(person);
      expect(sold.size).toBeGreaterThan(2);
    }
  },
);

test('a demo reset starts over: no holdings, and what was realised before stays in its period', async () => {
  const person = await fixture.person();
  await person.trade('buy', 'BTCUSDT', '0.1');
  await fixture.move('BTCUSDT', 5_500_000);
  await person.trade('sell', 'BTCUSDT', '0.04');
  const before = await person.read('getProfitTotal', 'kind=spot');
  await fixture.harness.submit(person.id, 'books.reset', {});
  expect((await person.read('getCostBasis')).items).toEqual([]);
  expect(await person.read('getProfitTotal', 'kind=spot')).toEqual(before);
  const [reset] = await person.all('listCostSteps');
  expect(reset).toMatchObject({ kind: 'other', asset: 'BTC', quantity: '-0.06', basis: 'carried', profit: '0' });
  expect(reset).toMatchObject({ quantityAfter: '0', costAfter: '0' });

  const start = new Date(fixture.harness.now + 1).toISOString();
  await fixture.move('BTCUSDT', 5_000_000);
  await person.trade('buy', 'BTCUSDT', '0.1');
  const [again] = await person.all('listCostSteps');
  // Costs of old purchases are gone.
  expect(again).toMatchObject({ quantityAfter: '0.1', costAfter: again?.cost });
  expect(await person.read('getProfitTotal', `kind=spot&from=${start}`)).toMatchObject([
    { asset: 'BTC', averageCost: { quantity: '0', proceeds: '0', cost: '0', profit: '0' } },
    { asset: 'USDT', averageCost: null },
  ]);
  await expectAudited(person);
});

describe('following the ledger', () => {
  test('page by page gives the same as at once, and a history beyond the bound of a call takes several', async () => {
    const random = randomOf(99);
    const person = await fixture.person();
    for (let round = 0; round < 40; round += 1) await person.actAtRandom(random);
    const steps = await person.all('listCostSteps');
    const { items } = await person.read('getCostBasis');
    for (const table of ['cost_heads', 'cost_holdings', 'cost_steps']) {
      await database.pool.query(`delete from ${table} where user_id = $1`, [person.id]);
    }
    const follow = costFollower(database.pool, { lines: 20, rounds: 1 });
    let calls = 1;
    while (!(await follow(bookOf(person)))) calls += 1;
    expect(calls).toBeGreaterThan(2);
    expect(await person.all('listCostSteps')).toEqual(steps);
    expect((await person.read('getCostBasis')).items).toEqual(items);
  });

  test('concurrent calls count every line once', async () => {
    const person = await fixture.person();
    await person.trade('buy', 'BTCUSDT', '0.1');
    // Two followers act as two processes.
    const followers = [costFollower(database.pool), costFollower(database.pool)];
    const runs = Array.from({ length: 12 }, (_, index) => followers[index % 2]?.(bookOf(person)));
    expect(await Promise.all(runs)).toEqual(runs.map(() => true));
    await expectAudited(person);
  });

  test('a coin has no profit while its history is still being followed', async () => {
    const person = await fixture.person();
    await person.trade('buy', 'BTCUSDT', '0.1');
    const filter = { ...bookOf(person), from: null, to: null };
    const rows = await profitTotals({ pool: database.pool, follow: async () => false }, filter);
    expect(rows.map(({ averageCost }) => averageCost)).toEqual([null, null]);
  });

  test('another user sees none of it, and a foreign cursor is refused', async () => {
    const stranger = await fixture.person();
    expect(await stranger.read('getCostBasis')).toEqual({ complete: true, items: [] });
    expect(await stranger.read('listCostSteps')).toEqual({ items: [], next: null });
    const { call } = fixture.gateway;
    expect((await call('listCostSteps', { token: stranger.token, query: 'cursor=1' })).json.code).toBe(
      code.cursorInvalid,
    );
    expect((await call('getCostBasis', {})).status).toBe(401);
  });
});

test('the database verifies', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
