import type { Language } from '@glasshouse/i18n';
import { createFormatter } from '@glasshouse/i18n/format';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { actionDetail, actionName, type LoggedAction, type Speech } from './action-words.ts';
import { BALANCE_PLACES } from './money-fields.ts';

function speechOf(language: Language): Speech {
  const format = createFormatter(language);
  return {
    find: translatorFor(language).find,
    money: format.money,
    signedMoney: format.signedMoney,
    number: (value) => format.number(value, BALANCE_PLACES),
  };
}

type Sample = Pick<LoggedAction, 'type' | 'subject'> & Partial<LoggedAction>;

/** The action and what it concerns, as a row of the console shows them. */
function sentenceOf(action: Sample, language: Language = 'en'): string {
  const speech = speechOf(language);
  const logged = { before: null, after: null, user: null, ...action };
  // Amounts are bound to their asset by a space that does not break.
  return `${actionName(speech, logged.type)} · ${actionDetail(speech, logged)}`.replaceAll('\u00a0', ' ');
}

const balance = (available: string) => ({ book: 'real', asset: 'USDT', available });
const payment = {
  asset: 'USDT',
  amount: '50',
  currency: null,
  currencyAmount: null,
  address: '0x1111222233334444555566667777888899990000',
};
const bank = { ...payment, currency: 'EUR', currencyAmount: '2500', address: null };
const adjust = { type: 'balances.adjust', subject: 'user 1001', before: balance('510'), after: balance('25510') };
const person = { user: 7 };

const SENTENCES: readonly (readonly [Sample, string])[] = [
  [{ ...adjust, user: 1001 }, 'Adjust balance · +25,000.00 USDT to user 1001, from 510.00 to 25,510.00'],
  [
    { ...adjust, before: balance('535'), after: balance('510'), user: 1001 },
    'Adjust balance · −25.00 USDT to user 1001, from 535.00 to 510.00',
  ],
  // The log of a withdrawal names no asset: an amount without one is not shown.
  [
    { type: 'withdrawals.review', subject: 'withdrawal 812', after: { amount: '5' }, ...person },
    'Review withdrawal · Withdrawal 812 · User 7',
  ],
  [
    { type: 'withdrawals.review', subject: 'withdrawal 812', after: { amount: '50' }, payment, ...person },
    'Review withdrawal · 50.00 USDT · Withdrawal 812 · User 7 · to 0x111122…990000',
  ],
  [
    { type: 'withdrawals.review', subject: 'withdrawal 813', after: { amount: '2712.5' }, payment: bank, ...person },
    'Review withdrawal · 2,500.00 EUR · Withdrawal 813 · User 7',
  ],
  // What would be credited, not what was claimed.
  [
    {
      type: 'deposits.review',
      subject: 'deposit 90',
      after: { arrived: '750000' },
      ...person,
      payment: { ...payment, amount: '200', address: 'short' },
    },
    'Review deposit · 750,000.00 USDT · Deposit 90 · User 7 · to short',
  ],
  [
    {
      type: 'deposits.review',
      subject: 'deposit 91',
      after: { arrived: '2712.5', currencyAmount: '2510' },
      payment: bank,
      ...person,
    },
    'Review deposit · 2,510.00 EUR → 2,712.50 USDT · Deposit 91 · User 7',
  ],
  // Money that goes back goes to its sender, not to the address where it arrived.
  [
    {
      type: 'deposits.returnHeld',
      subject: 'deposit 92',
      payment,
      ...person,
      after: { amount: '50', asset: 'USDT', payer: '0xaaaabbbbccccddddeeeeffff0000111122223333' },
    },
    'Send held credit back · 50.00 USDT · Deposit 92 · User 7 · to 0xaaaabb…223333',
  ],
  [
    {
      type: 'house.move',
      subject: 'house real USDT',
      before: { asset: 'USDT', external: '-100', capital: '100' },
      after: { asset: 'USDT', external: '-350.5', capital: '350.5' },
      user: 0,
    },
    'Move house funds · 250.50 USDT from External to House capital · House USDT · Real',
  ],
  [
    {
      type: 'plans.fund',
      subject: 'plan3',
      before: { asset: 'USDT', pool: '10' },
      after: { asset: 'USDT', pool: '35' },
    },
    'Fund plan · +25.00 USDT, from 10.00 to 35.00 · Plan 3',
  ],
  [
    { type: 'loans.review', subject: 'loan 5', after: { amount: '300' }, ...person },
    'Review loan · 300.00 USDT · Loan 5 · User 7',
  ],
  [
    { type: 'withdrawals.void', subject: 'file 3', before: { withdrawals: [1, 2, 3, 4, 5, 6] }, user: 0 },
    'Declare payout file void · File 3 · Withdrawals: 1, 2, 3, 4, 5 …',
  ],
  [
    {
      type: 'request.decide',
      subject: 'request 60',
      after: { state: 'approved' },
      user: 1001,
      asked: { id: 60, ...adjust },
    },
    'Decide on approval · Approval 60 · Adjust balance · +25,000.00 USDT to user 1001, from 510.00 to 25,510.00',
  ],
  [
    {
      type: 'request.ask',
      subject: 'withdrawal 812',
      after: { amount: '50' },
      payment,
      ...person,
      asked: { id: 61, type: 'withdrawals.review', subject: 'withdrawal 812', before: null, after: { amount: '50' } },
    },
    'Ask for approval · Approval 61 · Review withdrawal · 50.00 USDT · Withdrawal 812 · User 7 · to 0x111122…990000',
  ],
  [{ type: 'operator.roles', subject: 'operator olga' }, 'Change operator’s roles · Operator olga'],
  [{ type: 'terms.change', subject: 'terms contracts BTC', user: 0 }, 'Change terms · Terms Contracts · BTC'],
  [{ type: 'kyc.withdraw', subject: 'kyc 4 (basic)' }, 'Withdraw verification · Identity check 4 · Basic check'],
  [{ type: 'prices.release', subject: 'price of AAPL' }, 'Release held price · Price of AAPL'],
  [{ type: 'plans.propose', subject: 'new plan' }, 'Change plan · New plan'],
  [{ type: 'coming.soon', subject: 'strange 5' }, 'coming.soon · strange 5'],
];

test.each(SENTENCES)('%o', (action, sentence) => {
  expect(sentenceOf(action)).toBe(sentence);
});

test('a sentence is in the operator’s language, figures too', () => {
  expect(sentenceOf({ ...adjust, user: 1001 }, 'de')).toBe(
    'Saldo korrigieren · +25.000,00 USDT an Nutzer 1001, von 510,00 auf 25.510,00',
  );
});
