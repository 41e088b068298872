/** Option arithmetic: known figures, then properties for every stake and rate. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amountOf, formatRate, type Rate, rateOf } from './money.ts';
import { creditOf, quoteOption, settleOption, voidReasonOf } from './options.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n }) as fc.Arbitrary<Amount>;
const rates = fc.bigInt({ min: 0n, max: 10n ** 8n }) as fc.Arbitrary<Rate>;

describe('quoteOption', () => {
  test('100 staked at 82 % without a fee', () => {
    const quote = quoteOption({ stake: amountOf('100'), payoutRate: rateOf('0.82'), feeRate: rateOf('0') });
    expect(quote.profit).toBe(amountOf('82'));
    expect(quote.payout).toBe(amountOf('182'));
    expect(quote.total).toBe(amountOf('100'));
    // 100 ÷ 182, rounded up.
    expect(formatRate(quote.breakEven)).toBe('0.54945055');
    expect(formatRate(quote.houseEdge)).toBe('0.09');
  });

  test('a fee raises break-even and house edge', () => {
    const quote = quoteOption({ stake: amountOf('50'), payoutRate: rateOf('0.9'), feeRate: rateOf('0.01') });
    expect(quote.fee).toBe(amountOf('0.5'));
    expect(quote.total).toBe(amountOf('50.5'));
    // 50.5 ÷ 95.
    expect(formatRate(quote.breakEven)).toBe('0.53157895');
    expect(formatRate(quote.houseEdge)).toBe('0.06');
  });

  test('profit is rounded down and the fee up, each by less than one unit', () => {
    fc.assert(
      fc.property(amounts, rates, rates, (stake, payoutRate, feeRate) => {
        const { profit, fee } = quoteOption({ stake, payoutRate, feeRate });
        const unit = 10n ** 8n;
        const exactProfit = stake * payoutRate;
        const exactFee = stake * feeRate;
        expect(profit * unit <= exactProfit && exactProfit < (profit + 1n) * unit).toBe(true);
        expect((fee - 1n) * unit < exactFee && exactFee <= fee * unit).toBe(true);
      }),
    );
  });

  test('with a payout rate of at most 1 the house never loses on average', () => {
    fc.assert(
      fc.property(amounts, rates, rates, (stake, payoutRate, feeRate) => {
        const { houseEdge, breakEven } = quoteOption({ stake, payoutRate, feeRate });
        expect(houseEdge).toBeGreaterThanOrEqual(0n);
        expect(breakEven).toBeGreaterThanOrEqual(50_000_000n);
      }),
    );
  });

  test('winning at the break-even rate never makes a loss', () => {
    fc.assert(
      fc.property(amounts, rates, rates, (stake, payoutRate, feeRate) => {
        const { breakEven, total, payout } = quoteOption({ stake, payoutRate, feeRate });
        expect(breakEven * payout).toBeGreaterThanOrEqual(total * 10n ** 8n);
        expect((breakEven - 1n) * payout).toBeLessThan(total * 10n ** 8n);
      }),
    );
  });
});

describe('settleOption', () => {
  test.each([
    ['up', 100, 101, 'win'],
    ['up', 100, 99, 'lose'],
    ['down', 100, 99, 'win'],
    ['down', 100, 101, 'lose'],
    ['up', 100, 100, 'draw'],
    ['down', 100, 100, 'draw'],
  ] as const)('%s from %d to %d is a %s', (direction, entry, exit, outcome) => {
    expect(settleOption({ direction, entry, exit })).toBe(outcome);
  });

  test('one side wins what the other loses', () => {
    const opposite = { win: 'lose', lose: 'win', draw: 'draw' } as const;
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (entry, exit) => {
        const up = settleOption({ direction: 'up', entry, exit });
        expect(settleOption({ direction: 'down', entry, exit })).toBe(opposite[up]);
      }),
    );
  });

  test('the credit is stake plus profit, the stake, or nothing', () => {
    const order = { stake: amountOf('10'), profit: amountOf('8') };
    expect(creditOf({ ...order, outcome: 'win' })).toBe(amountOf('18'));
    expect(creditOf({ ...order, outcome: 'draw' })).toBe(amountOf('10'));
    expect(creditOf({ ...order, outcome: 'lose' })).toBe(0n);
  });
});

describe('voidReasonOf', () => {
  const window = {
    entry: { seq: 5, at: 1_000 },
    exit: { seq: 9, at: 60_500 },
    expiresAt: 61_000,
    lastGapEndedAt: 0,
    gapLimitMs: 2_000,
  };
  test.each([
    ['a complete window settles', {}, undefined],
    ['a gap that ended at the entry is ignored', { lastGapEndedAt: 1_000 }, undefined],
    ['a gap inside the window', { lastGapEndedAt: 30_000 }, 'gap'],
    ['the last tick exactly the limit before the expiry', { exit: { seq: 9, at: 59_000 } }, undefined],
    ['the last tick longer than the limit before the expiry', { exit: { seq: 9, at: 58_999 } }, 'gap'],
    ['the entry is also the last tick', { exit: { seq: 5, at: 60_000 } }, 'tooFewTicks'],
    ['no tick at all', { exit: undefined }, 'tooFewTicks'],
    ['a tick exactly at the expiry counts', { exit: { seq: 9, at: 61_000 } }, undefined],
  ] as const)('%s', (_name, change, reason) => {
    expect(voidReasonOf({ ...window, ...change })).toBe(reason);
  });
});
