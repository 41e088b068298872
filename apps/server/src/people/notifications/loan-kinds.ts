import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import type { NoticeKind } from './notice-kind.ts';

/** Steps that their owner is told of; the place in the list is part of the number of a notice. */
const TOLD = [
  'paidOut',
  'rejected',
  'reminded',
  'collected',
  'overdue',
  'warned',
  'sold',
  'soldAndRepaid',
  'repaid',
  'covered',
] as const;

interface LoanData {
  readonly id: number;
  readonly step: (typeof TOLD)[number];
  readonly amount: string;
  /** Repayment date. */
  readonly due: number | null;
  /** From when on the pledge may be sold. */
  readonly sale: number;
}

const names = TOLD.map((step) => `'${step}'`).join(', ');
/** More than steps that are told of. */
const NUMBERS_PER_ENTRY = 16;

/** A loan has a notice for each of its steps: its row keeps them with their log entries. */
const step: NoticeKind<LoanData> = {
  type: 'loan',
  table: `(select l.user_id, l.id as loan, l.amount, l.due_day, l.terms, s.step, s.at, s.seq,
                  (l.steps -> -1 ->> 'seq')::bigint as latest
             from loans l, jsonb_to_recordset(l.steps) as s (step text, at bigint, seq bigint))`,
  where: `n.step in (${names})`,
  // One entry may be two steps of a loan, and no log entry has numbers as high as these.
  id: `6755399441055744 + n.seq * ${NUMBERS_PER_ENTRY} + array_position(array[${names}], n.step)`,
  place: 'n.seq',
  latest: 'n.latest',
  at: 'to_timestamp(n.at / 1000.0)',
  data: `jsonb_build_object('id', n.loan, 'step', n.step, 'amount', trim_scale(n.amount)::text,
    'due', n.due_day::bigint * 86400000, 'sale', n.at + (n.terms ->> 'warnMs')::bigint)`,
  text: ({ id, step, amount, due, sale }, { language }) => {
    const { t } = translatorFor(language);
    const { date, dateTime, number } = formatterFor(language);
    const name = step === 'repaid' || step === 'soldAndRepaid' ? 'closed' : step;
    const values = { amount: number(amount), date: step === 'warned' ? dateTime(sale) : due === null ? '' : date(due) };
    return {
      title: t(`loans:notice.${name}`, values),
      content: t(`loans:notice.${name}Text`, values),
      link: `/loan/${id}`,
    };
  },
};

export const LOAN_KINDS: readonly NoticeKind[] = [step];
