/**
 * The value of balances by their use: rounding loses nothing, and assets without a price are
 * listed.
 */
import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import { formatFigure } from '@glasshouse/ui';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availableShown, type Balance, portions, sharesOf, worthOf } from './worth.ts';

const balance = (part: Partial<Balance>): Balance => ({
  book: 'demo',
  asset: 'USDT',
  available: '0',
  held: '0',
  margin: '0',
  inOptions: '0',
  plan: '0',
  collateral: '0',
  total: '0',
  valueUsdt: '0',
  ...part,
});

test('orders, positions and available balances are separate, over all assets', () => {
  const worth = worthOf([
    balance({ available: '100', held: '20', margin: '30', inOptions: '50', total: '200', valueUsdt: '200' }),
    balance({ asset: 'BTC', available: '0.3', held: '0.1', plan: '0.1', total: '0.5', valueUsdt: '30000' }),
  ]);
  expect(worth).toEqual({
    total: '30200',
    available: '18100',
    inOrders: '6020',
    inPositions: '80',
    inPlans: '6000',
    pledged: '0',
    unpriced: [],
  });
  const pledged = balance({ asset: 'ETH', available: '1', collateral: '2', total: '3', valueUsdt: '9000' });
  expect(worthOf([pledged])).toMatchObject({ available: '3000', pledged: '6000', inPlans: '0' });
});

test('the parts add up to the total, to the last unit', () => {
  const { available, inOrders, inPositions, inPlans, pledged, total } = worthOf([
    balance({ available: '1', held: '1', margin: '1', total: '3', valueUsdt: '0.00000010' }),
  ]);
  expect([inOrders, inPositions]).toEqual(['0.00000003', '0.00000003']);
  expect([available, inOrders, inPositions, inPlans, pledged].reduce((sum, part) => sum + amountOf(part), 0n)).toBe(
    amountOf(total),
  );
});

test('an asset without a price is not counted but listed; an empty one is ignored', () => {
  const worth = worthOf([
    balance({ asset: 'XYZ', available: '5', total: '5', valueUsdt: null }),
    balance({ asset: 'OLD', valueUsdt: null }),
    balance({ available: '7', total: '7', valueUsdt: '7' }),
  ]);
  expect(worth).toMatchObject({ total: '7', available: '7', unpriced: ['XYZ'] });
});

test('shares add up to 100 %, the missing hundredths going to those that lost most', () => {
  expect(sharesOf(['1', '1', '1'])).toEqual(['0.3334', '0.3333', '0.3333']);
  expect(sharesOf(['50', null, '150'])).toEqual(['0.25', undefined, '0.75']);
  expect(sharesOf(['0', null])).toEqual([undefined, undefined]);
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 1, maxLength: 12 }), (parts) => {
      fc.pre(parts.some((part) => 0n < part));
      const shares = sharesOf(parts.map((part) => formatAmount(part as Amount)));
      const sum = shares.reduce((whole, share) => whole + amountOf(share ?? '0'), 0n);
      expect(sum).toBe(amountOf('1'));
      for (const [index, share] of portions(parts, 10_000n).entries()) {
        const whole = parts.reduce((sum, part) => sum + part, 0n);
        const distance = share * whole - (parts[index] ?? 0n) * 10_000n;
        expect(distance < whole && -distance < whole).toBe(true);
      }
    }),
  );
});

test('what is shown adds up to the total that is shown', () => {
  const part = fc.integer({ min: 0, max: 10 ** 12 }).map((units) => BigInt(units) as Amount);
  const cents = (text: string, rounding?: 'half'): number =>
    Math.round(
      Number(formatFigure(text, { locale: 'en', places: 2, rounding }).replace(/,/g, '').replace('\u2212', '-')) * 100,
    );
  fc.assert(
    fc.property(
      fc.tuple(part, part, part, part, part, part),
      fc.integer({ min: -(10 ** 11), max: 10 ** 11 }),
      (drawn, result) => {
        const [available, inOrders, inPositions, inPlans, pledged, owed] = drawn.map(formatAmount) as [
          string,
          string,
          string,
          string,
          string,
          string,
        ];
        const adds = formatAmount(BigInt(result) as Amount);
        const parts = [inOrders, inPositions, inPlans, pledged];
        const all = [available, ...parts, adds].reduce((sum, text) => sum + amountOf(text), 0n) - amountOf(owed);
        fc.pre(0n <= all);
        const total = formatAmount(all as Amount);
        const worth = { total, available, inOrders, inPositions, inPlans, pledged, unpriced: [] };
        const shown = availableShown(worth, { total, adds, owed });
        const sum = [shown, ...parts].reduce((left, text) => left + cents(text), cents(adds, 'half'));
        expect(sum - cents(owed)).toBe(cents(total));
      },
    ),
  );
});
