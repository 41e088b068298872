/** Every figure of a conversion follows from the ticks that are shown with it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CoinPrice, convert, leastReceived, USDT_PRICE } from '../convert.ts';
import { evaluate } from '../derivations.ts';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatPrice,
  formatRate,
  type Price,
  priceOf,
  type Rate,
} from '../money.ts';
import { follows } from '../testing/follows.ts';
import {
  type CoinTick,
  conversionPriceDerivation,
  isPricedByGiven,
  leastDerivation,
  receivedDerivation,
  referenceDerivation,
  spreadCostDerivation,
} from './markets.ts';
import { calculated, exact, ofTick, term } from './terms.ts';

const coinAt = (code: string) =>
  fc
    .record({
      mid: fc.bigInt({ min: 1_000n, max: 10n ** 16n }),
      below: fc.bigInt({ min: 0n, max: 900n }),
      above: fc.bigInt({ min: 0n, max: 900n }),
      seq: fc.integer({ min: 1, max: 10 ** 9 }),
    })
    .map(({ mid, below, above, seq }) => ({
      code,
      seq,
      mid: formatPrice(mid as Price),
      bid: formatPrice((mid - below) as Price),
      ask: formatPrice((mid + above) as Price),
    }));
const pair = fc.oneof(
  fc.tuple(coinAt('BTCUSDT'), coinAt('ETHUSDT')),
  fc.tuple(fc.constant(null), coinAt('ETHUSDT')),
  fc.tuple(coinAt('BTCUSDT'), fc.constant(null)),
);
const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((units) => units as Amount);
const rates = fc.bigInt({ min: 0n, max: 10n ** 7n }).map((units) => units as Rate);

const priceOfTick = (tick: CoinTick): CoinPrice =>
  tick === null ? USDT_PRICE : { bid: priceOf(tick.bid), ask: priceOf(tick.ask), mid: priceOf(tick.mid) };

test('what is received, the least of it, the price and the reference', () => {
  fc.assert(
    fc.property(pair, amounts, rates, rates, ([from, to], amount, marginRate, slippage) => {
      const { receive } = convert({ amount, from: priceOfTick(from), to: priceOfTick(to), marginRate });
      const priced = { from, to, marginRate: formatRate(marginRate) };
      const received = receivedDerivation({ ...priced, amount: formatAmount(amount), received: formatAmount(receive) });
      follows(received);
      const least = leastDerivation(received, formatRate(slippage));
      follows(least);
      expect(amountOf(least.result)).toBe(leastReceived(receive, slippage));
      follows(conversionPriceDerivation(priced));
      const cost = spreadCostDerivation({ from, to, amount: formatAmount(amount), received: formatAmount(receive) });
      follows(cost);
      follows(referenceDerivation(priced));
    }),
  );
});

test('another amount than the ticks give does not follow', () => {
  const from = { code: 'BTCUSDT', seq: 7, bid: '99990', ask: '100010', mid: '100000' };
  const conversion = { amount: '1', from, to: null, marginRate: '0.001' };
  expect(evaluate(receivedDerivation({ ...conversion, received: '99890.01' }))).toBe('99890.01');
  expect(evaluate(receivedDerivation({ ...conversion, received: '99890.02' }))).toBe('99890.01');
});

test.each([
  [null, '100000', false, '100100.1', '100000'],
  ['100000', null, true, '99900', '100000'],
  ['0.00000915', null, true, '0.00000914085', '0.00000915'],
  ['100000', '3200', true, '31.21875', '31.25'],
  ['3200', '100000', false, '31.28128', '31.25'],
] as const)('%s to %s is read per unit of the coin that people know', (paid, received, isOfGiven, price, reference) => {
  const tickAt = (mid: string | null): CoinTick =>
    mid === null ? null : { code: 'X', seq: 1, bid: mid, ask: mid, mid };
  const from = tickAt(paid);
  const to = tickAt(received);
  expect(isPricedByGiven(from, to)).toBe(isOfGiven);
  expect(conversionPriceDerivation({ from, to, marginRate: '0.001' }).result).toBe(price);
  expect(referenceDerivation({ from, to }).result).toBe(reference);
});

test('prices of the moment name their tick, those of inputs as well', () => {
  const tick = { code: 'BTCUSDT', seq: 9, bid: '4', ask: '6', mid: '5.0' };
  const inner = exact([term('mark', '', '5'), term('bid', '+', '7')], amountOf('12'));
  const outer = exact([calculated('part', '', inner), term('price', '+', '6')], amountOf('18'));
  const named = ofTick(outer, tick);
  const [mark, bid] = named.terms[0]?.from?.terms ?? [];
  expect(mark?.tick).toEqual({ code: 'BTCUSDT', seq: 9 });
  // Not a price of that tick.
  expect(bid?.tick).toBeUndefined();
  expect(named.terms[1]?.tick).toBeUndefined();
  expect(ofTick(outer, tick, ['price']).terms[1]?.tick).toEqual({ code: 'BTCUSDT', seq: 9 });
  expect(ofTick(outer, undefined)).toBe(outer);
});

test.each([
  // 100,000 at the middle; 99,890.01 received.
  [{ bid: '99990', ask: '100010', mid: '100000' }, null, '1', '99890.01', '109.99'],
  [null, { bid: '99990', ask: '100010', mid: '100000' }, '1000', '0.009989', '1.1'],
  // 100,000 given; 31.2 ETH are 99,840.
  [{ bid: '99990', ask: '100010', mid: '100000' }, { bid: '3199', ask: '3201', mid: '3200' }, '1', '31.2', '160'],
])('the spread of %o to %o costs USDT', (from, to, amount, received, cost) => {
  const ofTick = (prices: typeof from): CoinTick => prices && { code: 'X', seq: 1, ...prices };
  expect(spreadCostDerivation({ from: ofTick(from), to: ofTick(to), amount, received })?.result).toBe(cost);
});

test('a price better than the reference costs nothing', () => {
  const to = { code: 'X', seq: 1, bid: '1', ask: '1', mid: '1' };
  expect(spreadCostDerivation({ from: null, to, amount: '1', received: '1.1' })).toBeUndefined();
});
