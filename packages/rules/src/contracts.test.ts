/** The arithmetic of contracts: published examples first, then properties that must hold for any position. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contractFeeOf,
  financingOf,
  marginOf,
  notionalOf,
  pnlOf,
  type Side,
  type Size,
  stopsProblem,
} from './contracts.ts';
import { closePart, NO_CARRY, settleClose } from './contracts-close.ts';
import {
  breakEvenPrice,
  isLiquidated,
  liquidationPrice,
  marginLevelOf,
  type Position,
} from './contracts-liquidation.ts';
import { deriveTiers, maintenanceOf, type TierStep, tierOf } from './contracts-tiers.ts';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatPrice,
  type Price,
  priceOf,
  priceOfPoints,
  type Rate,
  rateOf,
} from './money.ts';

const BTC: Size = { lots: amountOf('1'), lotSize: amountOf('1'), quoteRate: rateOf('1') };
const CENT = priceOf('0.01');
const NO_FEE = rateOf('0');

const tiersOf = (...steps: readonly (readonly [floor: string, rate: string, leverage: number])[]) =>
  deriveTiers(
    steps.map(
      ([floor, rate, maxLeverage]): TierStep => ({
        floor: amountOf(floor),
        maintenanceRate: rateOf(rate),
        maxLeverage,
      }),
    ),
  );

const sides = fc.constantFrom<Side>('buy', 'sell');
const points = fc.integer({ min: 100, max: 50_000_000 });
const sizes = fc.record({
  lots: fc.bigInt({ min: 1_000_000n, max: 50_000_000_000n }) as fc.Arbitrary<Amount>,
  lotSize: fc.constantFrom('0.001', '1', '100000').map(amountOf),
  quoteRate: fc.constantFrom('1', '0.00652', '1.31').map(rateOf),
});
const positions = fc
  .record({
    side: sides,
    size: sizes,
    openPoints: points,
    leverage: fc.integer({ min: 1, max: 125 }),
    maintenance: fc.bigInt({ min: 1n, max: 99n }),
    feeRate: fc.bigInt({ min: 0n, max: 299_999n }) as fc.Arbitrary<Rate>,
  })
  .map(({ side, size, openPoints, leverage, maintenance, feeRate }): Position => {
    const open = priceOfPoints(openPoints, 2);
    const margin = marginOf(size, open, leverage);
    // Some share of the margin, so that there is something to lose.
    return { side, size, open, margin, maintenance: ((margin * maintenance) / 100n) as Amount, feeRate };
  });

describe('one bitcoin at 20,000 with 50×', () => {
  const open = priceOf('20000');
  const margin = marginOf(BTC, open, 50);
  const tiers = tiersOf(['0', '0.005', 125]) ?? [];
  const maintenance = maintenanceOf(tiers, notionalOf(BTC, open));

  test('asks for 400 of margin and 100 of maintenance', () => {
    expect(formatAmount(margin)).toBe('400');
    expect(formatAmount(maintenance)).toBe('100');
  });

  test.each([
    ['buy', '19700'],
    ['sell', '20300'],
  ] as const)('%s is liquidated at %s before fees', (side, price) => {
    const position: Position = { side, size: BTC, open, margin, maintenance, feeRate: NO_FEE };
    expect(formatPrice(liquidationPrice(position, CENT) as Price)).toBe(price);
    expect(marginLevelOf(position, priceOf(price))).toBe(rateOf('1'));
    expect(marginLevelOf(position, open)).toBe(rateOf('4'));
  });

  test('costs 10 a side at 0.05 %, 6 a night at 0.03 %, and must rise by both fees to break even', () => {
    const feeRate = rateOf('0.0005');
    expect(formatAmount(contractFeeOf(BTC, open, feeRate))).toBe('10');
    expect(formatAmount(financingOf(BTC, open, rateOf('0.0003')))).toBe('6');
    const paid = amountOf('10');
    const price = breakEvenPrice({ side: 'buy', size: BTC, open, feeRate, paid }, CENT);
    expect(formatPrice(price)).toBe('20020.02');
    expect(formatPrice(breakEvenPrice({ side: 'sell', size: BTC, open, feeRate, paid }, CENT))).toBe('19980');
  });
});

test('yen: ten lots of 100,000 dollars at 155.000, a yen being 0.00645 dollars', () => {
  const size: Size = { lots: amountOf('10'), lotSize: amountOf('100000'), quoteRate: rateOf('0.00645') };
  const open = priceOf('155');
  expect(formatAmount(notionalOf(size, open))).toBe('999750');
  expect(formatAmount(pnlOf({ side: 'buy', size, open, close: priceOf('155.01') }))).toBe('64.5');
});

describe('tiers', () => {
  test('deductions follow d = d before + floor × rise of the rate', () => {
    const tiers = tiersOf(
      ['0', '0.004', 125],
      ['50000', '0.005', 100],
      ['250000', '0.01', 50],
      ['1000000', '0.025', 20],
    );
    expect(tiers?.map(({ deduction }) => formatAmount(deduction))).toEqual(['0', '50', '1300', '16300']);
  });

  test.each([
    ['is empty', []],
    ['does not begin at 0', [['1', '0.01', 50]]],
    [
      'has a floor twice',
      [
        ['0', '0.01', 50],
        ['0', '0.02', 20],
      ],
    ],
    [
      'has a falling floor',
      [
        ['0', '0.01', 50],
        ['10', '0.02', 20],
        ['5', '0.03', 10],
      ],
    ],
    [
      'has a rate that does not rise',
      [
        ['0', '0.01', 50],
        ['10', '0.01', 20],
      ],
    ],
    [
      'has a leverage that rises',
      [
        ['0', '0.01', 20],
        ['10', '0.02', 40],
      ],
    ],
    ['has a leverage of half', [['0', '0.01', 2.5]]],
    ['has no leverage', [['0', '0.01', 0]]],
    ['asks for all', [['0', '1', 1]]],
    ['asks for nothing', [['0', '0', 10]]],
    ['asks for more than the initial margin', [['0', '0.02', 50]]],
    [
      'has a deduction that eight decimals cannot hold',
      [
        ['0', '0.01', 50],
        ['0.00000001', '0.015', 20],
      ],
    ],
  ] as const)('a table that %s is refused', (_why, steps) => expect(tiersOf(...steps)).toBeUndefined());

  test('the requirement has no step where two tiers meet, and never falls', () => {
    const tables = fc
      .uniqueArray(
        fc.record({ floor: fc.integer({ min: 1, max: 10 ** 7 }), rise: fc.bigInt({ min: 1n, max: 4_000_000n }) }),
        {
          minLength: 1,
          maxLength: 9,
          selector: ({ floor }) => floor,
        },
      )
      .map((raw) => {
        let rate = 100_000n;
        const sorted = raw.toSorted((left, right) => left.floor - right.floor);
        return [['0', '0.001', 2] as const].concat(
          sorted.map(({ floor, rise }) => {
            rate += rise;
            return [String(floor), formatAmount(rate as Amount), 2] as never;
          }),
        );
      });
    fc.assert(
      fc.property(tables, fc.bigInt({ min: 0n, max: 10n ** 16n }), (steps, somewhere) => {
        const tiers = tiersOf(...steps);
        if (tiers === undefined) throw new Error('a sound table was refused');
        for (const { floor } of tiers.slice(1)) {
          const below = maintenanceOf(tiers, (floor - 1n) as Amount);
          const at = maintenanceOf(tiers, floor);
          // One minor unit of notional is a fraction of a minor unit of requirement.
          expect(at - below).toBeGreaterThanOrEqual(0n);
          expect(at - below).toBeLessThanOrEqual(1n);
        }
        const notional = somewhere as Amount;
        expect(tierOf(tiers, notional).floor).toBeLessThanOrEqual(notional);
        expect(maintenanceOf(tiers, (notional + 1n) as Amount)).toBeGreaterThanOrEqual(maintenanceOf(tiers, notional));
      }),
    );
  });
});

describe('the liquidation price', () => {
  test('is the first point that meets the condition, and the point before it does not', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const price = liquidationPrice(position, CENT);
        if (price === undefined) {
          expect(position.side).toBe('buy');
          expect(isLiquidated(position, CENT)).toBe(false);
          return;
        }
        const back = position.side === 'buy' ? CENT : -CENT;
        expect(isLiquidated(position, price)).toBe(true);
        expect(isLiquidated(position, (price + back) as Price)).toBe(false);
        expect(isLiquidated(position, (price - back) as Price)).toBe(true);
      }),
    );
  });

  test('comes nearer when margin is taken away', () => {
    fc.assert(
      fc.property(positions, fc.bigInt({ min: 1n, max: 10n ** 12n }), (position, less) => {
        const poorer = { ...position, margin: (position.margin - less) as Amount };
        const [full, taken] = [liquidationPrice(position, CENT), liquidationPrice(poorer, CENT)];
        if (full === undefined || taken === undefined) return;
        if (position.side === 'buy') expect(taken).toBeGreaterThanOrEqual(full);
        else expect(taken).toBeLessThanOrEqual(full);
      }),
    );
  });
});

test('closing at the break-even price brings back what was paid, and a point before it does not', () => {
  fc.assert(
    fc.property(positions, fc.bigInt({ min: 0n, max: 10n ** 12n }), ({ side, size, open, feeRate }, raw) => {
      const paid = raw as Amount;
      const price = breakEvenPrice({ side, size, open, feeRate, paid }, CENT);
      if (price <= CENT) return;
      const left = (at: Price): bigint =>
        pnlOf({ side, size, open, close: at }) - contractFeeOf(size, at, feeRate) - paid;
      // Rounding of PnL and fee takes at most two minor units.
      expect(left(price)).toBeGreaterThanOrEqual(-2n);
      expect(left((price - (side === 'buy' ? CENT : -CENT)) as Price)).toBeLessThanOrEqual(0n);
    }),
  );
});

test('what a buyer gains a seller of the same loses, to the minor unit', () => {
  fc.assert(
    fc.property(sizes, points, points, (size, from, to) => {
      const [open, close] = [priceOfPoints(from, 2), priceOfPoints(to, 2)];
      const long = pnlOf({ side: 'buy', size, open, close });
      expect(pnlOf({ side: 'sell', size, open: close, close: open })).toBe(long);
      const short = pnlOf({ side: 'sell', size, open, close });
      expect(long + short).toBeGreaterThanOrEqual(-1n);
      expect(long + short).toBeLessThanOrEqual(0n);
    }),
  );
});

describe('partial closes', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 8 });

  test('add up to one close of the whole: margin, PnL and fee, with nothing lost', () => {
    fc.assert(
      fc.property(positions, points, cuts, (position, closePoints, shares) => {
        const price = priceOfPoints(closePoints, 2);
        const whole = closePart({ ...position, carry: NO_CARRY }, { lots: position.size.lots, price });
        let { margin, size } = position;
        let carry = NO_CARRY;
        const sum = { margin: 0n, pnl: 0n, fee: 0n };
        for (const share of [...shares, 100]) {
          const lots = share === 100 ? size.lots : (size.lots * BigInt(share)) / 100n;
          if (lots === 0n || size.lots < lots) continue;
          const part = closePart({ ...position, margin, size, carry }, { lots: lots as Amount, price });
          sum.margin += part.margin;
          sum.pnl += part.pnl;
          sum.fee += part.fee;
          carry = part.carry;
          margin = (margin - part.margin) as Amount;
          size = { ...size, lots: (size.lots - lots) as Amount };
          if (size.lots === 0n) break;
        }
        expect(sum).toEqual({ margin: position.margin, pnl: whole.pnl, fee: whole.fee });
      }),
    );
  });

  test('of nothing, or of more than is open, are a bug of the caller', () => {
    const position = {
      side: 'buy',
      size: BTC,
      open: priceOf('1'),
      margin: amountOf('1'),
      feeRate: NO_FEE,
      carry: NO_CARRY,
    } as const;
    for (const lots of ['0', '-1', '1.00000001']) {
      expect(() => closePart(position, { lots: amountOf(lots), price: priceOf('1') })).toThrow(RangeError);
    }
  });
});

test('a close never costs more than its margin, and every unit of it goes somewhere', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n }) as fc.Arbitrary<Amount>;
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), amounts, (margin, pnl, fee) => {
      const money = settleClose({ margin, pnl: pnl as Amount, fee });
      for (const part of Object.values(money)) expect(part).toBeGreaterThanOrEqual(0n);
      expect(money.loss + money.fee + money.released).toBe(margin + money.profit);
      expect(money.profit - money.loss - money.shortfall).toBe(pnl);
      expect(money.loss).toBeLessThanOrEqual(margin);
    }),
  );
});

describe('stop and target', () => {
  const check = (side: Side, stops: { stopLoss?: string; takeProfit?: string }): string | undefined =>
    stopsProblem({
      side,
      reference: priceOf('100'),
      distance: priceOf('1'),
      stopLoss: stops.stopLoss === undefined ? undefined : priceOf(stops.stopLoss),
      takeProfit: stops.takeProfit === undefined ? undefined : priceOf(stops.takeProfit),
      liquidation: priceOf(side === 'buy' ? '90' : '110'),
    });

  test.each([
    ['buy', { stopLoss: '99' }, undefined],
    ['buy', { stopLoss: '99.01' }, 'stopLoss'],
    ['buy', { stopLoss: '101' }, 'stopLoss'],
    ['buy', { stopLoss: '90.01' }, undefined],
    ['buy', { stopLoss: '90' }, 'stopLoss'],
    ['buy', { takeProfit: '101' }, undefined],
    ['buy', { takeProfit: '100.99' }, 'takeProfit'],
    ['sell', { stopLoss: '101' }, undefined],
    ['sell', { stopLoss: '100.99' }, 'stopLoss'],
    ['sell', { stopLoss: '110' }, 'stopLoss'],
    ['sell', { takeProfit: '99' }, undefined],
    ['sell', { takeProfit: '99.01' }, 'takeProfit'],
    ['sell', { stopLoss: '95', takeProfit: '105' }, 'stopLoss'],
  ] as const)('%s with %j: %s', (side, stops, problem) => expect(check(side, stops)).toBe(problem));
});
