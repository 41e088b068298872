/** Spot, holdings, plans, loans, conversions and markets: each figure follows from its reason. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amount, amountOf, formatAmount, formatPrice, formatRate, type Price, type Rate } from '../money.ts';
import { allFollow, follows } from '../testing/follows.ts';
import {
  exposureDerivations,
  exposureShareDerivation,
  nextLevelDerivation,
  totalDerivation,
  unrealisedDerivation,
  worthDerivation,
} from './holdings.ts';
import { coverDerivation, loanDerivations, loanLimitDerivation, payoffDerivation } from './loans.ts';
import { dayChangeDerivation } from './markets.ts';
import { exitDerivations, planDerivations, totalYieldDerivation } from './plans.ts';
import { spotTicketDerivations } from './spot.ts';

const amount = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Amount);
const none = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((units) => units as Amount);
const text = amount.map(formatAmount);
const rate = fc.bigInt({ min: 1n, max: 10n ** 7n }).map((units) => units as Rate);
const price = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((units) => formatPrice(units as Price));
const days = fc.integer({ min: 1, max: 400 });

test('a spot ticket: fee, total, average and balance after', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
      fc.tuple(amount, none, none, none, amount),
      (side, [value, takerFee, makerFee, filled, quantity]) => {
        const spent = (side === 'buy' ? value + takerFee + makerFee : quantity) as Amount;
        const derived = spotTicketDerivations({
          side,
          amount: value,
          takerFee,
          makerFee,
          taken: { amount: filled, quantity },
          spent,
          available: (spent + 5n) as Amount,
        });
        allFollow(derived);
        expect(derived.fee.result).toBe(formatAmount((takerFee + makerFee) as Amount));
        expect(derived.balanceAfter?.result).toBe('0.00000005');
      },
    ),
  );
});

test('exposure of a market, its share of the account, sums of positions and unrealised results', () => {
  const contract = fc.record({
    side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
    openLots: text,
    lotSize: text,
    quoteRate: fc.constantFrom('1', '0.00671234'),
  });
  fc.assert(
    fc.property(
      fc.array(contract, { maxLength: 4 }),
      fc.array(text, { maxLength: 3 }),
      price,
      text,
      text,
      (...drawn) => {
        const [contracts, stakes, at, quantity, worth] = drawn;
        const derived = exposureDerivations({ contracts, stakes, coin: { asset: 'BTC', quantity } }, at);
        allFollow(derived);
        follows(exposureShareDerivation(derived.net, worth));
        follows(
          totalDerivation([
            { label: 'BTC', derived: derived.long },
            { label: 'ETH', derived: derived.short },
          ]),
        );
        follows(totalDerivation([]));
        follows(unrealisedDerivation({ value: worth, saleFee: worth, cost: quantity }));
        follows(nextLevelDerivation({ goal: worth, paid: quantity }));
      },
    ),
  );
});

test('the total value is the worth of all coins with a price, and what open contracts would add, less debts', () => {
  const coin = fc.record({
    asset: fc.constantFrom('BTC', 'ETH', 'USDT'),
    valueUsdt: fc.option(none.map(formatAmount)),
  });
  const open = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((units) => units as Amount);
  fc.assert(
    fc.property(fc.array(coin, { maxLength: 5 }), fc.array(open, { maxLength: 3 }), (coins, results) => {
      const sum = totalDerivation(
        results.map((result) => ({
          label: 'BTC/USDT',
          derived: { terms: [], rounding: 'exact' as const, decimals: 8, result: formatAmount(result) },
        })),
      );
      const worth = worthDerivation({ coins, open: { label: 'open', derived: sum } });
      const balances = coins.reduce((whole, { valueUsdt }) => whole + amountOf(valueUsdt ?? '0'), 0n);
      expect(amountOf(worth.result)).toBe(balances + results.reduce((whole, result) => whole + result, 0n));
      follows(worthDerivation({ coins }));
      expect(amountOf(worthDerivation({ coins }).result)).toBe(balances);
      const owed = { label: 'owed', value: formatAmount(amountOf('1000.5')) };
      const net = worthDerivation({ coins, owed });
      follows(net);
      expect(amountOf(net.result)).toBe(balances - amountOf('1000.5'));
    }),
  );
});

test('plans: every day, all days, the end, and leaving early', () => {
  fc.assert(
    fc.property(text, rate, rate, days, days, (principal, yieldRate, penalty, count, paidDays) => {
      const dailyYield = formatRate(yieldRate);
      const penaltyRate = formatRate(penalty);
      const derived = planDerivations({ principal, dailyYield, penaltyRate, days: count });
      allFollow(derived);
      allFollow(exitDerivations({ principal, penaltyRate, days: count, paidDays, daily: derived.daily.result }));
      follows(totalYieldDerivation({ dailyYield, days: count }));
    }),
  );
});

test('loans: interest, repayment, annual rate, pledge, limit and cover', () => {
  fc.assert(
    fc.property(
      amount,
      rate,
      days,
      fc.integer({ min: 0, max: 30 }),
      text,
      text,
      (sum, dailyRate, termDays, ...rest) => {
        const [freeDays, value, secondValue] = rest;
        const terms = { dailyRate, overdueRate: dailyRate, freeDays, termDays };
        allFollow(loanDerivations({ ...terms, amount: sum, openRate: '0.65' }));
        follows(coverDerivation({ debt: value, value: secondValue }));
        follows(payoffDerivation({ principal: value, interest: '0.5', payoff: formatAmount(sum) }));
        const limits = {
          balanceValue: value,
          limitRate: '0.5',
          freeValue: secondValue,
          openRate: '0.65',
          pool: '1000000',
        };
        const all = { ...limits, maximum: '50000' };
        follows(loanLimitDerivation({ ...all, limit: formatAmount(sum) }));
      },
    ),
    // A loan so small that the tolerance of its annual rate counts.
    { numRuns: 40, examples: [[10n as Amount, 7_432_433n as Rate, 37, 0, '0.00000001', '0.00000001']] },
  );
  const limits = { balanceValue: '1000', limitRate: '0.5', freeValue: '400', openRate: '0.65', pool: '9000' };
  expect(loanLimitDerivation({ ...limits, maximum: '5000', limit: '260' })?.terms[0]?.term).toBe('free');
  expect(loanLimitDerivation({ ...limits, maximum: '50', limit: '50' })?.terms[0]?.term).toBe('most');
  expect(loanLimitDerivation({ ...limits, maximum: '5000', limit: '0' })).toBeUndefined();
  expect(payoffDerivation({ principal: '10', interest: '1', payoff: '11' })?.result).toBe('11');
});

test('the change of a day', () => {
  fc.assert(fc.property(price, price, (now, dayAgo) => follows(dayChangeDerivation({ price: now, dayAgo }))));
  expect(dayChangeDerivation({ price: '101.005', dayAgo: '100' })?.result).toBe('0.0101');
});
