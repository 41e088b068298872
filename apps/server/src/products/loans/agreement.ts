import { createHash } from 'node:crypto';
import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import { FREE_RETURN_WINDOW_DAYS, isReturnFree, loanCost, WITHDRAWAL_DAYS } from '@glasshouse/rules/loans';
import { amountOf, formatAmount, formatRate, rateOf } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { HOUR_MS } from '../../money/funding/steps.ts';
import type { Pool } from '../../platform/postgres.ts';
import { coverRateOf, type FrozenTerms, freeReturnsOf, type NamedTerms } from './rows.ts';

/**
 * Raised whenever the meaning of the text changes; texts that were made stay as they are. Before 5
 * they named neither lender nor law; no installation that runs makes one of those any more, because
 * its terms have both from its start on.
 */
export const AGREEMENT_VERSION = 5;
const DAY_MS = 24 * HOUR_MS;
/** Texts that nobody signed, per person. */
const UNSIGNED_MAX = 50;

export type Agreement = {
  readonly id: number;
  readonly user_id: number;
  readonly version: number;
  readonly language: Language;
  readonly amount: string;
  readonly term_days: number;
  readonly terms: FrozenTerms;
  readonly text: string;
  readonly text_hash: string;
  readonly made_at: number;
  readonly strokes: Signature | null;
  readonly signature_hash: string | null;
  readonly signed_at: number | null;
  readonly loan_id: number | null;
};
export type Signature = NonNullable<BodyOf<'requestLoan'>['signature']>;

export interface AgreementOf {
  readonly userId: number;
  readonly language: Language;
  readonly amount: string;
  readonly termDays: number;
  readonly terms: NamedTerms;
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

type Costed = Pick<AgreementOf, 'amount' | 'termDays'> & { readonly terms: FrozenTerms };

export const costOf = ({ amount, termDays, terms }: Costed) =>
  loanCost(amountOf(amount), {
    dailyRate: rateOf(terms.dailyRate),
    overdueRate: rateOf(terms.overdueRate),
    freeDays: terms.freeDays,
    termDays,
    ...freeReturnsOf(terms),
  });

const CLAUSES = [
  'parties',
  'sum',
  'interest',
  'cost',
  'repayment',
  'early',
  'withdrawal',
  'pledge',
  'cover',
  'overdue',
  'spending',
  'changes',
  'law',
  'records',
] as const;

/** Text of an operator within a clause, which is a line. */
const inLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** The text in a language, a clause a line. Nothing personal but the account's number. */
export function agreementText({ userId, language, amount, termDays, terms }: AgreementOf): string {
  const { t } = translatorFor(language);
  const words = formatterFor(language);
  const cost = costOf({ amount, termDays, terms });
  const usdt = (text: string): string => `${words.number(text)} USDT`;
  const percent = (share: string): string => words.percent(share, { max: 4 });
  const daysOf = (count: number): string => t('loans:days', { count });
  const values = {
    lender: inLine(terms.lender),
    law: inLine(terms.law),
    account: String(userId),
    amount: usdt(amount),
    days: daysOf(termDays),
    dailyRate: percent(terms.dailyRate),
    overdueRate: percent(terms.overdueRate),
    freeDays: daysOf(terms.freeDays),
    graceDays: daysOf(terms.graceDays),
    interest: usdt(formatAmount(cost.interest)),
    repayment: usdt(formatAmount(cost.repayment)),
    apr: percent(formatRate(cost.apr)),
    withdrawalDays: daysOf(Math.min(WITHDRAWAL_DAYS, termDays - 1)),
    openRate: percent(terms.openRate),
    warnRate: percent(terms.warnRate),
    coverRate: percent(coverRateOf(terms)),
    sellRate: percent(terms.sellRate),
    saleRate: percent(terms.saleRate),
    warnHours: words.number(terms.warnMs / HOUR_MS),
    freeReturns: words.number(terms.freeReturnsYear),
    usedReturns: words.number(terms.freeReturnsUsed),
    windowDays: words.number(FREE_RETURN_WINDOW_DAYS),
  };
  const clauses = CLAUSES.filter((clause) => clause !== 'law' || terms.law !== '').map(
    (clause, index) => `${index + 1}. ${t(`loans:agreement.${wordingOf(clause, terms)}`, values)}`,
  );
  return [t('loans:agreement.title', { version: String(AGREEMENT_VERSION) }), ...clauses].join('\n');
}

/** The text of a clause under these terms. */
function wordingOf(clause: (typeof CLAUSES)[number], terms: NamedTerms) {
  if (clause === 'withdrawal') return isReturnFree(terms) ? 'withdrawalFree' : 'withdrawalPaid';
  return clause === 'interest' && terms.freeDays === 0 ? 'interestAtOnce' : clause;
}

const COLUMNS = `a.id, a.user_id, a.version, a.language, trim_scale(a.amount)::text as amount, a.term_days, a.terms, a.text,
  a.text_hash, (extract(epoch from a.made_at) * 1000)::bigint as made_at, a.strokes, a.signature_hash,
  (extract(epoch from a.signed_at) * 1000)::bigint as signed_at, (select l.id from loans l where l.agreement = a.id limit 1) as loan_id`;

/** A request that was signed is in the books long before: the core answers within seconds. */
const ASKED_WITHIN_MS = 3_600_000;

/**
 * Keeps the text for a day, and for ever once a loan was asked for with it: also signatures whose
 * request was refused go, or anybody could fill the database with them.
 */
export async function makeAgreement(pool: Pool, loan: AgreementOf, now: number): Promise<Agreement> {
  const text = agreementText(loan);
  await pool.query(
    `delete from loan_agreements a where user_id = $1
       and not exists (select 1 from loans l where l.user_id = a.user_id and l.agreement = a.id)
       and (signed_at is null or signed_at < $3)
       and (made_at < $2 or id not in (select id from loan_agreements where user_id = $1 order by id desc limit ${UNSIGNED_MAX}))`,
    [loan.userId, new Date(now - DAY_MS), new Date(now - ASKED_WITHIN_MS)],
  );
  const { rows } = await pool.query<{ id: number }>(
    `insert into loan_agreements (user_id, version, language, amount, term_days, terms, text, text_hash, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      loan.userId,
      AGREEMENT_VERSION,
      loan.language,
      loan.amount,
      loan.termDays,
      JSON.stringify(loan.terms),
      text,
      sha256(text),
      new Date(now),
    ],
  );
  return (await findAgreement(pool, { userId: loan.userId, id: rows[0]?.id ?? 0 })) as Agreement;
}

export async function findAgreement(pool: Pool, key: { userId: number; id: number }): Promise<Agreement | undefined> {
  const { rows } = await pool.query<Agreement>(
    `select ${COLUMNS} from loan_agreements a where a.id = $1 and a.user_id = $2`,
    [key.id, key.userId],
  );
  return rows[0];
}

/** Signed once: what a request was made with is never replaced. */
export async function signAgreement(
  pool: Pool,
  id: number,
  signing: {
    readonly signature: Signature | null;
    readonly fileId: string | null;
    readonly hash: string;
    readonly now: number;
  },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update loan_agreements set strokes = $2, file_id = $3, signature_hash = $4, signed_at = coalesce(signed_at, $5)
      where id = $1 and (signature_hash is null or signature_hash = $4 or not exists (select 1 from loans where agreement = $1))`,
    [
      id,
      signing.signature === null ? null : JSON.stringify(signing.signature),
      signing.fileId,
      signing.hash,
      new Date(signing.now),
    ],
  );
  return rowCount === 1;
}

/** An agreement as its owner sees it. */
export function agreementView(agreement: Agreement): ResultOf<'getLoanAgreement'> {
  const { amount, term_days: termDays, terms } = agreement;
  const cost = costOf({ amount, termDays, terms });
  return {
    id: agreement.id,
    version: agreement.version,
    language: agreement.language,
    amount,
    termDays,
    totalInterest: formatAmount(cost.interest),
    repaymentAmount: formatAmount(cost.repayment),
    apr: formatRate(cost.apr),
    text: agreement.text,
    textHash: agreement.text_hash,
    madeAt: isoTime(agreement.made_at),
    signedAt: agreement.signed_at === null ? null : isoTime(agreement.signed_at),
    signature: agreement.strokes,
    signatureHash: agreement.signature_hash,
    loanId: agreement.loan_id,
  };
}
