import { SHIPPED } from '../../figures/figures.ts';
/**
 * Conversion through the core, in memory: every refusal, what a quote promises, and where each unit
 * of money went.
 */

import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import type { CoreModule } from '../../kernel/core/types.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { Replay } from '../../kernel/verify/replay.ts';
import { MODULES } from '../../runtime/modules.ts';
import { conversionOf, gatherPrices } from './price.ts';
import type { Fill } from './rows.ts';
import { convertOf } from './slice.ts';
import { type ConversionFields, ConvertFixture, OTHER, offerOf, USER } from './testing/fixture.ts';

let fixture: ConvertFixture;

async function begin(pools?: Record<string, string>): Promise<void> {
  fixture = await ConvertFixture.start(pools);
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
  ] as const)('%s', async (_name, fields, refusal) => {
    expect((await fixture.quote(fields)).code).toBe(refusal);
    expect((await fixture.fill(fields)).code).toBe(refusal);
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

  test('a pool without capacity, and one emptied meanwhile', async () => {
    await begin({ USDT: '1000000', BTC: '0.02', ETH: '1' });
    expect((await fixture.fill({ amount: '3000' })).code).toBe(code.poolFull);
    // A price is not a reservation: who uses theirs first gets it.
    const first = await fixture.quote({ amount: '1500' });
    const second = await fixture.quote({ amount: '1500' }, OTHER);
    expect((await fixture.fill({ amount: '1500', quoteId: second.quoteId }, OTHER)).code).toBe(200);
    expect((await fixture.fill({ amount: '1500', quoteId: first.quoteId })).code).toBe(code.poolFull);
    fixture.expectConserved();
  });

  test('more than the balance; the quote remains valid', async () => {
    const firm = await fixture.quote({ from: 'BTC', to: 'USDT', amount: '0.1' });
    expect((await fixture.fill({ from: 'BTC', to: 'USDT', amount: '0.1', quoteId: firm.quoteId })).code).toBe(
      code.coinBalanceInsufficient,
    );
    await fixture.atOnce({ amount: '20000' });
    expect((await fixture.fill({ from: 'BTC', to: 'USDT', amount: '0.1', quoteId: firm.quoteId })).code).toBe(200);
    fixture.expectConserved();
  });

  test('callers cannot submit internal commands, and unsound terms are refused', async () => {
    for (const type of ['convert.define', 'convert.expire', 'convert.quote', 'convert.match', 'convert.lapse']) {
      expect((await fixture.harness.submit(USER, type, { quotes: [1] })).code).not.toBe(200);
    }
    for (const wrong of [
      { marginRate: '0.003' },
      { marginRate: '-0.001' },
      { minUsdt: '0' },
      { minUsdt: '10', maxUsdt: '9' },
      { code: 'ETHUSDT' },
      { code: null },
      { quoteRate: '-0.0001' },
      { quoteRate: '0.001', sizeRate: '0.001' },
      { bandRate: '0.0013' },
      { slippageRate: '0' },
      { slippageRate: '1' },
    ]) {
      const body = { ...offerOf('BTC'), ...wrong };
      expect((await fixture.harness.internal('convert.define', body, JSON.stringify(wrong))).code).toBe(
        code.productIncorrect,
      );
    }
  });
});

describe('a firm price', () => {
  const far = { from: 'USDT', to: 'BTC', amount: '1000' };

  test('costs the log nothing, and its use carries it whole', async () => {
    const before = fixture.store.entries.length;
    const firm = await fixture.quote();
    expect(firm.seq).toBe(0);
    expect(fixture.store.entries.length).toBe(before);
    expect(firm.result).toMatchObject({ ...far, reference: '0.00001', marginRate: '0.001206', bandRate: '0.0005' });
    const { spreadRate, receive } = firm.result as { spreadRate: string; receive: string };
    expect(amountOf(spreadRate) < amountOf('0.003')).toBe(true);
    const done = await fixture.fill({ quoteId: firm.quoteId, amount: '1000.00' });
    expect(done.result).toMatchObject({ amount: '1000', received: receive, spreadRate, state: 'filled' });
    const entry = parseEntry(fixture.store.entries.at(-1)!.entry);
    expect(entry.facts).toMatchObject({ quote: { quote_id: firm.quoteId, receive, band_rate: '0.0005' } });
    expect(fixture.available('BTC')).toBe(amountOf(receive));
    expect(fixture.available('USDT')).toBe(amountOf('99000'));
    expect(fixture.harness.events.filter(({ kind }) => kind === 'convert.fill')).toMatchObject([{ data: done.result }]);
    fixture.expectConserved();
  });

  test('costs more for a larger amount', async () => {
    const marginOf = async (amount: string) =>
      ((await fixture.quote({ amount })).result as { marginRate: string }).marginRate;
    expect([await marginOf('1'), await marginOf('25000'), await marginOf('50000')]).toEqual([
      '0.00120001',
      '0.00135',
      '0.0015',
    ]);
  });

  test.each([
    ['moved against the house within the band', 10_004_990, 200],
    ['moved against the house beyond it', 10_005_100, code.quoteMoved],
    ['moved against its holder, however far', 9_000_000, 200],
  ])('used when the market has %s', async (_name, price, answer) => {
    const firm = await fixture.quote({ from: 'USDT', to: 'BTC' });
    await fixture.prices(price);
    const used = await fixture.fill({ quoteId: firm.quoteId });
    expect(used.code).toBe(answer);
    if (answer !== 200) expect(used.fields).toEqual({ quoteId: code.quoteMoved });
    fixture.expectConserved();
  });

  test.each([
    ['closed', () => (fixture.harness.market.sessionEnds = undefined)],
    ['stale', () => (fixture.harness.now += 9_999)],
    ['held', () => fixture.harness.market.held.set('BTCUSDT', 'jump')],
  ])('is not used while the market is %s', async (name, change) => {
    if (name === 'stale') fixture.harness.now += 2;
    const firm = await fixture.quote();
    change();
    expect((await fixture.fill({ quoteId: firm.quoteId })).code).toBe(code.notTradable);
  });

  test('is valid to its last millisecond', async () => {
    const inTime = await fixture.quote();
    const expired = await fixture.quote({ to: 'ETH' });
    fixture.harness.now += SHIPPED['convert.quoteMs'] - 1;
    await fixture.prices();
    fixture.harness.now -= 1;
    expect((await fixture.fill({ quoteId: inTime.quoteId })).code).toBe(200);
    fixture.harness.now += 1;
    expect((await fixture.fill({ quoteId: expired.quoteId, to: 'ETH' })).code).toBe(code.quoteExpired);
    fixture.expectConserved();
  });

  test('is used once, by its owner, on its book, for its own conversion', async () => {
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

  test('ends the one before it of the same person and pair, and no other', async () => {
    const others = await fixture.quote({}, OTHER);
    const first = await fixture.quote();
    const otherPair = await fixture.quote({ to: 'ETH' });
    const second = await fixture.quote();
    expect(convertOf(fixture.harness.sequencer.state).firm.size).toBe(3);
    expect((await fixture.fill({ quoteId: first.quoteId })).code).toBe(code.quoteExpired);
    expect((await fixture.fill({ quoteId: second.quoteId })).code).toBe(200);
    expect((await fixture.fill({ quoteId: otherPair.quoteId, to: 'ETH' })).code).toBe(200);
    expect((await fixture.fill({ quoteId: others.quoteId }, OTHER)).code).toBe(200);
    expect(convertOf(fixture.harness.sequencer.state).firm.size).toBe(0);
    expect(convertOf(fixture.harness.sequencer.state).firmByPair.size).toBe(0);
    fixture.expectConserved();
  });

  test('ends with a restart, and takes no place once it is over', async () => {
    const { quoteId } = await fixture.quote();
    await fixture.harness.sequencer.stop();
    await fixture.restart();
    expect((await fixture.fill({ quoteId }, USER, 'after the restart')).code).toBe(code.quoteExpired);
    for (const to of ['BTC', 'ETH']) await fixture.quote({ to });
    fixture.harness.now += SHIPPED['convert.quoteMs'] + 1;
    await fixture.prices();
    await fixture.quote();
    expect(convertOf(fixture.harness.sequencer.state).firm.size).toBe(1);
    expect(convertOf(fixture.harness.sequencer.state).firmByPair.size).toBe(1);
  });

  test('never gains by being used, whatever the market did before', async () => {
    const moves = fc.integer({ min: 9_900_000, max: 10_100_000 });
    await fc.assert(
      fc.asyncProperty(moves, fc.integer({ min: 100, max: 5_000_000 }), async (price, cents) => {
        await begin();
        const amount = (cents / 100).toFixed(2);
        const { quoteId } = await fixture.quote({ amount });
        await fixture.prices(price);
        const used = await fixture.fill({ amount, quoteId });
        if (used.code !== 200) {
          expect(used.code).toBe(code.quoteMoved);
          return;
        }
        const worth = fixture.available('BTC') * BigInt(price);
        expect(worth < amountOf(amount) * 100n).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

/** As the core was before: quotes in the log, conversions at the last price. */
test('a log of before replays, and what it left open ends', async () => {
  const gather = { 'convert.quote': gatherPrices, 'convert.fill': gatherPrices } as unknown as CoreModule['gather'];
  const before = MODULES.map((module) => (module.name === 'convert' ? { ...module, gather } : module));
  const harness = new Harness(fixture.store, { modules: before });
  await fixture.harness.sequencer.stop();
  for (const tick of fixture.harness.market.lastTicks()) harness.market.sequenced(tick);
  harness.now = fixture.harness.now;
  await harness.sequencer.start();
  for (const asset of ['USDT', 'BTC'] as const) {
    const { quoteRate, sizeRate, bandRate, slippageRate, ...offer } = offerOf(asset);
    await harness.internal('convert.define', offer, `before:${asset}`);
  }
  const body = { from: 'USDT', to: 'BTC', amount: '1000' };
  for (const quoteId of ['quote-one', 'quote-two']) {
    const input = harness.input(USER, 'convert.quote', { ...body, quoteId }, quoteId);
    expect((await harness.sequencer.submitInternal(input)).code).toBe(200);
  }
  expect((await harness.submit(USER, 'convert.fill', { ...body, quoteId: 'quote-one' }, 'used')).code).toBe(200);
  expect((await harness.submit(USER, 'convert.fill', { ...body, quoteId: null }, 'at once')).result).toMatchObject({
    received: '0.00998999',
  });
  await harness.sequencer.stop();
  const replay = new Replay(MODULES);
  for (const { entry } of fixture.store.entries) expect(replay.apply(parseEntry(entry)).difference).toBeUndefined();
  await fixture.restart();
  expect(convertOf(fixture.harness.sequencer.state).quotes.size).toBe(1);
  await fixture.harness.wait(SHIPPED['convert.quoteMs'] + 1);
  expect(convertOf(fixture.harness.sequencer.state).quotes.size).toBe(0);
  await fixture.harness.open(USER);
  await fixture.harness.open(OTHER);
  fixture.expectConserved();
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
      const made: { wanted: ConversionFields; quoteId: string }[] = [];
      for (const step of steps) {
        if (step.kind === 'wait') {
          await fixture.harness.wait(step.ms);
          await fixture.prices();
        } else if (step.kind === 'reset') {
          await fixture.harness.submit(USER, 'books.reset', {});
        } else if (step.kind === 'use') {
          const chosen = made[step.which];
          if (chosen !== undefined) await fixture.fill({ ...chosen.wanted, quoteId: chosen.quoteId });
        } else {
          const amount = (step.cents / 100 / worth[step.from as keyof typeof worth]).toFixed(8);
          const conversion = { from: step.from, to: step.to, amount };
          if (step.kind === 'fill') await fixture.fill(conversion);
          else made.push({ wanted: conversion, quoteId: (await fixture.quote(conversion)).quoteId });
        }
        fixture.expectConserved();
      }
      await fixture.harness.wait(20_000);
      // At unchanged prices every conversion costs something, so the total never exceeds the grant.
      const value = fixture.available('USDT') + fixture.available('BTC') * 100_000n + fixture.available('ETH') * 3_200n;
      expect(value <= amountOf('100000')).toBe(true);
      for (const row of fixture.store.rows.get('convert_fills')!.values()) {
        const fill = row as Fill;
        const again = conversionOf({
          amount: amountOf(fill.amount),
          marginRate: fill.margin_rate,
          fromTick: fill.from_tick,
          toTick: fill.to_tick,
        });
        expect(again.receive).toBe(amountOf(fill.receive));
      }
      const replay = new Replay(MODULES);
      for (const { entry } of fixture.store.entries) expect(replay.apply(parseEntry(entry)).difference).toBeUndefined();
      expect(replay.state.lastHash).toEqual(fixture.harness.sequencer.state.lastHash);
      const held = (accounts: Iterable<{ key: string; balance: bigint }>) =>
        [...accounts].map(({ key, balance: amount }) => `${key} ${amount}`).sort();
      expect(held(replay.state.accounts.values())).toEqual(held(fixture.harness.sequencer.state.accounts.values()));
      expect([...convertOf(replay.state).orders.keys()]).toEqual([
        ...convertOf(fixture.harness.sequencer.state).orders.keys(),
      ]);
    }),
    { numRuns: 40 },
  );
});

describe('what is left of a coin, below the minimum', () => {
  const REST = '0.00000499';
  const rest = { from: 'BTC', to: 'USDT', amount: REST };

  /** Somebody who has just so much of it, worth half a dollar. */
  async function own(version: number): Promise<void> {
    await fixture.harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules');
    await fixture.atOnce({ amount: '1000' });
    const all = fixture.available('BTC');
    await fixture.atOnce({ ...rest, amount: formatAmount(subtract(all as Amount, amountOf(REST))) });
    expect(fixture.available('BTC')).toBe(amountOf(REST));
  }

  test('all of it is converted into USDT, with and without a quote, and nothing is left', async () => {
    await own(12);
    const firm = await fixture.quote(rest);
    expect(firm.code).toBe(200);
    const before = fixture.available('USDT');
    expect((await fixture.fill({ ...rest, quoteId: firm.quoteId })).code).toBe(200);
    expect(fixture.available('BTC')).toBe(0n);
    // At the bid of 99,999.99, less the margin of 0.120001 %: rounded up, and the amount down.
    expect(formatAmount(subtract(fixture.available('USDT') as Amount, before as Amount))).toBe('0.49840114');
    await own(12);
    expect((await fixture.atOnce(rest)).code).toBe(200);
    expect(fixture.available('BTC')).toBe(0n);
    fixture.expectConserved();
  });

  test.each([
    ['a part of it', { amount: '0.00000498' }],
    ['more than there is', { amount: '0.000005' }],
    ['into another coin', { to: 'ETH' }],
  ])('%s has to reach the minimum', async (_, fields) => {
    await own(12);
    expect((await fixture.quote({ ...rest, ...fields })).code).toBe(code.purchaseAmountIncorrect);
    expect((await fixture.fill({ ...rest, ...fields })).code).toBe(code.purchaseAmountIncorrect);
    expect(fixture.available('BTC')).toBe(amountOf(REST));
  });

  test('under version 11 of the rules it was refused', async () => {
    await own(11);
    expect((await fixture.quote(rest)).code).toBe(code.purchaseAmountIncorrect);
    expect((await fixture.fill(rest)).code).toBe(code.purchaseAmountIncorrect);
  });

  test('buying and giving back remainders over and over only costs', async () => {
    await own(12);
    expect((await fixture.atOnce(rest)).code).toBe(200);
    const before = fixture.available('USDT');
    for (let round = 0; round < 20; round += 1) {
      await fixture.atOnce({ amount: '1' });
      await fixture.atOnce({ ...rest, amount: formatAmount(fixture.available('BTC') as Amount) });
      expect(fixture.available('BTC')).toBe(0n);
    }
    expect(fixture.available('USDT')).toBeLessThan(before);
    fixture.expectConserved();
  });
});
