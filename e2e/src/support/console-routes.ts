import { expect, type Locator } from '@playwright/test';
import { PASSWORD } from './accounts.ts';
import { type Customer, creditDeposit, newCustomer, operatorResult, secondSteps } from './operator-api.ts';
import type { Person } from './person.ts';
import type { ServerPlace } from './shared-server.ts';

/** Below `/operator`. A new page is added here; those of single records need their numbers. */
export const CONSOLE_ROUTES = [
  '/',
  '/queue',
  '/kyc',
  '/deposits',
  '/withdrawals',
  '/payouts',
  '/loans',
  '/lending',
  '/requests',
  '/reconciliation',
  '/users',
  '/ledger',
  '/audit',
  '/reports',
  '/instruments?q=BTC',
  '/instruments/options/BTCUSDT',
  '/instruments/contracts/BTCUSDT',
  '/fee-tiers',
  '/corporate-actions',
  '/referrals',
  '/instruments/referrals/FRIENDS',
  '/house',
  '/plans',
  '/nfts',
  '/content',
  '/content/4',
  '/support',
  '/support-answers',
  '/support-ratings',
  '/parameters',
  '/operators',
  '/outbox',
  '/security',
];
const QUEUES = ['/kyc', '/deposits', '/withdrawals', '/loans', '/requests'];
const WITHDRAWAL_PASSWORD = 'seven grey herons';
const BASIC_FORM = {
  firstName: 'Anna',
  lastName: 'Lindqvist',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'SE',
  address: 'Storgatan 1, 753 10 Uppsala',
  phone: '+46701234567',
  documentType: 'passport',
  documentNumber: 'AB1234567',
} as const;
const OUTSIDE = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';

/**
 * Each queue has somebody waiting; somebody has been paid, credited and frozen. The payer is
 * another operator, because nobody pays what they approved.
 */
export async function fillQueues(
  operator: Person,
  payer: Person,
  place: Pick<ServerPlace, 'dataDir'>,
): Promise<Customer> {
  const anna = await newCustomer(operator);
  const { api } = anna;
  await api.resultOf('submitBasicKyc', { body: BASIC_FORM });
  await creditDeposit(operator, anna, '15000');
  await api.resultOf('simulateDeposit', { body: { symbol: 'USDT', network: 'TRC20', amount: '500' } });
  await api.resultOf('requestDeposit', {
    body: { symbol: 'USDT', network: 'TRC20', amount: '220.5', txHash: 'ab'.repeat(32) },
  });
  await api.resultOf('setWithdrawalPassword', { body: { newPassword: WITHDRAWAL_PASSWORD, password: PASSWORD } });
  const nextCode = await secondSteps(place, anna);
  const withdrawal = { method: 'crypto', symbol: 'USDT', network: 'TRC20', address: OUTSIDE } as const;
  const paid: number[] = [];
  for (const amount of ['300', '400', '500']) {
    const body = { ...withdrawal, amount, withdrawalPassword: WITHDRAWAL_PASSWORD, totp: await nextCode() };
    paid.push((await api.resultOf('requestWithdrawal', { body })).id);
  }
  for (const id of paid.slice(0, 2)) {
    const body = { decision: 'approve', reason: 'Nothing speaks against it.' } as const;
    await operatorResult(operator, 'reviewWithdrawal', { params: { id }, body });
  }
  await operatorResult(payer, 'makePayoutBatch', { body: { ids: paid.slice(0, 1), reason: 'Of today.' } });
  await operatorResult(operator, 'adjustUserBalance', {
    params: { id: String(anna.id) },
    body: { book: 'real', asset: 'USDT', direction: 'credit', amount: '12.5', reason: 'Goodwill for the outage.' },
  });
  await operatorResult(operator, 'changeTerms', {
    params: { product: 'contracts', code: 'BTCUSDT' },
    body: { fields: { feeRate: '0.0004' }, reason: 'As agreed for the summer.' },
  });
  await operatorResult(operator, 'inviteOperator', {
    body: { name: 'olga', roles: ['finance'], reason: 'Starts on Monday.' },
  });
  await operatorResult(operator, 'addUserNote', {
    params: { id: String(anna.id) },
    body: { text: 'Called about the deposit of 500 USDT.' },
  });
  return anna;
}

/** Somebody whom Anna invited, and who is verified, asks for a loan; the number of it. */
export async function askForLoan(operator: Person, inviter: Customer): Promise<number> {
  const { code: inviteCode } = await inviter.api.resultOf('getReferrals');
  const ben = await newCustomer(operator, inviteCode === null ? {} : { inviteCode });
  await ben.api.resultOf('submitBasicKyc', { body: { ...BASIC_FORM, documentNumber: 'BE7654321' } });
  const { items } = await operatorResult(operator, 'listKycQueue');
  const verdict = { decision: 'verify', reason: 'As the document says.' } as const;
  const own = items.find(({ userId }) => userId === ben.id);
  await operatorResult(operator, 'reviewKyc', { params: { id: own?.id ?? 0 }, body: verdict });
  await creditDeposit(operator, ben, '5000');
  const loan = { amount: '500', termDays: 30 };
  const { id: agreementId } = await ben.api.resultOf('prepareLoanAgreement', { body: loan });
  const signature = { typed: 'Ben Lindqvist' };
  return (await ben.api.resultOf('requestLoan', { body: { ...loan, agreementId, signature } })).id;
}

/** Pages of single records: a person, an account, an entry of the log, a payout batch. */
export async function recordRoutes(operator: Person, customer: Customer): Promise<string[]> {
  const { items: accounts } = await operatorResult(operator, 'listLedgerAccounts');
  const { items: batches } = await operatorResult(operator, 'listPayoutBatches');
  const { items: actions } = await operatorResult(operator, 'listAudit');
  expect([accounts.length, batches.length, actions.length]).not.toContain(0);
  return [
    `/users/${customer.id}`,
    `/ledger/accounts/${accounts[0]?.id}`,
    `/ledger/entries/${actions[0]?.seq}`,
    `/payouts/${batches[0]?.id}`,
  ];
}

/** The first case of a queue. */
export const firstCase = ({ page }: Person, route: string): Locator | undefined =>
  QUEUES.includes(route) ? page.locator('button[id^=queue-row-]').first() : undefined;
