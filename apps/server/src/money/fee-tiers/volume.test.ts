/** Traded volume from what each product actually writes, on PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresStore } from '../../kernel/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import type { Json } from '../../kernel/types.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { TEST_CONTRACT } from '../../products/contracts/testing/fixture.ts';
import { defaultConvertOffers } from '../../products/convert/offer.ts';
import { defaultSpotOffer } from '../../products/spot/offer.ts';
import { MODULES } from '../../runtime/modules.ts';
import { countVolume } from './volume.ts';

const USER = 7;
const database = withTestDatabase();
let harness: Harness;

beforeAll(async () => {
  harness = new Harness(
    new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );
  await harness.start();
  for (const [asset, into] of [
    ['USDT', 'pool.contracts'],
    ['USDT', 'pool.insurance'],
    ['USDT', 'pool.liquidity'],
    ['BTC', 'pool.liquidity'],
    ['ETH', 'pool.liquidity'],
  ]) {
    await harness.internal('house.fund', { asset, amount: '10000000', into } as Json, `fund:${asset}:${into}`);
  }
  await harness.internal('contracts.define', TEST_CONTRACT, 'contract');
  for (const code of ['BTCUSDT', 'ETHBTC']) {
    const instrument = CATALOGUE.find((one) => one.code === code)!;
    await harness.internal('spot.define', defaultSpotOffer(instrument)!, `spot:${code}`);
  }
  for (const offer of defaultConvertOffers(CATALOGUE).filter(({ asset }) => ['USDT', 'BTC'].includes(asset))) {
    await harness.internal('convert.define', offer, `convert:${offer.asset}`);
  }
  await harness.open(USER);
  await harness.tick(10_000_000);
});
afterAll(() => harness.sequencer.stop());

const submit = async (type: string, body: Json): Promise<Json> => {
  const answer = await harness.submit(USER, type, body);
  expect(answer).toMatchObject({ code: 200 });
  return answer.result;
};
async function counted(product: string): Promise<string> {
  await countVolume(database.pool, harness.now);
  const { rows } = await database.pool.query(
    `select trim_scale(coalesce(sum(volume), 0))::text as volume from traded_volume where user_id = $1 and product = $2`,
    [USER, product],
  );
  return rows[0].volume;
}

test('contracts count with the notional of every opening and closing', async () => {
  const market = { code: 'BTCUSDT', side: 'buy', type: 'market', leverage: 50 };
  const order = (await submit('contracts.buy', { ...market, lots: '0.5' })) as { id: number };
  // Half a lot of one BTC at the ask of 100,000.01.
  expect(await counted('contracts')).toBe('50000.005');
  await submit('contracts.close', { id: order.id, lots: '0.2' });
  await submit('contracts.close', { id: order.id });
  // And at the bid of 99,999.99 in two parts.
  expect(await counted('contracts')).toBe('100000');
});

test('spot counts with the quote amount, in USDT', async () => {
  const buy = { side: 'buy', type: 'market', price: null, amount: null, timeInForce: 'IOC' };
  const direct = (await submit('spot.submit', { ...buy, code: 'BTCUSDT', quantity: '0.01' })) as {
    filledAmount: string;
  };
  expect(await counted('spot')).toBe(direct.filledAmount);

  const { precision } = CATALOGUE.find((one) => one.code === 'ETHBTC')!;
  await harness.tick(3 * 10 ** (precision - 2), 1, 'ETHBTC');
  await database.pool.query(
    `insert into tape_heads (code, seq, bid, ask, mid, at) values ('BTCUSDT', 9, 9999900, 10000100, 10000000, 0)`,
  );
  const cross = (await submit('spot.submit', { ...buy, code: 'ETHBTC', quantity: '0.1' })) as { filledAmount: string };
  expect(Number(cross.filledAmount)).toBeGreaterThan(0);
  expect(Number(await counted('spot'))).toBeCloseTo(
    Number(direct.filledAmount) + Number(cross.filledAmount) * 100_000,
    6,
  );
});

test('conversions count with the value of what was given', async () => {
  await submit('convert.fill', { from: 'USDT', to: 'BTC', amount: '1000', quoteId: null });
  await submit('convert.fill', { from: 'BTC', to: 'USDT', amount: '0.005', quoteId: null });
  expect(await counted('convert')).toBe('1500');
});
