import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

type Case = OperatorResultOf<'getLoanCase'>;

const ITEM: Case['item'] = {
  id: 5,
  user: { id: 1001, name: 'anna@example.com', status: 'active' },
  amount: '1000',
  principal: '1000',
  termDays: 90,
  state: 'pending',
  identity: 'full',
  createdAt: '2026-11-29T08:30:00.000Z',
  dueAt: '2099-11-30T08:30:00.000Z',
  isOverdue: false,
  warnedAt: null,
  needsSecondPerson: false,
  request: null,
  owed: '1000',
  daysOverdue: 0,
  told: null,
};

/** 1,000 USDT for 90 days against 0.04 BTC, asked for by Anna and not reviewed yet. */
export const ASKED_LOAN: Case = {
  item: ITEM,
  loan: {
    id: ITEM.id,
    amount: '1000',
    termDays: 90,
    dailyRate: '0.0005',
    overdueRate: '0.001',
    interestFreeDays: 14,
    graceDays: 7,
    openRate: '0.6',
    warnRate: '0.75',
    sellRate: '0.85',
    saleRate: '0.01',
    warnHours: 24,
    freeReturnsYear: 2,
    freeReturnsUsed: 1,
    interest: '0',
    totalInterest: '45',
    apr: '0.1825',
    repaymentAt: null,
    repaymentAmount: '1045',
    principal: '1000',
    payoff: '1000',
    repaid: '0',
    interestPaid: '0',
    withdrawUntil: null,
    state: 'pending',
    collateral: [{ symbol: 'BTC', amount: '0.04' }],
    cover: null,
    agreementId: 3,
    agreementVersion: 1,
    textHash: 'ab'.repeat(32),
    signatureHash: 'cd'.repeat(32),
    reason: null,
    reasonText: null,
    createdAt: ITEM.createdAt,
    startedAt: null,
    closedAt: null,
    timeline: [],
  },
  balanceValue: '9000',
  balanceNow: '8800',
  limitRate: '0.5',
  agreementLanguage: 'en',
  pledge: [{ symbol: 'BTC', amount: '0.04', price: '60000', value: '2400' }],
  pledgeValue: '2400',
  pledgeShare: '0.41666667',
  checks: [
    { check: 'standing', passes: true },
    { check: 'pledge', passes: true },
    { check: 'pool', passes: true },
  ],
  earlier: [],
};

interface Changes extends Partial<Omit<Case, 'item'>> {
  readonly item?: Partial<Case['item']>;
}

/** That loan with what differs. */
export const loanCase = ({ item = {}, ...more }: Changes = {}): Case => ({
  ...ASKED_LOAN,
  ...more,
  item: { ...ITEM, ...item },
});
