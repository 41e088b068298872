/** An agreement that is swapped after it was signed, by somebody with access to the database. */
import { signatureHash } from '@glasshouse/rules/loan-agreement';
import { beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { type Agreement, makeAgreement, signAgreement } from './agreement.ts';
import type { NamedTerms } from './rows.ts';
import { verifyAgreements } from './verify-agreements.ts';

const database = withTestDatabase();
const TERMS: NamedTerms = {
  dailyRate: '0.0003',
  overdueRate: '0.0006',
  freeDays: 0,
  graceDays: 7,
  openRate: '0.8',
  warnRate: '0.87',
  sellRate: '0.93',
  saleRate: '0.003',
  warnMs: 21_600_000,
  freeReturnsYear: 2,
  freeReturnsUsed: 0,
  lender: 'Fjord Lending Ltd',
  law: 'Act 74',
};
const SIGNATURE = { strokes: [], typed: 'Anna Lindqvist' };
let signed: Agreement;

beforeAll(async () => {
  const { pool } = database;
  await pool.query(
    "insert into users (id, username, password_hash, kind, language, invite_code, created_at) values (7, 'anna', 'x', 'user', 'en', 'A', now())",
  );
  const loan = { userId: 7, language: 'en', amount: '1000', termDays: 30, terms: TERMS } as const;
  signed = await makeAgreement(pool, loan, Date.now());
  const hash = signatureHash(SIGNATURE);
  await signAgreement(pool, signed.id, { signature: SIGNATURE, fileId: null, hash, now: Date.now() });
  await pool.query(
    `insert into loans (id, user_id, book, state, amount, term_days, terms, interest, repayment, apr, limit_rate, balance_value,
       agreement, version, language, text_hash, signature_hash, collateral, principal, accrued, paid_principal, paid_interest,
       reminded, steps, placed_at, review_by)
     values (9, 7, 'real', 'pending', 1000, 30, $1, 9, 1009, 0.1, 0.8, 2000, $2, $3, 'en', $4, $5, '[]', 1000, '0', 0, 0,
       0, '[]', now(), now())`,
    [JSON.stringify(TERMS), signed.id, signed.version, signed.text_hash, hash],
  );
});

async function found(sql?: string): Promise<string> {
  const stored = await database.pool.query<{ row: object }>('select to_jsonb(a) as row from loan_agreements a');
  if (sql !== undefined) await database.pool.query(sql);
  const { findings, checked } = await verifyAgreements(database.pool);
  await database.pool.query('delete from loan_agreements');
  await database.pool.query(
    'insert into loan_agreements select * from jsonb_populate_record(null::loan_agreements, $1)',
    [JSON.stringify(stored.rows[0]?.row)],
  );
  expect(checked).toBe(1);
  return findings.join();
}

it('an agreement as it was signed passes', async () => {
  expect(await found()).toBe('');
});

const text = "replace(text, '30', '31')";
it.each([
  ['a word of the text', `text = ${text}`, /text .* is not the one that was signed/],
  ['the text with its hash', `text = ${text}, text_hash = encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`, /text/],
  ['the hash alone', "text_hash = repeat('ab', 32)", /text/],
  ['the signature', `strokes = '{"strokes": [], "typed": "Anna L."}'`, /signature/],
  ['the hash of the signature', "signature_hash = repeat('ab', 32)", /signature/],
  ['the amount', 'amount = 1001', /other figures/],
  ['the days', 'term_days = 31', /other figures/],
  ['a rate', `terms = terms || '{"dailyRate": "0.0004"}'`, /other figures/],
  ['the lender', `terms = terms || '{"lender": "Another Ltd"}'`, /other figures/],
  ['the language', "language = 'de'", /other figures/],
])('%s that was changed later is found', async (_name, change, finding) => {
  expect(await found(`update loan_agreements set ${change}`)).toMatch(finding);
});

it('an agreement that is gone is found', async () => {
  expect(await found('delete from loan_agreements')).toBe('loan 9: its agreement is missing');
});

it('an agreement of an earlier version passes as it was signed', async () => {
  const { pool } = database;
  const text = 'Loan agreement, version 4\n1. The operator of this platform lends.';
  const older = JSON.stringify({ dailyRate: '0.0003', freeReturnsYear: 2, freeReturnsUsed: 0 });
  const change = "version = 4, terms = $1, text_hash = encode(sha256(convert_to($2, 'UTF8')), 'hex')";
  await pool.query(`update loan_agreements set ${change}, text = $2`, [older, text]);
  await pool.query(`update loans set ${change}`, [older, text]);
  expect(await found()).toBe('');
});
