/**
 * A conversion is exact to less than one unit, costs what it says, and no round trip makes money.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CoinPrice, convert, USDT_PRICE } from './convert.ts';
import { type Amount, amountOf, formatAmount, formatRate, type Price, priceOf, type Rate, rateOf } from './money.ts';

const priceAt = (bid: string, ask: string, mid: string): CoinPrice => ({
  bid: priceOf(bid),
  ask: priceOf(ask),
  mid: priceOf(mid),
});
const BTC = priceAt('99990', '100010', '100000');
const ETH = priceAt('3199', '3201', '3200');
const SHIB = priceAt('0.0000091', '0.0000092', '0.00000915');
const MARGIN = rateOf('0.001');

test.each([
  // 1 × 99,990 × 0.999
  ['BTC to USDT', '1', BTC, USDT_PRICE, '99890.01', '100000', '99890.01', '0.0010999'],
  // 1,000 × 0.999 ÷ 100,010 = 0.0099890010998…
  ['USDT to BTC', '1000', USDT_PRICE, BTC, '0.009989', '0.00001', '0.000009989001099', '0.0010999'],
  // 99,990 × 0.999 ÷ 3,201 = 31.205876…
  ['BTC to ETH', '1', BTC, ETH, '31.20587628', '31.25', '31.20587628', '0.00141196'],
  ['SHIB to BTC', '1000000', SHIB, BTC, '0.00009089', '0.0000000000915', '0.00000000009089991', '0.00655837'],
] as const)('%s', (_name, amount, from, to, receive, reference, price, spreadRate) => {
  const result = convert({ amount: amountOf(amount), from, to, marginRate: MARGIN });
  expect({ ...result, receive: formatAmount(result.receive), spreadRate: formatRate(result.spreadRate) }).toMatchObject(
    {
      receive,
      reference,
      price,
      spreadRate,
    },
  );
});

const coin = fc
  .record({
    mid: fc.bigInt({ min: 100n, max: 10n ** 15n }),
    below: fc.bigInt({ min: 0n, max: 90n }),
    above: fc.bigInt({ min: 0n, max: 90n }),
  })
  .map(
    ({ mid, below, above }): CoinPrice => ({
      mid: mid as Price,
      bid: (mid - below) as Price,
      ask: (mid + above) as Price,
    }),
  );
const amounts = fc.bigInt({ min: 1n, max: 10n ** 20n }).map((units) => units as Amount);
const margins = fc.bigInt({ min: 0n, max: 10n ** 7n }).map((units) => units as Rate);

test('the amount received is exact or less than one unit short', () => {
  fc.assert(
    fc.property(amounts, coin, coin, margins, (amount, from, to, marginRate) => {
      const { receive } = convert({ amount, from, to, marginRate });
      const exact = amount * from.bid * (10n ** 8n - marginRate);
      const unit = to.ask * 10n ** 8n;
      expect(receive * unit <= exact && exact < (receive + 1n) * unit).toBe(true);
    }),
  );
});

test('a round trip over two to four coins never makes money', () => {
  fc.assert(
    fc.property(amounts, fc.array(coin, { minLength: 2, maxLength: 4 }), margins, (amount, coins, marginRate) => {
      let held = amount;
      for (const [index, from] of coins.entries()) {
        if (held === 0n) return;
        held = convert({ amount: held, from, to: coins[(index + 1) % coins.length]!, marginRate }).receive;
      }
      expect(held <= amount).toBe(true);
    }),
  );
});

test('many small conversions never give more than one large one', () => {
  fc.assert(
    fc.property(amounts, amounts, coin, coin, margins, (first, second, from, to, marginRate) => {
      const receive = (amount: bigint): bigint => convert({ amount: amount as Amount, from, to, marginRate }).receive;
      expect(receive(first) + receive(second) <= receive(first + second)).toBe(true);
    }),
  );
});

test('the spread shown is at least the margin, and the amount received is never further off', () => {
  fc.assert(
    fc.property(amounts, coin, coin, margins, (amount, from, to, marginRate) => {
      const { receive, spreadRate } = convert({ amount, from, to, marginRate });
      expect(marginRate <= spreadRate).toBe(true);
      const promised = amount * from.mid * (10n ** 8n - spreadRate);
      expect(promised < (receive + 1n) * to.mid * 10n ** 8n).toBe(true);
    }),
  );
});
