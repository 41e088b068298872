import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portions, sharesOf } from './shares.ts';

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
