import { Type } from 'typebox';
import {
  amount,
  asset,
  crossPrice,
  hex,
  identifier,
  instrumentCode,
  language,
  leadMs,
  list,
  nullable,
  rate,
  strict,
  text,
  timestamp,
  words,
} from './common.ts';
import { fundingStep, reviewReason } from './funding.ts';
import { provenTick } from './market.ts';
import { orderTick } from './options.ts';
import { proof } from './proof.ts';
import { logEntryFields } from './trading.ts';
import { statementLine } from './user.ts';

export const LOAN_STATES = ['pending', 'rejected', 'cancelled', 'repaying', 'expired', 'repaid'] as const;
export const LOAN_STEPS = [
  'requested',
  'reviewed',
  'paidOut',
  'rejected',
  'cancelled',
  'reminded',
  'partRepaid',
  'repaid',
  'due',
  'collected',
  'overdue',
  'partCollected',
  'warned',
  'covered',
  'sold',
  'soldAndRepaid',
] as const;
export const APR =
  'Annual percentage rate: of a year of 365 days, compounded; the repayment has the present value of the loan at it.';
/** Terms of a loan; frozen when it is asked for. */
export const loanTerms = {
  dailyRate: rate('Interest for each midnight in UTC, as a share of the principal outstanding then.'),
  overdueRate: rate('The same after the repayment date.'),
  interestFreeDays: Type.Integer({ minimum: 0, description: 'The first days, which cost nothing.' }),
  graceDays: Type.Integer({ minimum: 0, description: 'Days overdue before the pledge is sold.' }),
  openRate: rate("Most that is lent of the pledge's value."),
  warnRate: rate("From this share of the pledge's value on its owner is warned."),
  coverRate: Type.Optional(rate('A warning lasts until the debt is below this share; left out: below `warnRate`.')),
  sellRate: rate('From this share on it may be sold, after the warning.'),
  saleRate: rate('What a sale costs, as a share of the bid.'),
  warnHours: Type.Integer({ minimum: 1, description: 'Hours between the warning and a sale, at least.' }),
  freeReturnsYear: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Loans that may be returned without interest within 365 days; left out: every one, by older terms.',
    }),
  ),
  freeReturnsUsed: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Those that were returned so before this one: below the number, it may be.',
    }),
  ),
  lender: Type.Optional(
    words('Who lends, as the agreement names them; empty: nobody is named yet; left out: by older terms.'),
  ),
  law: Type.Optional(
    words('The law on consumer credit that the agreement names; empty: none; left out: by older terms.'),
  ),
};
export const pledged = strict({ symbol: asset(), amount: amount() });
export const loanStep = fundingStep(LOAN_STEPS);
export const loan = strict({
  id: identifier(),
  amount: amount('Borrowed, USDT.'),
  termDays: Type.Integer({ minimum: 1, maximum: 3650 }),
  ...loanTerms,
  interest: amount('Interest to date that is not paid yet.'),
  totalInterest: amount('Interest over the full term, as agreed.'),
  apr: rate(APR),
  repaymentAt: nullable(timestamp('Collected then; null before the payout.')),
  repaymentAmount: amount('Owed at the repayment date, as agreed.'),
  principal: amount('Still owed of what was borrowed.'),
  payoff: amount('What ends the loan today.'),
  repaid: amount('Paid so far, interest included.'),
  interestPaid: amount('Interest paid so far.'),
  withdrawUntil: nullable(
    timestamp('Until then the loan can be returned without interest; null before the payout, and where it cannot.'),
  ),
  state: Type.Enum([...LOAN_STATES], {
    description: 'pending: waits for a review; expired: overdue.',
  }),
  collateral: list(pledged, 20),
  cover: nullable(
    strict({
      value: nullable(amount('Value of the pledge in USDT; null while a price of it is missing.')),
      debt: amount('What it covers.'),
      share: nullable(rate('Debt as a share of the value, rounded up.')),
      warnedAt: nullable(timestamp('Its owner was warned then.')),
      sellFrom: nullable(timestamp('A sale is possible from then on, while the share asks for it.')),
    }),
  ),
  agreementId: identifier(),
  agreementVersion: Type.Integer({ minimum: 1 }),
  textHash: hex(32, 'SHA-256 of the text that was signed.'),
  signatureHash: hex(32, 'SHA-256 of the signature.'),
  reason: nullable(reviewReason()),
  reasonText: nullable(words("Why it was rejected, in the caller's language.")),
  createdAt: timestamp(),
  startedAt: nullable(timestamp('Paid out then.')),
  closedAt: nullable(timestamp()),
  // Of many steps the first and the latest 24; `listLoanSteps` has all.
  timeline: list(loanStep, 40),
});

export const LOAN_OBSTACLES = [
  'frozen',
  'notVerified',
  'off',
  'lenderUnnamed',
  'loanOpen',
  'balanceTooSmall',
  'notFree',
  'poolLow',
] as const;
/** What a loan costs whoever asks. */
const loanProductFields = {
  ...loanTerms,
  termsDays: list(Type.Integer({ minimum: 1, maximum: 3650 }), 12),
  minimum: amount('Smallest loan.'),
  maximum: amount('Largest loan.'),
  basicRate: rate('Share of the balance that may be lent with the basic identity check.'),
  fullRate: rate('The same with the full one.'),
  pool: amount('What is left to lend.'),
};
export const loanProduct = strict({ ...loanProductFields, offered: Type.Boolean() });
/** What the caller may borrow now, and why not more. */
export const loanOffer = strict({
  ...loanProductFields,
  identity: Type.Enum(['none', 'basic', 'full'], { description: 'How far the caller is identified.' }),
  balanceValue: amount('Value of the real book, coins at their last price, in USDT.'),
  freeValue: amount('Of it, what can be pledged.'),
  /** The free coins in the order in which they are pledged. */
  free: list(strict({ symbol: asset(), amount: amount(), value: amount('In USDT.') }), 20),
  limitRate: rate('Share of the balance that may be lent to the caller.'),
  limit: amount('Most that the caller may borrow now; 0 while something is in the way.'),
  nextFreeReturnAt: nullable(
    timestamp('When a loan can be returned without interest again; null while it can be, and where none can.'),
  ),
  obstacles: list(Type.Enum([...LOAN_OBSTACLES]), LOAN_OBSTACLES.length),
  openLoanId: nullable(identifier('The loan that is open.')),
});

/** A point of a stroke in thousandths of the pad's width. */
const point = strict({
  x: Type.Integer({ minimum: -2000, maximum: 2000 }),
  y: Type.Integer({ minimum: -2000, maximum: 2000 }),
});
export const loanSignature = strict({
  strokes: Type.Optional(
    Type.Array(Type.Array(point, { maxItems: 400 }), {
      maxItems: 60,
      description: "As drawn: lines of points in thousandths of the pad's width.",
    }),
  ),
  typed: Type.Optional(text(64, 'Or the name, typed by somebody who cannot draw.')),
});

/** An agreement as it is shown, and as it was signed. */
export const loanAgreement = strict({
  id: identifier(),
  version: Type.Integer({ minimum: 1 }),
  language: language(),
  amount: amount(),
  termDays: Type.Integer({ minimum: 1, maximum: 3650 }),
  totalInterest: amount(),
  repaymentAmount: amount(),
  apr: rate(),
  text: words('The whole text; paragraphs are lines.'),
  textHash: hex(32, 'SHA-256 of the text in UTF-8.'),
  madeAt: timestamp(),
  signedAt: nullable(timestamp()),
  signature: nullable(loanSignature),
  signatureHash: nullable(hex(32, 'SHA-256 of the signature as JSON, or of the picture of it.')),
  loanId: nullable(identifier('The loan that it belongs to.')),
});

/**
 * For display, with at most ten significant digits; amounts are computed exactly from ticks and
 * margin.
 */
const conversionPrice = {
  reference: crossPrice('Reference price at the mids: units of `to` per unit of `from`.'),
  price: crossPrice('Price of this conversion.'),
  spreadRate: rate('Distance from the reference, market spread included; below 0.3 %.'),
};
export const CONVERSION_STATES = ['waiting', 'filled', 'cancelled'] as const;
export const CONVERSION_REASONS = ['moved', 'wide', 'pool', 'noPrice', 'reset'] as const;

export const convertQuote = strict({
  quoteId: words('Pass it to `convert` before it expires.'),
  from: asset(),
  to: asset(),
  amount: amount('Amount given.'),
  receive: amount('Amount received.'),
  ...conversionPrice,
  marginRate: rate('Margin of this price: more for a market that moves more, and for a larger amount.'),
  bandRate: rate('The first prices after its use may give at most this much less; otherwise nothing is converted.'),
  priceAt: timestamp('The market price that it was made from; of two, the older one.'),
  ticks: list(strict({ code: instrumentCode(), tick: orderTick }), 2),
  quotedAt: timestamp('When it was given.'),
  expiresAt: timestamp('Ten seconds after that.'),
  leadMs: leadMs(),
  /** For a conversion without the quote, which the next price makes. */
  next: nullable(
    strict({
      receive: amount('What the price of now would give.'),
      least: amount('Less than this is not given.'),
      marginRate: rate('Margin of a price that is not held.'),
      slippageRate: rate('How much less than `receive` may be given.'),
    }),
  ),
});
export const convertFill = strict({
  id: identifier(),
  from: asset(),
  to: asset(),
  amount: amount(),
  received: amount('0 while it waits for its price, and where it was cancelled.'),
  ...conversionPrice,
  ticks: list(strict({ code: instrumentCode(), tick: orderTick }), 2),
  at: timestamp(),
  state: Type.Optional(
    Type.Enum([...CONVERSION_STATES], {
      description: 'It waits for the next price of each coin. Left out of conversions that never waited.',
    }),
  ),
  reason: Type.Optional(Type.Enum([...CONVERSION_REASONS], { description: 'Why it was cancelled.' })),
  expected: Type.Optional(amount('What the price that was seen would give; by a firm price, what it gives.')),
  leadMs: leadMs(),
  least: Type.Optional(amount('Less than this is not given: it is cancelled instead.')),
  bandRate: Type.Optional(
    rate('Of the firm price that was used: how much less the first prices after that might give.'),
  ),
});

/** A conversion with everything that proves it. */
export const convertFillWithEvidence = strict({
  conversion: convertFill,
  terms: strict({
    from: Type.Integer({ minimum: 0, description: 'Version of the terms of the asset given.' }),
    to: Type.Integer({ minimum: 0, description: 'Version of the terms of the asset received.' }),
  }),
  log: list(strict(logEntryFields), 8),
  ticks: list(provenTick, 8),
  lines: list(statementLine, 16),
  proof,
});
