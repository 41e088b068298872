import { Type } from 'typebox';
import {
  amount,
  asset,
  identifier,
  language,
  list,
  nullable,
  page,
  pageQuery,
  rate,
  strict,
  text,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { LOAN_STATES, LOAN_STEPS, loan, loanStep } from '../../schemas/wallet.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { fundingPerson, REVIEW_CODES, reviewBody } from '../funding-schemas.ts';
import { actionOutcome } from '../schemas.ts';

const params = strict({ id: identifier('Number of the loan.') });
const loanItem = strict({
  id: identifier(),
  user: fundingPerson,
  amount: amount('Borrowed, USDT.'),
  principal: amount('Still owed.'),
  termDays: Type.Integer({ minimum: 1 }),
  state: Type.Enum([...LOAN_STATES]),
  identity: Type.Enum(['none', 'basic', 'full']),
  createdAt: timestamp(),
  dueAt: nullable(timestamp('Review promised by then, or the repayment date.')),
  isOverdue: Type.Boolean(),
  warnedAt: nullable(timestamp('The pledge is worth too little since then.')),
  needsSecondPerson: Type.Boolean({ description: 'Larger than one person may pay out.' }),
  request: nullable(identifier('Asked for by one person; waits for a second.')),
  owed: amount('What ends the loan today, interest included.'),
  daysOverdue: Type.Integer({ minimum: 0, description: 'Days since the repayment date.' }),
  told: nullable(
    strict({ step: Type.Enum([...LOAN_STEPS], { description: 'What the person was told last.' }), at: timestamp() }),
  ),
});

/** What an approval asks for, in the order in which the core refuses. */
export const LOAN_CHECKS = ['standing', 'identity', 'limit', 'pledge', 'pool'] as const;
const pledgeLine = strict({
  symbol: asset(),
  amount: amount(),
  price: nullable(words('Last price in USDT; null for USDT itself, and where there is none.')),
  value: nullable(amount('Worth now, in USDT.')),
});

/** Loans that were returned within fourteen days without interest. */
const lentForNothing = {
  amountDays: amount('What was owed at each midnight, added up: USDT × days.'),
  forgone: amount(
    'Interest of it by the rates and interest-free days of the loans, rounded half to even loan by loan.',
  ),
};
const returnSums = { count: Type.Integer({ minimum: 0, description: 'Returns.' }), ...lentForNothing };
export const RETURN_MONTHS_MAX = 36;
export const RETURN_PEOPLE_MAX = 10;
export const RETURN_LATEST_MAX = 20;

/** Loans: requests to review, what runs, what is overdue, and the pool that lends. */
export const operatorLoanCalls = {
  listLoanQueue: defineOperatorCall({
    name: 'listLoanQueue',
    method: 'GET',
    path: '/loans',
    access: 'loans.read',
    stepUp: false,
    command: false,
    summary: 'Loans: requests first due first, others newest first.',
    query: strict({
      queue: Type.Optional(
        Type.Enum(['waiting', 'running', 'overdue', 'warned', 'all'], {
          description: 'waiting when left out; warned: the pledge is worth too little.',
        }),
      ),
      userId: Type.Optional(identifier('Only of this person.')),
      q: Type.Optional(text(128, 'Number of a loan.')),
      ...pageQuery,
    }),
    result: page(loanItem),
    codes: ['cursorInvalid'],
  }),
  getLoanCase: defineOperatorCall({
    name: 'getLoanCase',
    method: 'GET',
    path: '/loans/{id}',
    access: 'loans.read',
    stepUp: false,
    command: false,
    summary: 'One loan with what it is pledged by and what was agreed. The person sees that it was looked at.',
    params,
    result: strict({
      item: loanItem,
      loan,
      balanceValue: amount("Value of the person's real book at the request, in USDT."),
      balanceNow: nullable(amount('The same now; null where nobody can tell.')),
      limitRate: rate('Share of that value that could be lent at the request.'),
      agreementLanguage: language(),
      pledge: list(pledgeLine, 20),
      pledgeValue: nullable(amount('Worth of the pledge now; null while a price is missing.')),
      pledgeShare: nullable(rate('Loan, or debt, as a share of it.')),
      checks: Type.Array(strict({ check: Type.Enum([...LOAN_CHECKS]), passes: Type.Boolean() }), {
        maxItems: LOAN_CHECKS.length,
        description: 'As of now, while it waits for a review; the core decides by its own prices.',
      }),
      earlier: Type.Array(loanItem, { maxItems: 20 }),
    }),
    codes: ['nothingFound'],
  }),
  listLoanCaseSteps: defineOperatorCall({
    name: 'listLoanCaseSteps',
    method: 'GET',
    path: '/loans/{id}/steps',
    access: 'loans.read',
    stepUp: false,
    command: false,
    summary: 'Every step of one loan, oldest first; a case has the first and the latest. The person sees it.',
    params,
    query: strict(pageQuery),
    result: page(loanStep),
    codes: ['nothingFound', 'cursorInvalid'],
  }),
  downloadLoanCopy: defineOperatorCall({
    name: 'downloadLoanCopy',
    method: 'GET',
    path: '/loans/{id}/agreement',
    access: 'loans.read',
    stepUp: false,
    command: false,
    summary: 'The agreement as it was signed. The person sees that it was looked at.',
    params,
    result: words('The file.'),
    codes: ['nothingFound'],
    file: ['application/pdf'],
  }),
  getLendingPool: defineOperatorCall({
    name: 'getLendingPool',
    method: 'GET',
    path: '/lending-pool',
    access: 'loans.read',
    stepUp: false,
    command: false,
    summary:
      'The pool that lends: what is in it, what is lent, what is overdue, what it earned, and what it lent for nothing.',
    result: strict({
      available: amount('Can be lent.'),
      waiting: amount('Asked for and not decided.'),
      lent: amount('Owed by people, without interest.'),
      overdue: amount('Of it, after the repayment date.'),
      earned: amount('Interest received so far.'),
      loans: Type.Integer({ minimum: 0, description: 'Loans that run.' }),
      returns: strict({
        days: Type.Integer({ minimum: 1, description: 'Days of the right.' }),
        total: strict(returnSums),
        months: list(strict({ month: words('Year and month in UTC.'), ...returnSums }), RETURN_MONTHS_MAX),
        people: list(strict({ user: fundingPerson, ...returnSums }), RETURN_PEOPLE_MAX),
        latest: list(
          strict({
            id: identifier('Number of the loan.'),
            user: fundingPerson,
            returnedAt: timestamp(),
            days: Type.Integer({ minimum: 1, description: 'Midnights for which it was held.' }),
            amount: amount('Borrowed, USDT.'),
            ...lentForNothing,
          }),
          RETURN_LATEST_MAX,
        ),
      }),
    }),
    codes: [],
  }),
  reviewLoan: defineOperatorCall({
    name: 'reviewLoan',
    method: 'POST',
    path: '/loans/{id}/review',
    access: 'loans.review',
    stepUp: true,
    command: true,
    summary: 'Pays out from the lending pool, or rejects and gives the pledge back; large ones take two persons.',
    params,
    body: reviewBody(),
    result: actionOutcome,
    codes: [...REVIEW_CODES, 'notTradable', 'loanAboveLimit', 'poolFull'],
  }),
};
