/** Traded volume from what each product actually writes, on PostgreSQL. */
import { amountOf } from '@glasshouse/rules/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import type { Json } from '../../kernel/core/types.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { TEST_CONTRACT } from '../../products/contracts/testing/fixture.ts';
import { defaultConvertOffers } from '../../products/convert/offer.ts';
import { defaultSpotOffer } from '../../products/spot/offer.ts';
import { MODULES } from '../../runtime/modules.ts';
import { countVolume, feesOf, VOLUME_SOURCES } from './volume.ts';

const USER = 7;
const database = withTestDatabase();
let harness: Harness;
/** Commands of all cores, one after the other. */
let sent = 0;

const newHarness = (): Harness =>
  new Harness(
    new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );

beforeAll(async () => {
  harness = newHarness();
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
    const instrument = CATALOGUE.find((candidate) => candidate.code === code)!;
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
  sent += 1;
  const answer = await harness.submit(USER, type, body, `sent-${sent}`);
  expect(answer).toMatchObject({ code: 200 });
  return answer.result;
};

/** A spot order as it is after the next prices of both markets. */
async function filled(body: Json): Promise<{ readonly filledAmount: string; readonly fee: string }> {
  const { id } = (await submit('spot.submit', body)) as { readonly id: number };
  await harness.tick(10_000_000);
  const { precision } = CATALOGUE.find((instrument) => instrument.code === 'ETHBTC')!;
  await harness.tick(3 * 10 ** (precision - 2), 1, 'ETHBTC');
  const event = harness.events.findLast(
    ({ kind, data }) => kind === 'spot.order' && (data as { id: number }).id === id,
  );
  return event?.data as unknown as { readonly filledAmount: string; readonly fee: string };
}

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
  const direct = await filled({ ...buy, code: 'BTCUSDT', quantity: '0.01' });
  expect(await counted('spot')).toBe(direct.filledAmount);

  await database.pool.query(
    `insert into tape_heads (code, seq, bid, ask, mid, at) values ('BTCUSDT', 9, 9999900, 10000100, 10000000, 0)`,
  );
  const cross = await filled({ ...buy, code: 'ETHBTC', quantity: '0.1' });
  expect(Number(cross.filledAmount)).toBeGreaterThan(0);
  expect(Number(await counted('spot'))).toBeCloseTo(
    Number(direct.filledAmount) + Number(cross.filledAmount) * 100_000,
    6,
  );
});

test('conversions count with the value of what was given', async () => {
  await submit('convert.fill', { from: 'USDT', to: 'BTC', amount: '1000', quoteId: null });
  await submit('convert.fill', { from: 'BTC', to: 'USDT', amount: '0.005', quoteId: null });
  expect(await counted('convert')).toBe('0');
  await harness.tick(10_000_000);
  expect(await counted('convert')).toBe('1500');
});

test('fees count as the ledger has them, and none from before a reset', async () => {
  const fees = async (): Promise<number> => {
    await countVolume(database.pool, harness.now);
    return Number(await feesOf(database.pool, { userId: USER, book: 'demo', at: harness.now }));
  };
  const buy = { side: 'buy', type: 'market', price: null, amount: null, timeInForce: 'IOC', code: 'BTCUSDT' };
  const before = await fees();
  const { fee } = await filled({ ...buy, quantity: '0.02' });
  expect(Number(fee)).toBeGreaterThan(0);
  expect(await fees()).toBeCloseTo(before + Number(fee), 7);
  harness.now += 1_000;
  await submit('books.reset', { rules: 2 });
  expect(await fees()).toBe(0);
  await harness.tick(10_000_000);
  const after = await filled({ ...buy, quantity: '0.02' });
  expect(await fees()).toBeCloseTo(Number(after.fee), 7);
});

describe('exactly once', () => {
  const rows = async () =>
    (
      await database.pool.query(
        'select product, trim_scale(volume)::text as volume, trim_scale(fees)::text as fees from traded_volume order by day, product',
      )
    ).rows;
  const cursor = async (): Promise<number> => (await database.pool.query('select seq from volume_cursor')).rows[0].seq;
  const head = async (): Promise<number> =>
    (await database.pool.query('select max(seq) as seq from command_log')).rows[0].seq;
  const spot = () =>
    filled({
      side: 'buy',
      type: 'market',
      price: null,
      amount: null,
      timeInForce: 'IOC',
      code: 'BTCUSDT',
      quantity: '0.01',
    });

  test('a run reads what came since the one before, whatever its day', async () => {
    await countVolume(database.pool, harness.now);
    expect(await cursor()).toBe(await head());
    const before = await rows();
    // Of what is counted nothing is read again: with other sources the sums stay.
    const tenfold = VOLUME_SOURCES.map((source) => ({ ...source, sql: source.sql.replaceAll('sum(', '10 * sum(') }));
    await countVolume(database.pool, harness.now, tenfold);
    expect(await rows()).toEqual(before);
    await spot();
    const once = Number(await counted('spot'));
    await countVolume(database.pool, harness.now);
    expect(Number(await counted('spot'))).toBe(once);
  });

  test('a run that fails has counted nothing, and the next one counts all, after a restart too', async () => {
    await countVolume(database.pool, harness.now);
    const before = await rows();
    const at = await cursor();
    const { filledAmount } = await spot();
    const failing = VOLUME_SOURCES.map((source) =>
      source.product === 'convert' ? { ...source, sql: 'select 1 / 0' } : source,
    );
    await expect(countVolume(database.pool, harness.now, failing)).rejects.toThrow();
    expect([await rows(), await cursor()]).toEqual([before, at]);
    await harness.sequencer.stop();
    const { now } = harness;
    harness = newHarness();
    harness.now = now;
    await harness.start();
    await harness.tick(10_000_000);
    const volume = async (): Promise<bigint> => amountOf(await counted('spot'));
    const had = amountOf(before.find(({ product }) => product === 'spot').volume);
    expect((await volume()) - had).toBe(amountOf(filledAmount));
    expect(await cursor()).toBe(await head());
  });

  test('of two runs at once, one counts', async () => {
    const { filledAmount } = await spot();
    const had = amountOf((await rows()).find(({ product }) => product === 'spot').volume);
    const runs = [1, 2, 3].map(() => countVolume(database.pool, harness.now));
    expect((await Promise.allSettled(runs)).some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(amountOf(await counted('spot')) - had).toBe(amountOf(filledAmount));
  });

  test('sums have no residue of binary fractions or of divisions', async () => {
    const order = (await submit('contracts.buy', {
      code: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      leverage: 50,
      lots: '0.07',
    })) as { id: number };
    const had = amountOf(await counted('contracts'));
    for (let part = 0; part < 7; part += 1) await submit('contracts.close', { id: order.id, lots: '0.01' });
    expect(amountOf(await counted('contracts')) - had).toBe(amountOf('6999.9993'));
    for (const { volume, fees } of await rows()) {
      expect(volume).toMatch(/^\d+(\.\d{1,8})?$/);
      expect(fees).toMatch(/^\d+(\.\d{1,8})?$/);
    }
  });
});
