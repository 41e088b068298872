import type { Plan, Product } from '@glasshouse/trade/plans/sums';

/** The shortest plan of a first start, with 2,000 USDT of yield to promise. */
export const WEEK_PLAN: Product = {
  id: 1,
  name: 'Smart plan, 7 days',
  kind: 'smart',
  asset: 'USDT',
  version: 1,
  cycleDays: 7,
  dailyYield: '0.0002',
  totalYield: '0.0014',
  min: '100',
  max: '5000',
  exitPenaltyRate: '0.0007',
  capacity: '1000000',
  taken: '0',
  plans: 0,
  sold: 0,
  onePerUser: true,
  mine: 0,
  sale: 'open',
  available: '5000',
  reserve: { funded: '2000', drawn: '0', penalties: '0', paid: '30', promised: '500', free: '1470' },
};

/** 200 USDT in it, with two of seven days paid. */
export const EARNING_PLAN: Plan = {
  id: 3001,
  productId: 1,
  termsVersion: 1,
  kind: 'smart',
  asset: 'USDT',
  amount: '200',
  dailyYield: '0.0002',
  dailyAmount: '0.04',
  cycleDays: 7,
  paidDays: 2,
  earned: '0.08',
  promised: '0.28',
  exitPenaltyRate: '0.0007',
  state: 'earning',
  boughtAt: '2026-11-27T10:00:00.000Z',
  startedAt: '2026-11-28T00:00:00.000Z',
  maturesAt: '2026-12-05T00:00:00.000Z',
  penalty: null,
  closedAt: null,
  name: 'Smart plan, 7 days',
};
