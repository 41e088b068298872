import { loanSteps, type LoanStep as Told } from '@glasshouse/rules/proofs/loan-steps';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { ArchivedEntryError, entriesAt } from '../../kernel/log/read-entries.ts';
import { statementOf } from '../../ledger/queries.ts';
import type { Pool } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import { LOANS_TABLE, type Loan } from './rows.ts';

/** As many steps a row keeps: of more, those between the first and the latest had dropped out. */
const KEPT = 25;
const LOANS_MAX = 10_000;
const SHOWN = /^loans\.(?:request|cancel|repay|service)$/;

/**
 * Loans of before `loan_steps` whose row had dropped steps get them from the log. At a start,
 * before the core writes; a loan that has its steps is not looked at again. Answers how many were
 * filled, and which could not be: their entries are archived in a file that is not here.
 */
export async function fillLoanSteps(pool: Pool): Promise<{ filled: number; unreadable: number[] }> {
  const { rows } = await pool.query<Loan>(
    `select ${selectList(LOANS_TABLE)} from loans l
      where jsonb_array_length(steps) = ${KEPT}
        and not exists (select from loan_steps s where s.loan_id = l.id
             and s.seq > (l.steps -> 0 ->> 'seq')::bigint and s.seq < (l.steps -> 1 ->> 'seq')::bigint)
      order by id limit ${LOANS_MAX}`,
  );
  const unreadable: number[] = [];
  for (const loan of rows) {
    try {
      await fill(pool, loan);
    } catch (error) {
      if (!(error instanceof ArchivedEntryError)) throw error;
      unreadable.push(loan.id);
    }
  }
  return { filled: rows.length - unreadable.length, unreadable };
}

async function fill(pool: Pool, loan: Loan): Promise<void> {
  const { id, steps } = loan;
  /** From here on its row has all of them. */
  const until = steps[1]?.seq ?? id;
  const entries = await entriesAt(pool, await entriesUntil(pool, loan, until));
  const page = { after: undefined, limit: 10 * entries.length, from: null, to: null };
  const { items } = await statementOf(pool, { userId: loan.user_id, book: loan.book, ref: String(id) }, page);
  const computed = loanSteps(id, {
    entries: entries.map(({ seq, type, at, hash, previous, text }) => ({
      seq,
      type,
      at: isoTime(at),
      hash: hash.toString('hex'),
      previousHash: previous.toString('hex'),
      text: SHOWN.test(type) ? text : null,
    })),
    lines: items,
  });
  await inTransaction(pool, async (client) => {
    await client.query('delete from loan_steps where loan_id = $1 and seq <= $2', [id, until]);
    await client.query(
      `insert into loan_steps (loan_id, seq, idx, step, at, note)
       select $1, seq, idx, step, at, note
         from unnest($2::bigint[], $3::int[], $4::text[], $5::timestamptz[], $6::text[]) as t (seq, idx, step, at, note)`,
      [
        id,
        computed.map(({ seq }) => seq),
        computed.map(({ seq }, index) => computed.slice(0, index).filter((before) => before.seq === seq).length),
        computed.map(({ step }) => step),
        computed.map(({ at }) => at),
        computed.map((step) => noteOf(loan, step)),
      ],
    );
    return keep(undefined);
  });
}

/** Only the operator's decision has a note, which the row of the loan has as well. */
const noteOf = ({ note }: Loan, { step }: Told): string | null => (step === 'paidOut' ? note : null);

/** Entries that did something for the loan: those that moved its money, and those that name it. */
async function entriesUntil(pool: Pool, { id, user_id: userId, book }: Loan, until: number): Promise<number[]> {
  const { rows } = await pool.query<{ seq: number }>(
    `select seq from postings
      where user_id = $1 and user_id <> 0 and book = $2 and ref = $3 and starts_with(reason, 'loans.') and seq between $4 and $5
     union
     select seq from command_log
      where seq between $4 and $5 and code = 200 and type = 'loans.service'
        and position($3 in entry) > 0 and (entry::jsonb -> 'body' -> 'loans') @> to_jsonb($4::bigint)
     order by seq`,
    [userId, book, String(id), id, until],
  );
  return rows.map(({ seq }) => seq);
}
