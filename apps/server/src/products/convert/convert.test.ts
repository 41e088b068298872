/**
 * Conversion through the core, in memory: every refusal, what a quote promises, and where each unit
 * of money went.
 */

import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseEntry } from '../../kernel/log-entry.ts';
import { Replay } from '../../kernel/replay.ts';
import type { CommandAnswer } from '../../kernel/types.ts';
import { MODULES } from '../../runtime/modules.ts';
import { conversionOf } from './price.ts';
import type { Fill } from './rows.ts';
import { convertOf } from './slice.ts';
import { LIVE_QUOTES_MAX, QUOTE_MS } from './terms.ts';
import { ConvertFixture, OTHER, offerOf, USER, type Wanted } from './testing/fixture.ts';

let fixture: ConvertFixture;

async function begin(pools?: Record<string, string>): Promise<void> {
  fixture = await ConvertFixture.start(pools);
}

const receiveOf = ({ result }: CommandAnswer): bigint => amountOf((result as { receive: string }).receive);

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
    expect((await fixture.quote(wanted)).code).toBe(refusal);
    expect((await fixture.fill(wanted)).code).toBe(refusal);
    expect(fixture.available('USDT')).toBe(amountOf('100000'));
    fixture.expectConserved();
  });

  test('a stale price of either side, none at all, and a closed market', async () => {
    fixture.harness.now += 9_999;
    expect((await fixture.quote()).code).toBe(200);
    fixture.harness.now += 2;
    expect((await fixture.quote()).code).toBe(code.notTradable);
    expect((await fixture.fill()).code).toBe(code.notTradable);
    await fixture.harness.tick(10_000_000, 1, 'BTCUSDT');
    expect((await fixture.quote({ from: 'BTC', to: 'USDT', amount: '0.1' })).code).toBe(200);
    expect((await fixture.quote({ from: 'BTC', to: 'ETH', amount: '0.1' })).code).toBe(code.notTradable);
    fixture.harness.market.sessionEnds = undefined;
    expect((await fixture.quote()).code).toBe(code.notTradable);
    fixture.expectConserved();
  });

  test('a market too wide for the cost that the page promises', async () => {
    fixture.harness.now += 1;
    const tick = fixture.harness.market.next('BTCUSDT', 10_000_000, fixture.harness.now);
    await fixture.harness.sequencer.ticks([{ ...tick, bid: 9_970_000, ask: 10_030_000 }]);
    expect((await fixture.quote()).code).toBe(code.notTradable);
    await fixture.harness.tick(10_000_000, 1, 'BTCUSDT');
    expect((await fixture.quote()).code).toBe(200);
  });

  test('a pool without capacity, and one emptied by reserves', async () => {
    await begin({ USDT: '1000000', BTC: '0.02', ETH: '1' });
    expect((await fixture.fill({ amount: '3000' })).code).toBe(code.poolFull);
    expect((await fixture.quote({ amount: '1500' })).code).toBe(200);
    expect((await fixture.quote({ amount: '1500' }, OTHER)).code).toBe(code.poolFull);
    expect((await fixture.fill({ amount: '1500' }, OTHER)).code).toBe(code.poolFull);
    await fixture.harness.wait(QUOTE_MS + 1);
    await fixture.prices();
    expect((await fixture.fill({ amount: '1500' }, OTHER)).code).toBe(200);
    fixture.expectConserved();
  });

  test('more than the balance; the quote remains valid', async () => {
    const firm = await fixture.quote({ from: 'BTC', to: 'USDT', amount: '0.1' });
    expect((await fixture.fill({ from: 'BTC', to: 'USDT', amount: '0.1', quoteId: firm.quoteId })).code).toBe(
      code.coinBalanceInsufficient,
    );
    await fixture.fill({ amount: '20000' });
    expect((await fixture.fill({ from: 'BTC', to: 'USDT', amount: '0.1', quoteId: firm.quoteId })).code).toBe(200);
    fixture.expectConserved();
  });

  test('callers cannot submit internal commands, and unsound terms are refused', async () => {
    for (const type of ['convert.define', 'convert.expire']) {
      expect((await fixture.harness.submit(USER, type, { quotes: [1] })).code).not.toBe(200);
    }
    for (const wrong of [
      { marginRate: '0.003' },
      { marginRate: '-0.001' },
      { minUsdt: '0' },
      { minUsdt: '10', maxUsdt: '9' },
      { code: 'ETHUSDT' },
      { code: null },
    ]) {
      const body = { ...offerOf('BTC'), ...wrong };
      expect((await fixture.harness.internal('convert.define', body, JSON.stringify(wrong))).code).toBe(
        code.productIncorrect,
      );
    }
  });
});

describe('a quote', () => {
  test('is honoured whatever the price does, and shows its distance from the reference', async () => {
    const firm = await fixture.quote();
    expect(firm.result).toMatchObject({ from: 'USDT', to: 'BTC', amount: '1000', reference: '0.00001' });
    const { spreadRate, receive } = firm.result as { spreadRate: string; receive: string };
    expect(amountOf(spreadRate) < amountOf('0.003')).toBe(true);
    expect(fixture.house('BTC', 'reserve.convert')).toBe(amountOf(receive));
    await fixture.prices(20_000_000);
    fixture.harness.market.sessionEnds = undefined;
    const done = await fixture.fill({ quoteId: firm.quoteId, amount: '1000.00' });
    expect(done.result).toMatchObject({ amount: '1000', received: receive, spreadRate });
    expect(fixture.available('BTC')).toBe(amountOf(receive));
    expect(fixture.available('USDT')).toBe(amountOf('99000'));
    expect(fixture.house('USDT', 'pool.liquidity')).toBe(amountOf('1001000'));
    expect(fixture.harness.events.filter(({ kind }) => kind === 'convert.fill')).toMatchObject([{ data: done.result }]);
    fixture.expectConserved();
  });

  test('is valid to its last millisecond', async () => {
    const [inTime, late] = [await fixture.quote(), await fixture.quote()];
    fixture.harness.now += QUOTE_MS;
    expect((await fixture.fill({ quoteId: inTime.quoteId })).code).toBe(200);
    fixture.harness.now += 1;
    // Without a time event, the time of the log decides.
    expect((await fixture.fill({ quoteId: late.quoteId })).code).toBe(code.quoteExpired);
    await fixture.harness.wait(0);
    expect(convertOf(fixture.harness.sequencer.state).quotes.size).toBe(0);
    fixture.expectConserved();
  });

  test('is used once, by its owner, for its own conversion', async () => {
    const firm = await fixture.quote();
    const { quoteId } = firm;
    expect((await fixture.fill({ quoteId: 'never-made' })).code).toBe(code.quoteExpired);
    expect((await fixture.fill({ quoteId }, OTHER)).code).toBe(code.quoteExpired);
    expect((await fixture.fill({ quoteId, amount: '1000.00000001' })).code).toBe(code.quoteExpired);
    expect((await fixture.fill({ quoteId, to: 'ETH' })).code).toBe(code.quoteExpired);
    expect((await fixture.fill({ quoteId, from: 'ETH' })).code).toBe(code.quoteExpired);
    const body = { from: 'USDT', to: 'BTC', amount: '1000', quoteId };
    const input = { ...fixture.harness.input(USER, 'convert.fill', body, 'real'), book: 'real' as const };
    expect((await fixture.harness.sequencer.submit(input)).code).toBe(code.quoteExpired);
    const first = await fixture.fill({ quoteId }, USER, 'once');
    expect(first.code).toBe(200);
    expect((await fixture.fill({ quoteId }, USER, 'twice')).code).toBe(code.quoteExpired);
    expect((await fixture.fill({ quoteId }, USER, 'once')).result).toEqual(first.result);
    fixture.expectConserved();
  });

  test('wanted by thirty at once is used by one', async () => {
    const { quoteId } = await fixture.quote();
    const answers = await Promise.all(Array.from({ length: 30 }, () => fixture.fill({ quoteId })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === code.quoteExpired)).toHaveLength(29);
    expect(fixture.available('USDT')).toBe(amountOf('99000'));
    fixture.expectConserved();
  });

  test('replaces the oldest of its owner, and only of its owner', async () => {
    const others = await fixture.quote({}, OTHER);
    const made = [];
    for (let count = 0; count < LIVE_QUOTES_MAX + 1; count += 1) made.push(await fixture.quote());
    expect(convertOf(fixture.harness.sequencer.state).quotes.size).toBe(LIVE_QUOTES_MAX + 1);
    expect((await fixture.fill({ quoteId: made[0]!.quoteId })).code).toBe(code.quoteExpired);
    expect((await fixture.fill({ quoteId: made[1]!.quoteId })).code).toBe(200);
    expect((await fixture.fill({ quoteId: others.quoteId }, OTHER)).code).toBe(200);
    fixture.expectConserved();
  });

  test('that replaces another can use the capacity it frees', async () => {
    await begin({ USDT: '1000000', BTC: '0.03', ETH: '1' });
    for (let count = 0; count < LIVE_QUOTES_MAX; count += 1) expect((await fixture.quote()).code).toBe(200);
    expect((await fixture.quote({}, OTHER)).code).toBe(code.poolFull);
    expect((await fixture.quote()).code).toBe(200);
    fixture.expectConserved();
  });

  test('ends with a demo reset', async () => {
    const { quoteId } = await fixture.quote();
    await fixture.fill({ amount: '500' });
    expect((await fixture.harness.submit(USER, 'books.reset', {})).code).toBe(200);
    expect(fixture.available('BTC')).toBe(0n);
    expect(fixture.available('USDT')).toBe(amountOf('100000'));
    expect((await fixture.fill({ quoteId })).code).toBe(code.quoteExpired);
    fixture.expectConserved();
  });

  test('survives a restart, and still expires in time', async () => {
    const [used, ended] = [await fixture.quote(), await fixture.quote()];
    await fixture.harness.sequencer.stop();
    await fixture.restart();
    fixture.harness.now += 1_000;
    expect((await fixture.fill({ quoteId: used.quoteId }, USER, 'after the restart')).code).toBe(200);
    expect(receiveOf(ended)).toBe(fixture.house('BTC', 'reserve.convert'));
    await fixture.harness.wait(QUOTE_MS);
    // Loads the other user's accounts, for the sum.
    await fixture.harness.open(OTHER);
    expect(fixture.house('BTC', 'reserve.convert')).toBe(0n);
    expect((await fixture.fill({ quoteId: ended.quoteId }, USER, 'too late')).code).toBe(code.quoteExpired);
    fixture.expectConserved();
  });
});

/** Random commands and prices: the books add up, round trips never gain, and the log replays. */
test('random histories', async () => {
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
          await fixture.harness.wait(one.ms);
          await fixture.prices();
        } else if (one.kind === 'reset') {
          await fixture.harness.submit(USER, 'books.reset', {});
        } else if (one.kind === 'use') {
          const chosen = made[one.which];
          if (chosen !== undefined) await fixture.fill({ ...chosen.wanted, quoteId: chosen.quoteId });
        } else {
          const amount = (one.cents / 100 / worth[one.from as keyof typeof worth]).toFixed(8);
          const wanted = { from: one.from, to: one.to, amount };
          if (one.kind === 'fill') await fixture.fill(wanted);
          else made.push({ wanted, quoteId: (await fixture.quote(wanted)).quoteId });
        }
        fixture.expectConserved();
      }
      // At unchanged prices every conversion costs something, so the total never exceeds the grant.
      const value = fixture.available('USDT') + fixture.available('BTC') * 100_000n + fixture.available('ETH') * 3_200n;
      expect(value <= amountOf('100000')).toBe(true);
      for (const row of fixture.store.rows.get('convert_fills')!.values()) {
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
      for (const { entry } of fixture.store.entries) expect(replay.apply(parseEntry(entry)).difference).toBeUndefined();
      expect(replay.state.lastHash).toEqual(fixture.harness.sequencer.state.lastHash);
      const held = (accounts: Iterable<{ key: string; balance: bigint }>) =>
        [...accounts].map(({ key, balance: amount }) => `${key} ${amount}`).sort();
      expect(held(replay.state.accounts.values())).toEqual(held(fixture.harness.sequencer.state.accounts.values()));
      expect([...convertOf(replay.state).quotes.keys()]).toEqual([
        ...convertOf(fixture.harness.sequencer.state).quotes.keys(),
      ]);
    }),
    { numRuns: 40 },
  );
});
