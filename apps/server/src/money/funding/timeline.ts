import { amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { Step } from './steps.ts';

export type StepLine = {
  readonly reason: string;
  readonly account: string;
  readonly symbol: string;
  readonly amount: string;
};
/** Ledger lines by log entry. */
export type LinesOf = ReadonlyMap<number, readonly StepLine[]>;

/** What is still to come. */
export interface NextStep<Name extends string> {
  readonly step: Name;
  readonly dueAt: number | null;
}

/** Steps behind which a ledger line can be; more than any page shows. */
const LINES_MAX = 2_000;

/** The ledger lines of the steps of one person's deposits or withdrawals. */
export async function linesOf(
  pool: Pool,
  userId: number,
  rows: readonly { readonly id: number; readonly steps: readonly Step[] }[],
): Promise<LinesOf> {
  const seqs = [...new Set(rows.flatMap(({ steps }) => steps.map(({ seq }) => seq)))];
  const found = new Map<number, StepLine[]>();
  if (seqs.length === 0) return found;
  const { rows: lines } = await pool.query<{
    seq: number;
    reason: string;
    amount: string;
    symbol: string;
    from_owner: number;
    from_kind: string;
    to_owner: number;
    to_kind: string;
  }>(
    `select p.seq, p.reason, trim_scale(p.amount)::text as amount, f.asset as symbol, f.owner as from_owner, f.kind as from_kind,
            t.owner as to_owner, t.kind as to_kind
       from postings p join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id
      where p.seq = any($1::bigint[]) and p.user_id = $2 and p.ref = any($3::text[])
      order by p.seq, p.idx limit ${LINES_MAX}`,
    [seqs, userId, rows.map(({ id }) => String(id))],
  );
  for (const line of lines) {
    const own = found.get(line.seq) ?? [];
    if (line.from_owner === userId) {
      const amount = formatAmount(subtract(ZERO, amountOf(line.amount)));
      own.push({ reason: line.reason, account: line.from_kind, symbol: line.symbol, amount });
    }
    if (line.to_owner === userId) {
      own.push({ reason: line.reason, account: line.to_kind, symbol: line.symbol, amount: line.amount });
    }
    found.set(line.seq, own);
  }
  return found;
}

/** What happened, and what happens next. */
export function timelineOf<Name extends string>(
  steps: readonly Step[],
  lines: LinesOf,
  next: readonly NextStep<Name>[],
) {
  return [
    ...steps.map(({ step, at, seq, note }) => ({
      step: step as Name,
      at: isoTime(at),
      dueAt: null,
      note,
      seq,
      lines: [...(lines.get(seq) ?? [])],
    })),
    ...next.map(({ step, dueAt }) => ({
      step,
      at: null,
      dueAt: dueAt === null ? null : isoTime(dueAt),
      note: null,
      seq: null,
      lines: [],
    })),
  ];
}
