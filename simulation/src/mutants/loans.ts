import { accrueTo, utcDay } from '@glasshouse/rules/loans';
import { amountOf } from '@glasshouse/rules/money';
import { authorityOf } from '@glasshouse/server/authority/slice';
import { debtOf, termsOfLoan } from '@glasshouse/server/products/loans/loan-effects';
import type { Loan } from '@glasshouse/server/products/loans/rows';
import { loansOf } from '@glasshouse/server/products/loans/slice';
import type { Mutant } from './mutant.ts';
import { type Handler, withHandler, withPostings, withRows } from './with-module.ts';

const forgetsReturns: Mutant = {
  focus: 'years',
  commands: 4_000,
  name: 'loans that are returned for nothing are not counted',
  modules: withRows('loans', (change) => ((change.table as string) === 'loan_returns' ? null : change)),
};

const forgivesInterest: Mutant = {
  focus: 'loans',
  name: 'a repaid loan costs no interest',
  modules: withPostings('loans.repay', (posting) => (posting.reason === 'loans.interest' ? [] : [posting])),
};

const keepsPledge: Mutant = {
  focus: 'loans',
  name: 'the pledge of a cancelled request stays pledged',
  modules: withPostings('loans.cancel', () => []),
};

const chargesADayMore: Mutant = {
  focus: 'loans',
  name: 'interest begins a day too early',
  modules: withRows('loans', (change) => {
    const row = change.row as { counted_day: number | null; state: string; start_day: number | null };
    return row.state === 'repaying' && row.counted_day === row.start_day && row.counted_day !== null
      ? { ...change, row: { ...change.row, start_day: row.counted_day - 1 } }
      : change;
  }),
};

const forgetsWarning: Mutant = {
  focus: 'loans',
  // Somebody borrows, and the price of the pledge falls by a tenth before they repay.
  commands: 4_000,
  name: 'a pledge is sold with the warning of long ago',
  modules: withRows('loans', (change) => {
    const row = change.row as { warned_at: number | null };
    return row.warned_at === null
      ? change
      : { ...change, row: { ...change.row, warned_at: row.warned_at - 86_400_000 } };
  }),
};

/** The loan as if nothing of it had been repaid since interest was counted last. */
function onTheWhole(loan: Loan, day: number): Loan {
  if (loan.counted_day === null || day <= loan.counted_day || loan.principal === loan.amount) return loan;
  const { accrued } = accrueTo({ ...debtOf(loan), principal: amountOf(loan.amount) }, termsOfLoan(loan), day);
  return { ...loan, accrued: String(accrued), counted_day: day };
}

const chargingOnTheWhole =
  (idsOf: (body: never) => readonly number[]): ((original: Handler) => Handler) =>
  (original) =>
  (state, command) => {
    const { loans } = loansOf(state);
    const before = idsOf(command.body as never).flatMap((id) => loans.get(id) ?? []);
    for (const loan of before) loans.set(loan.id, onTheWhole(loan, utcDay(command.at)));
    const outcome = original(state, command);
    for (const loan of before) loans.set(loan.id, loan);
    return outcome;
  };

const chargesOnTheWhole: Mutant = {
  focus: 'years',
  commands: 3_000,
  name: 'interest is charged on the amount that was lent, whatever is repaid of it',
  modules: (modules) => {
    const repaid = withHandler(
      'loans.repay',
      chargingOnTheWhole(({ id }: { id: number }) => [id]),
    );
    const served = withHandler(
      'loans.service',
      chargingOnTheWhole(({ loans }: { loans: number[] }) => loans),
    );
    return served(repaid(modules));
  },
};

export const spendsLentMoney: Mutant = {
  focus: 'loans',
  commands: 4_000,
  name: 'lent money buys plans and works',
  modules: (modules) =>
    ['plans.buy', 'nfts.buy'].reduce(
      (changed, type) =>
        withHandler(type, (original) => (state, command) => {
          const none = { ...loansOf(state), byUser: new Map() };
          return original({ ...state, slices: new Map([...state.slices, ['loans', none]]) }, command);
        })(changed),
      modules,
    ),
};

const lendsWithoutName: Mutant = {
  focus: 'loans',
  name: 'a loan is lent in a name that no operator entered',
  modules: withHandler('loans.request', (original) => (state, command) => {
    const authority = authorityOf(state);
    const { lender } = (command.body as { readonly terms: { readonly lender?: string } }).terms;
    const row = { key: 'site.operator', value: lender ?? '' } as never;
    const named = { ...authority, parameters: new Map([...authority.parameters, ['site.operator', row]]) };
    return original({ ...state, slices: new Map([...state.slices, ['authority', named]]) }, command);
  }),
};

export const loanMutants: readonly Mutant[] = [
  forgetsReturns,
  forgivesInterest,
  keepsPledge,
  chargesADayMore,
  forgetsWarning,
  chargesOnTheWhole,
  spendsLentMoney,
  lendsWithoutName,
];
