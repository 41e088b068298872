import type { ResultOf } from '@glasshouse/api/calls';
import { startOfDay } from '@glasshouse/rules/loans';
import { add, amountOf, formatAmount, formatPoints, ZERO } from '@glasshouse/rules/money';
import { isoOrNull } from '@glasshouse/rules/proofs/document';
import { LOAN_ENTRIES_MAX, LOAN_LINES_MAX } from '@glasshouse/rules/proofs/loan-parts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import { entriesAt, type LoggedEntry } from '../../kernel/log/read-entries.ts';
import type { FindTick, LinesOf, Prove, ProvenTick, StatementLine } from '../../ledger/order-evidence.ts';
import { type PriceTick, USDT } from '../../money/funding/value.ts';
import type { Pool } from '../../platform/postgres.ts';
import { termsView } from './offer.ts';
import { type PriceFacts, type Prices, pledgeValue } from './pledge.ts';
import { stepsOfLoan } from './queries.ts';
import type { Loan, LoanStep } from './rows.ts';
import { isRunning } from './slice.ts';

type Evidence = ResultOf<'getLoanReceipt'>;

export interface ReceiptDeps {
  readonly pool: Pool;
  readonly findTick: FindTick;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
}

const TICKS_MAX = 600;
/** Steps that followed from what the pledge was worth. */
const PRICED = new Set(['warned', 'covered', 'sold', 'soldAndRepaid']);

/** A loan with everything that proves it. */
export async function loanReceipt(deps: ReceiptDeps, loan: Loan, text: string): Promise<Evidence> {
  const { pool, linesOf, prove } = deps;
  const { id, user_id: userId, book } = loan;
  const steps = await stepsOfLoan(pool, id, { limit: LOAN_ENTRIES_MAX });
  const seqs = await entriesOfLoan(pool, loan, steps);
  const [entries, lines] = await Promise.all([
    entriesAt(pool, seqs),
    linesOf({ userId, book, ref: String(id), most: LOAN_LINES_MAX }),
  ]);
  const evidence: Omit<Evidence, 'proof'> = {
    loan: viewOf(loan, { entries, lines }),
    agreement: { text },
    log: entries.map(({ seq, type, at, hash }) => ({ seq, type, at: isoTime(at), hash: hash.toString('hex') })),
    steps: steps.map(({ step, seq, at }) => ({
      step: step as Evidence['steps'][number]['step'],
      seq,
      at: isoTime(at),
    })),
    ticks: await ticksOf(deps.findTick, loan, { entries, lines, steps }),
    lines: [...lines],
  };
  return prove(evidence, { kind: 'loan', userId, id, seqs, terms: [] });
}

/** Entries that moved its money, and those that said something about it. */
async function entriesOfLoan(
  pool: Pool,
  { id, user_id: userId, book }: Loan,
  steps: readonly LoanStep[],
): Promise<number[]> {
  const { rows } = await pool.query<{ seq: number }>(
    `select distinct seq from postings
      where user_id = $1 and user_id <> 0 and book = $2 and ref = $3 and starts_with(reason, 'loans.') and seq >= $4
      order by seq limit ${LOAN_ENTRIES_MAX}`,
    [userId, book, String(id), id],
  );
  const seqs = [...rows, ...steps].map(({ seq }) => seq);
  return [...new Set(seqs)].sort((left, right) => left - right).slice(0, LOAN_ENTRIES_MAX);
}

interface LoanLog {
  readonly entries: readonly LoggedEntry[];
  readonly lines: readonly StatementLine[];
}

/** The prices that an entry was decided by. */
const pricesOf = ({ text }: LoggedEntry): Prices =>
  (parseEntry(text).facts as unknown as PriceFacts | null)?.prices ?? {};

/** Postings in their order: the statement has the newest first. */
const inOrder = (lines: readonly StatementLine[]): StatementLine[] => {
  const place = ({ seq, id }: StatementLine): number => seq * 10_000 + Number(id.split('.')[1]);
  return [...lines].sort((left, right) => place(left) - place(right));
};

const pledgedBy = (lines: readonly StatementLine[], request: number) =>
  inOrder(lines)
    .filter(({ seq, reason, account }) => seq === request && reason === 'loans.pledge' && account === 'collateral')
    .map(({ asset, amount }) => ({ asset, amount }));

/** The ticks that the pledge was valued at: at the request, and whenever something followed. */
async function ticksOf(
  findTick: FindTick,
  loan: Loan,
  { entries, lines, steps }: LoanLog & { readonly steps: readonly LoanStep[] },
): Promise<ProvenTick[]> {
  const priced = new Set(steps.filter(({ step }) => PRICED.has(step)).map(({ seq }) => seq));
  for (const { seq, reason } of lines) if (reason === 'loans.sale') priced.add(seq);
  const priceTicks = new Map<string, PriceTick>();
  for (const entry of entries.filter(({ seq }) => seq === loan.id || priced.has(seq))) {
    const prices = pricesOf(entry);
    const held = new Map<string, bigint>();
    const isBefore = ({ seq }: StatementLine): boolean => seq < entry.seq || seq === loan.id;
    for (const { asset, amount } of lines.filter((line) => line.account === 'collateral' && isBefore(line))) {
      held.set(asset, (held.get(asset) ?? 0n) + amountOf(amount));
    }
    for (const [asset, amount] of held) {
      const tick = prices[asset];
      if (asset !== USDT && amount !== 0n && tick !== undefined) priceTicks.set(`${tick.code} ${tick.seq}`, tick);
    }
  }
  const found: ProvenTick[] = [];
  // One after the other: minutes are unpacked once, and mostly several ticks are of the same.
  for (const { code, seq, at } of [...priceTicks.values()].slice(0, TICKS_MAX)) {
    const tick = await findTick({ code, seq, at });
    if (tick !== undefined) found.push(tick);
  }
  return found;
}

function viewOf(loan: Loan, { entries, lines }: LoanLog): Evidence['loan'] {
  const request = entries.find(({ seq }) => seq === loan.id);
  const prices = request === undefined ? {} : pricesOf(request);
  const pledged = pledgedBy(lines, loan.id);
  const { due_day: dueDay } = loan;
  return {
    id: loan.id,
    amount: loan.amount,
    termDays: loan.term_days,
    ...termsView(loan.terms),
    totalInterest: loan.interest,
    repaymentAmount: loan.repayment,
    apr: loan.apr,
    pledged: pledged.map(({ asset, amount }) => {
      const tick = prices[asset];
      return { symbol: asset, amount, tick: tick === undefined ? null : tickView(tick) };
    }),
    pledgeValue: formatAmount(pledgeValue(pledged, prices) ?? ZERO),
    agreementId: loan.agreement,
    agreementVersion: loan.version,
    language: loan.language as Evidence['loan']['language'],
    textHash: loan.text_hash,
    signatureHash: loan.signature_hash,
    state: loan.state,
    principal: isRunning(loan) ? loan.principal : '0',
    principalPaid: loan.paid_principal,
    interestPaid: loan.paid_interest,
    payments: paymentsIn(lines),
    collateral: loan.collateral.map(({ asset, amount }) => ({ symbol: asset, amount })),
    warnedAt: isoOrNull(loan.warned_at),
    createdAt: isoTime(loan.placed_at),
    startedAt: isoOrNull(loan.started_at),
    repaymentAt: dueDay === null ? null : isoTime(startOfDay(dueDay)),
    closedAt: isoOrNull(loan.closed_at),
  };
}

function tickView({ seq, mid, bid, ask, at, precision }: PriceTick) {
  const price = (points: number): string => formatPoints(points, precision);
  return { seq, price: price(mid), bid: price(bid), ask: price(ask), at: isoTime(at) };
}

/** What was paid back, entry by entry. */
function paymentsIn(lines: readonly StatementLine[]): Evidence['loan']['payments'] {
  const paid = new Map<number, { seq: number; at: string; principal: string; interest: string }>();
  for (const { seq, at, amount, reason } of inOrder(lines)) {
    if (reason !== 'loans.principal' && reason !== 'loans.interest') continue;
    const part = paid.get(seq) ?? { seq, at, principal: '0', interest: '0' };
    const name = reason === 'loans.interest' ? 'interest' : 'principal';
    // Collected and sold by one entry: it pays twice.
    part[name] = formatAmount(add(amountOf(part[name]), amountOf(amount.slice(1))));
    paid.set(seq, part);
  }
  return [...paid.values()];
}
