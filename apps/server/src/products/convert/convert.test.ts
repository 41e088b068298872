/** Conversion through the core, in memory: every refusal, what a quote promises, and where each unit of money went. */

import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseEntry } from '../../kernel/log-entry.ts';
import { Replay } from '../../kernel/replay.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { MemoryStore } from '../../kernel/testing/memory-store.ts';
import type { CommandAnswer } from '../../kernel/types.ts';
import { MODULES } from '../../runtime/modules.ts';
import { conversionOf } from './price.ts';
import type { Fill } from './rows.ts';
import { convertOf } from './slice.ts';
import { type ConvertOffer, LIVE_QUOTES_MAX, QUOTE_MS } from './terms.ts';

const USER = 7;
const OTHER = 8;
const offer = (asset: string, precision: number): ConvertOffer => ({
  asset,
  code: asset === 'USDT' ? null : `${asset}USDT`,
  precision,
  stalenessMs: 10_000,
  marginRate: '0.001',
  minUsdt: '1',
  maxUsdt: '50000',
});

let harness: Harness;
let store: MemoryStore;
let quotes = 0;

async function begin(pools: Record<string, string> = { USDT: '1000000', BTC: '100', ETH: '1000' }): Promise<void> {
  store = new MemoryStore(MODULES);
  harness = new Harness(store);
  await harness.start();
  for (const [asset, precision] of [
    ['USDT', 0],
    ['BTC', 2],
    ['ETH', 2],
  ] as const) {
    await harness.internal('convert.define', offer(asset, precision), `define:${asset}`);
  }
  for (const [asset, amount] of Object.entries(pools)) {
    await harness.internal('house.fund', { asset, amount, into: 'pool.liquidity' }, `fund:${asset}`);
  }
  await harness.open(USER);
  await harness.open(OTHER);
  await prices();
}

async function prices(btc = 10_000_000, eth = 320_000): Promise<void> {
  await harness.tick(btc, 1, 'BTCUSDT');
  await harness.tick(eth, 1, 'ETHUSDT');
}

type Wanted = { from?: string; to?: string; amount?: string };
const DEFAULT = { from: 'USDT', to: 'BTC', amount: '1000' };

const quote = async (wanted: Wanted = {}, userId = USER): Promise<CommandAnswer & { quoteId: string }> => {
  quotes += 1;
  const quoteId = `quote-${quotes}`;
  const answer = await harness.submit(userId, 'convert.quote', { ...DEFAULT, ...wanted, quoteId });
  return { ...answer, quoteId };
};
const fill = (wanted: Wanted & { quoteId?: string } = {}, userId = USER, key?: string): Promise<CommandAnswer> =>
  harness.submit(userId, 'convert.fill', { ...DEFAULT, quoteId: null, ...wanted }, key);

const balance = (asset: string, userId = USER): bigint =>
  harness.sequencer.state.accounts.get(`u${userId}/demo/${asset}/available` as never)?.balance ?? 0n;
const house = (asset: string, kind: string): bigint =>
  harness.sequencer.state.accounts.get(`house/demo/${asset}/${kind}` as never)?.balance ?? 0n;
const receiveOf = ({ result }: CommandAnswer): bigint => amountOf((result as { receive: string }).receive);

/** No money appears or disappears, and what is reserved is what live quotes promise. */
function expectBalanced(): void {
  const { state } = harness.sequencer;
  const totals = new Map<string, bigint>();
  for (const { key, balance: held } of state.accounts.values()) {
    const asset = key.split('/')[2] as string;
    totals.set(asset, (totals.get(asset) ?? 0n) + held);
  }
  for (const [asset, total] of totals) expect([asset, total]).toEqual([asset, 0n]);
  const promised = new Map<string, bigint>();
  for (const open of convertOf(state).quotes.values()) {
    promised.set(open.to_asset, (promised.get(open.to_asset) ?? 0n) + amountOf(open.receive));
  }
  for (const asset of ['USDT', 'BTC', 'ETH']) expect(house(asset, 'reserve.convert')).toBe(promised.get(asset) ?? 0n);
  expect(harness.bugs).toEqual([]);
}

beforeEach(() => begin());

describe('refusals, alike with and without a quote', () => {
  test.each([
    ['an asset that is not converted', { from: 'NOPE' }, code.productIncorrect],
    ['into an asset that is not converted', { to: 'NOPE' }, code.productIncorrect],
    ['into itself', { from: 'BTC', to: 'BTC' }, code.productIncorrect],
    ['USDT into itself', { from: 'USDT', to: 'USDT' }, code.productIncorrect],
    ['nothing', { amount: '0' }, code.purchaseAmountIncorrect],
    ['a negative amount', { amount: '-1' }, code.purchaseAmountIncorrect],
    ['an exponent', { amount: '1e3' }, code.purchaseAmountIncorrect],
    ['too many decimals', { amount: '1.000000001' }, code.purchaseAmountIncorrect],
    ['less than the minimum', { amount: '0.99999999' }, code.purchaseAmountIncorrect],
    ['more than the maximum', { amount: '50000.00000001' }, code.purchaseAmountIncorrect],
    [
      'more than the maximum in another asset',
      { from: 'BTC', to: 'USDT', amount: '0.51' },
      code.purchaseAmountIncorrect,
    ],
    ['far too much', { amount: '99999999999999' }, code.purchaseAmountIncorrect],
  ] as const)('%s', async (_name, wanted, refusal) => {
    expect((await quote(wanted)).code).toBe(refusal);
    expect((await fill(wanted)).code).toBe(refusal);
    expect(balance('USDT')).toBe(amountOf('100000'));
    expectBalanced();
  });

  test('a stale price of either side, none at all, and a closed market', async () => {
    harness.now += 9_999;
    expect((await quote()).code).toBe(200);
    harness.now += 2;
    expect((await quote()).code).toBe(code.notTradable);
    expect((await fill()).code).toBe(code.notTradable);
    await harness.tick(10_000_000, 1, 'BTCUSDT');
    expect((await quote({ from: 'BTC', to: 'USDT', amount: '0.1' })).code).toBe(200);
    expect((await quote({ from: 'BTC', to: 'ETH', amount: '0.1' })).code).toBe(code.notTradable);
    harness.market.sessionEnds = undefined;
    expect((await quote()).code).toBe(code.notTradable);
    expectBalanced();
  });

  test('a market that is so wide that no conversion could cost what the page promises', async () => {
    harness.now += 1;
    const tick = harness.market.next('BTCUSDT', 10_000_000, harness.now);
    await harness.sequencer.ticks([{ ...tick, bid: 9_970_000, ask: 10_030_000 }]);
    expect((await quote()).code).toBe(code.notTradable);
    await harness.tick(10_000_000, 1, 'BTCUSDT');
    expect((await quote()).code).toBe(200);
  });

  test('a pool without room, and one that what was reserved has emptied', async () => {
    await begin({ USDT: '1000000', BTC: '0.02', ETH: '1' });
    expect((await fill({ amount: '3000' })).code).toBe(code.poolFull);
    expect((await quote({ amount: '1500' })).code).toBe(200);
    expect((await quote({ amount: '1500' }, OTHER)).code).toBe(code.poolFull);
    expect((await fill({ amount: '1500' }, OTHER)).code).toBe(code.poolFull);
    await harness.wait(QUOTE_MS + 1);
    await prices();
    expect((await fill({ amount: '1500' }, OTHER)).code).toBe(200);
    expectBalanced();
  });

  test('more than the balance; the quote is still good for its owner then', async () => {
    const firm = await quote({ from: 'BTC', to: 'USDT', amount: '0.1' });
    expect((await fill({ from: 'BTC', to: 'USDT', amount: '0.1', quoteId: firm.quoteId })).code).toBe(
      code.coinBalanceInsufficient,
    );
    await fill({ amount: '20000' });
    expect((await fill({ from: 'BTC', to: 'USDT', amount: '0.1', quoteId: firm.quoteId })).code).toBe(200);
    expectBalanced();
  });

  test('callers cannot submit what only the core may, and nonsense is not defined', async () => {
    for (const type of ['convert.define', 'convert.expire']) {
      expect((await harness.submit(USER, type, { quotes: [1] })).code).not.toBe(200);
    }
    for (const wrong of [
      { marginRate: '0.003' },
      { marginRate: '-0.001' },
      { minUsdt: '0' },
      { minUsdt: '10', maxUsdt: '9' },
      { code: 'ETHUSDT' },
      { code: null },
    ]) {
      const body = { ...offer('BTC', 2), ...wrong };
      expect((await harness.internal('convert.define', body, JSON.stringify(wrong))).code).toBe(code.productIncorrect);
    }
  });
});

describe('a quote', () => {
  test('is kept whatever the price does, and shows how far it is from the reference', async () => {
    const firm = await quote();
    expect(firm.result).toMatchObject({ from: 'USDT', to: 'BTC', amount: '1000', reference: '0.00001' });
    const { spreadRate, receive } = firm.result as { spreadRate: string; receive: string };
    expect(amountOf(spreadRate) < amountOf('0.003')).toBe(true);
    expect(house('BTC', 'reserve.convert')).toBe(amountOf(receive));
    await prices(20_000_000);
    harness.market.sessionEnds = undefined;
    const done = await fill({ quoteId: firm.quoteId, amount: '1000.00' });
    expect(done.result).toMatchObject({ amount: '1000', received: receive, spreadRate });
    expect(balance('BTC')).toBe(amountOf(receive));
    expect(balance('USDT')).toBe(amountOf('99000'));
    expect(house('USDT', 'pool.liquidity')).toBe(amountOf('1001000'));
    expect(harness.events.filter(({ kind }) => kind === 'convert.fill')).toMatchObject([{ data: done.result }]);
    expectBalanced();
  });

  test('is good to its last millisecond, and not after', async () => {
    const [inTime, late] = [await quote(), await quote()];
    harness.now += QUOTE_MS;
    expect((await fill({ quoteId: inTime.quoteId })).code).toBe(200);
    harness.now += 1;
    // Nobody has told the core that time has passed: the log's own time decides.
    expect((await fill({ quoteId: late.quoteId })).code).toBe(code.quoteExpired);
    await harness.wait(0);
    expect(convertOf(harness.sequencer.state).quotes.size).toBe(0);
    expectBalanced();
  });

  test('is used once, by its owner, for what it is for', async () => {
    const firm = await quote();
    const { quoteId } = firm;
    expect((await fill({ quoteId: 'never-made' })).code).toBe(code.quoteExpired);
    expect((await fill({ quoteId }, OTHER)).code).toBe(code.quoteExpired);
    expect((await fill({ quoteId, amount: '1000.00000001' })).code).toBe(code.quoteExpired);
    expect((await fill({ quoteId, to: 'ETH' })).code).toBe(code.quoteExpired);
    expect((await fill({ quoteId, from: 'ETH' })).code).toBe(code.quoteExpired);
    const input = { ...harness.input(USER, 'convert.fill', { ...DEFAULT, quoteId }, 'real'), book: 'real' as const };
    expect((await harness.sequencer.submit(input)).code).toBe(code.quoteExpired);
    const first = await fill({ quoteId }, USER, 'once');
    expect(first.code).toBe(200);
    expect((await fill({ quoteId }, USER, 'twice')).code).toBe(code.quoteExpired);
    expect((await fill({ quoteId }, USER, 'once')).result).toEqual(first.result);
    expectBalanced();
  });

  test('that thirty want at once is had by one', async () => {
    const { quoteId } = await quote();
    const answers = await Promise.all(Array.from({ length: 30 }, () => fill({ quoteId })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === code.quoteExpired)).toHaveLength(29);
    expect(balance('USDT')).toBe(amountOf('99000'));
    expectBalanced();
  });

  test('takes the place of the oldest of its owner, and only of the owner', async () => {
    const others = await quote({}, OTHER);
    const made = [];
    for (let count = 0; count < LIVE_QUOTES_MAX + 1; count += 1) made.push(await quote());
    expect(convertOf(harness.sequencer.state).quotes.size).toBe(LIVE_QUOTES_MAX + 1);
    expect((await fill({ quoteId: made[0]!.quoteId })).code).toBe(code.quoteExpired);
    expect((await fill({ quoteId: made[1]!.quoteId })).code).toBe(200);
    expect((await fill({ quoteId: others.quoteId }, OTHER)).code).toBe(200);
    expectBalanced();
  });

  test('that takes the place of another has the room that the other gives back', async () => {
    await begin({ USDT: '1000000', BTC: '0.03', ETH: '1' });
    for (let count = 0; count < LIVE_QUOTES_MAX; count += 1) expect((await quote()).code).toBe(200);
    expect((await quote({}, OTHER)).code).toBe(code.poolFull);
    expect((await quote()).code).toBe(200);
    expectBalanced();
  });

  test('ends with the demo book', async () => {
    const { quoteId } = await quote();
    await fill({ amount: '500' });
    expect((await harness.submit(USER, 'books.reset', {})).code).toBe(200);
    expect(balance('BTC')).toBe(0n);
    expect(balance('USDT')).toBe(amountOf('100000'));
    expect((await fill({ quoteId })).code).toBe(code.quoteExpired);
    expectBalanced();
  });

  test('outlives a restart, and still ends in time', async () => {
    const [used, ended] = [await quote(), await quote()];
    const { now } = harness;
    await harness.sequencer.stop();
    harness = new Harness(store);
    harness.now = now + 1_000;
    await harness.sequencer.start();
    expect((await fill({ quoteId: used.quoteId }, USER, 'after the restart')).code).toBe(200);
    expect(receiveOf(ended)).toBe(house('BTC', 'reserve.convert'));
    await harness.wait(QUOTE_MS);
    // Brings the other user's accounts into memory, for the sum.
    await harness.open(OTHER);
    expect(house('BTC', 'reserve.convert')).toBe(0n);
    expect((await fill({ quoteId: ended.quoteId }, USER, 'too late')).code).toBe(code.quoteExpired);
    expectBalanced();
  });
});

/** Any order of commands and prices: the books add up, nobody gains by going round, the log makes it all again. */
test('a life of conversions', async () => {
  const assets = fc.constantFrom('USDT', 'BTC', 'ETH');
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('quote' as const),
      from: assets,
      to: assets,
      cents: fc.integer({ min: 1, max: 10 ** 6 }),
    }),
    fc.record({
      kind: fc.constant('fill' as const),
      from: assets,
      to: assets,
      cents: fc.integer({ min: 1, max: 10 ** 6 }),
    }),
    fc.record({ kind: fc.constant('use' as const), which: fc.nat(5) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 6_000 }) }),
    fc.record({ kind: fc.constant('reset' as const) }),
  );
  const worth = { USDT: 1, BTC: 100_000, ETH: 3_200 } as const;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await begin();
      const made: { wanted: Wanted; quoteId: string }[] = [];
      for (const one of steps) {
        if (one.kind === 'wait') {
          await harness.wait(one.ms);
          await prices();
        } else if (one.kind === 'reset') {
          await harness.submit(USER, 'books.reset', {});
        } else if (one.kind === 'use') {
          const chosen = made[one.which];
          if (chosen !== undefined) await fill({ ...chosen.wanted, quoteId: chosen.quoteId });
        } else {
          const amount = (one.cents / 100 / worth[one.from as keyof typeof worth]).toFixed(8);
          const wanted = { from: one.from, to: one.to, amount };
          if (one.kind === 'fill') await fill(wanted);
          else made.push({ wanted, quoteId: (await quote(wanted)).quoteId });
        }
        expectBalanced();
      }
      // At unchanged prices every conversion costs something, so the whole is never worth more than the grant.
      const value = balance('USDT') + balance('BTC') * 100_000n + balance('ETH') * 3_200n;
      expect(value <= amountOf('100000')).toBe(true);
      for (const row of store.rows.get('convert_fills')!.values()) {
        const kept = row as Fill;
        const again = conversionOf({
          amount: amountOf(kept.amount),
          marginRate: kept.margin_rate,
          fromTick: kept.from_tick,
          toTick: kept.to_tick,
        });
        expect(again.receive).toBe(amountOf(kept.receive));
      }
      const replay = new Replay(MODULES);
      for (const { entry } of store.entries) expect(replay.apply(parseEntry(entry)).difference).toBeUndefined();
      expect(replay.state.lastHash).toEqual(harness.sequencer.state.lastHash);
      const held = (accounts: Iterable<{ key: string; balance: bigint }>) =>
        [...accounts].map(({ key, balance: amount }) => `${key} ${amount}`).sort();
      expect(held(replay.state.accounts.values())).toEqual(held(harness.sequencer.state.accounts.values()));
      expect([...convertOf(replay.state).quotes.keys()]).toEqual([...convertOf(harness.sequencer.state).quotes.keys()]);
    }),
    { numRuns: 40 },
  );
});
