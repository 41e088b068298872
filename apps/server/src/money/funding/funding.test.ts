import { normalIban } from '@glasshouse/api/iban';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparableName, maskedAccount } from './iban.ts';
import { referenceOf, userOfReference } from './reference.ts';
import { stepOf, withStep } from './steps.ts';
import { currencyOfUsdt, type PriceTick, usdtOfCurrency, valueInUsdt } from './value.ts';

const IBANS = ['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NO9386011117947'];
test.each(IBANS)(
  '%s is an IBAN, with spaces and in small letters too; with two digits exchanged it is none',
  (iban) => {
    expect(normalIban(iban.replaceAll(/(.{4})/g, '$1 ').toLowerCase())).toBe(iban);
    const swapped = iban.slice(0, 6) + iban[7] + iban[6] + iban.slice(8);
    if (swapped !== iban) expect(normalIban(swapped)).toBeUndefined();
  },
);
test.each(['', 'DE89', 'DE00370400440532013000', '89DE370400440532013000', 'DE8937040044053201300€'])(
  '%j is no IBAN',
  (text) => {
    expect(normalIban(text)).toBeUndefined();
  },
);
test('an account is shown so that it is recognised, and not so that it can be used', () => {
  expect(maskedAccount('DE89370400440532013000')).toBe('DE89 •••• 3000');
});

test.each([
  ['José Ángel Núñez', 'NUNEZ jose angel', true],
  ['Ada Lovelace', 'Ada  Lovelace', true],
  ['Ada Lovelace', 'Ada Lovelac', false],
  ['Ada Lovelace', '', false],
])('%s and %s are one name: %s', (left, right, same) => {
  expect(comparableName(left) === comparableName(right)).toBe(same);
});

test('a reference leads back to its person, and one wrong digit to nobody', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 12 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 9 }),
      (user, place, shift) => {
        const reference = referenceOf(user);
        expect(userOfReference(`payment ${reference.toLowerCase()} thanks`)).toBe(user);
        const digits = [...reference];
        const at = 2 + (place % String(user).length);
        digits[at] = String((Number(digits[at]) + shift) % 10);
        expect(userOfReference(digits.join(''))).not.toBe(user);
        if (digits[2] !== '0') expect(userOfReference(digits.join(''))).toBeUndefined();
      },
    ),
  );
});

const tick = (mid: number, precision: number): PriceTick => ({
  code: 'X',
  precision,
  seq: 1,
  bid: mid,
  ask: mid,
  mid,
  at: 1,
});
test('there and back between currency and USDT, nobody wins', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 16n }), fc.integer({ min: 50_000, max: 200_000 }), (units, mid) => {
      const amount = units as never;
      const price = tick(mid, 5);
      expect(usdtOfCurrency(currencyOfUsdt(amount, price), price)).toBeLessThanOrEqual(units);
      expect(currencyOfUsdt(amount, price) % 1_000_000n).toBe(0n);
    }),
  );
});
test('a value is at the mid, USDT is itself, and without a price there is none', () => {
  expect(valueInUsdt('ETH', 150_000_000n as never, tick(320_000, 2))).toBe(480_000_000_000n);
  expect(valueInUsdt('USDT', 5n as never, null)).toBe(5n);
  expect(valueInUsdt('ETH', 5n as never, null)).toBeNull();
});

test('of too many steps the first and the latest stay', () => {
  let steps = withStep([], stepOf({ seq: 1, at: 1 }, 'seen'));
  for (let seq = 2; seq <= 100; seq += 1) steps = withStep(steps, stepOf({ seq, at: seq }, 'seen'));
  expect(steps).toHaveLength(25);
  expect([steps[0]?.seq, steps[1]?.seq, steps.at(-1)?.seq]).toEqual([1, 77, 100]);
});
