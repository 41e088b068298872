import { Type } from 'typebox';
import { amount, asset, hex, identifier, language, list, nullable, rate, strict, timestamp, words } from './common.ts';
import { provenTick } from './market.ts';
import { orderTick } from './options.ts';
import { proof } from './proof.ts';
import { logEntryFields } from './trading.ts';
import { statementLine } from './user.ts';
import { APR, LOAN_STATES, LOAN_STEPS, loanTerms, pledged } from './wallet.ts';

/** A loan with everything that proves it: what was signed, prices, log entries, ledger lines. */
export const loanEvidence = strict({
  loan: strict({
    id: identifier(),
    amount: amount('Borrowed, USDT.'),
    termDays: Type.Integer({ minimum: 1, maximum: 3650 }),
    ...loanTerms,
    totalInterest: amount('Interest over the full term, as agreed.'),
    repaymentAmount: amount('Owed at the repayment date, as agreed.'),
    apr: rate(APR),
    // At the request.
    pledged: list(strict({ symbol: asset(), amount: amount(), tick: nullable(orderTick) }), 20),
    pledgeValue: amount('Of the pledge at the request, USDT.'),
    agreementId: identifier(),
    agreementVersion: Type.Integer({ minimum: 1 }),
    language: language(),
    textHash: hex(32, 'SHA-256 of the text that was signed.'),
    signatureHash: hex(32, 'SHA-256 of the signature.'),
    state: Type.Enum([...LOAN_STATES]),
    principal: amount('Still owed of what was borrowed.'),
    principalPaid: amount('Repaid of it so far.'),
    interestPaid: amount('Interest paid so far.'),
    payments: list(strict({ seq: identifier(), at: timestamp(), principal: amount(), interest: amount() }), 1_200),
    collateral: list(pledged, 20),
    warnedAt: nullable(timestamp('The pledge is worth too little since then.')),
    createdAt: timestamp(),
    startedAt: nullable(timestamp('Paid out then.')),
    repaymentAt: nullable(timestamp('Collected then; null before the payout.')),
    closedAt: nullable(timestamp()),
  }),
  agreement: strict({ text: words('The whole text, as it was signed; paragraphs are lines.') }),
  log: list(strict(logEntryFields), 1_200),
  /** Every one, in order. */
  steps: list(
    strict({ step: Type.Enum([...LOAN_STEPS]), seq: identifier('Log entry that did it.'), at: timestamp() }),
    1_200,
  ),
  ticks: list(provenTick, 600),
  lines: list(statementLine, 3_000),
  proof,
});
