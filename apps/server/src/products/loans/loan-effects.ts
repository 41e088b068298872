import {
  accrueTo,
  isFreeOn,
  type LoanDebt,
  type LoanTerms,
  payLoan,
  payoffOf,
  roundedInterest,
} from '@glasshouse/rules/loans';
import { type Amount, add, amountOf, formatAmount, lesser, rateOf, ZERO } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type {
  AccountKey,
  Command,
  CoreState,
  Effects,
  Posting,
  RowChange,
  UserEvent,
} from '../../kernel/core/types.ts';
import { stepOf, withStep } from '../../money/funding/steps.ts';
import { USDT } from '../../money/funding/value.ts';
import { chooseSales, type Prices, withoutSold } from './pledge.ts';
import { freeReturnsOf, type Loan, loanChange, returnsChange, stepChange } from './rows.ts';
import { recentReturns } from './slice.ts';

export const termsOfLoan = ({ terms, term_days: termDays }: Loan): LoanTerms => ({
  dailyRate: rateOf(terms.dailyRate),
  overdueRate: rateOf(terms.overdueRate),
  freeDays: terms.freeDays,
  termDays,
  ...freeReturnsOf(terms),
});

export const debtOf = ({ start_day: startDay, principal, accrued, counted_day: countedDay }: Loan): LoanDebt => ({
  startDay: startDay ?? 0,
  principal: amountOf(principal),
  accrued: BigInt(accrued),
  countedDay: countedDay ?? 0,
});

/** What ends the loan on a day. */
export function owedOn(loan: Loan, day: number): Amount {
  const { principal, interest } = payoffOf(debtOf(loan), termsOfLoan(loan), day);
  return add(principal, interest);
}

/** The debt that a pledge must cover, whether or not the loan may be given back for less. */
export function debtOn(loan: Loan, day: number): Amount {
  const debt = accrueTo(debtOf(loan), termsOfLoan(loan), day);
  return add(debt.principal, roundedInterest(debt.accrued));
}

export const loanEvent = ({ user_id: userId, book, id, state }: Loan, what: string): UserEvent => ({
  userId,
  book,
  kind: 'loan',
  data: { id, state, what },
});

/** Collects what one command does to loans; balances are those after its own postings. */
export class LoanEffects {
  readonly #state: CoreState;
  readonly #command: Command;
  readonly #postings: Posting[] = [];
  readonly #rows: RowChange[] = [];
  readonly #events: UserEvent[] = [];
  readonly #moved = new Map<AccountKey, bigint>();

  constructor(state: CoreState, command: Command) {
    this.#state = state;
    this.#command = command;
  }

  balance(key: AccountKey): Amount {
    return (balanceOf(this.#state, key) + (this.#moved.get(key) ?? 0n)) as Amount;
  }

  post(loan: Loan, posting: { from: AccountKey; to: AccountKey; amount: Amount; reason: string }): void {
    if (posting.amount === ZERO) return;
    this.#postings.push({ ...posting, ref: String(loan.id) });
    this.#moved.set(posting.from, (this.#moved.get(posting.from) ?? 0n) - posting.amount);
    this.#moved.set(posting.to, (this.#moved.get(posting.to) ?? 0n) + posting.amount);
  }

  /** Stores the row; with a step that its owner is told of. */
  save(loan: Loan, step?: string, note: string | null = null): Loan {
    const row = step === undefined ? loan : { ...loan, steps: withStep(loan.steps, stepOf(this.#command, step, note)) };
    this.#rows.push(loanChange(row));
    if (step !== undefined) {
      this.#rows.push(stepChange(row));
      this.#events.push(loanEvent(row, step));
    }
    return row;
  }

  /** Pays as much of the debt as `amount` does; a repaid loan gives the pledge back. */
  pay(loan: Loan, amount: Amount, day: number): Loan {
    const { user_id: userId, book } = loan;
    const available = userAccount(userId, book, USDT, 'available');
    const pool = houseAccount(book, USDT, 'pool.lending');
    const paid = payLoan(debtOf(loan), termsOfLoan(loan), { amount, day });
    this.post(loan, { from: available, to: pool, amount: paid.toInterest, reason: 'loans.interest' });
    this.post(loan, { from: available, to: pool, amount: paid.toPrincipal, reason: 'loans.principal' });
    const after: Loan = {
      ...loan,
      principal: formatAmount(paid.debt.principal),
      accrued: String(paid.debt.accrued),
      counted_day: paid.debt.countedDay,
      paid_principal: formatAmount(add(amountOf(loan.paid_principal), paid.toPrincipal)),
      paid_interest: formatAmount(add(amountOf(loan.paid_interest), paid.toInterest)),
    };
    if (!paid.isRepaid) return after;
    this.#countReturn(loan, day);
    return { ...this.release(after), state: 'repaid', warned_at: null, closed_at: this.#command.at };
  }

  /** A loan that was held and ends without interest counts, if its terms count such returns. */
  #countReturn(loan: Loan, day: number): void {
    const { startDay } = debtOf(loan);
    const isCounted = loan.terms.freeReturnsYear !== undefined && isFreeOn(day, { startDay }, termsOfLoan(loan));
    if (!isCounted || day <= startDay) return;
    const days = [...recentReturns(this.#state, loan.user_id, day), day];
    this.#rows.push(returnsChange({ user_id: loan.user_id, days }));
  }

  /** Pays what is there. */
  collect(loan: Loan, day: number): Loan {
    const available = this.balance(userAccount(loan.user_id, loan.book, USDT, 'available'));
    const amount = lesser(available, owedOn(loan, day));
    return amount === ZERO ? loan : this.pay(loan, amount, day);
  }

  /** Gives the pledge back. */
  release(loan: Loan): Loan {
    const { user_id: userId, book } = loan;
    for (const { asset, amount } of loan.collateral) {
      const from = userAccount(userId, book, asset, 'collateral');
      const to = userAccount(userId, book, asset, 'available');
      this.post(loan, { from, to, amount: amountOf(amount), reason: 'loans.released' });
    }
    return { ...loan, collateral: [] };
  }

  /**
   * Sells of the pledge what pays the debt, at the bid less the share of the terms, to the house's
   * pool of coins, as far as that can pay. What is sold beyond the debt, less than one unit of a
   * coin, goes to its owner.
   */
  sell(loan: Loan, prices: Prices, day: number): Loan {
    const { user_id: userId, book } = loan;
    const pool = houseAccount(book, USDT, 'pool.liquidity');
    const sales = chooseSales(loan.collateral, {
      needed: owedOn(loan, day),
      funds: this.balance(pool),
      prices,
      saleRate: rateOf(loan.terms.saleRate),
    });
    if (sales.length === 0) return loan;
    const available = userAccount(userId, book, USDT, 'available');
    for (const { asset, amount, proceeds } of sales) {
      const from = userAccount(userId, book, asset, 'collateral');
      if (asset === USDT) this.post(loan, { from, to: available, amount, reason: 'loans.released' });
      else {
        this.post(loan, { from, to: houseAccount(book, asset, 'pool.liquidity'), amount, reason: 'loans.sale' });
        this.post(loan, { from: pool, to: available, amount: proceeds, reason: 'loans.proceeds' });
      }
    }
    const total = sales.reduce((sum, { proceeds }) => add(sum, proceeds), ZERO);
    const left = { ...loan, collateral: withoutSold(loan.collateral, sales) };
    return this.pay(left, lesser(total, owedOn(loan, day)), day);
  }

  toEffects(): Effects {
    return { postings: this.#postings, rows: this.#rows, events: this.#events };
  }
}
