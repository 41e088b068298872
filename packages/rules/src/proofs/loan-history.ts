import {
  accrueTo,
  type LoanDebt,
  payLoan,
  payoffOf,
  reaches,
  remindersGiven,
  roundedInterest,
  skippedReminders,
  utcDay,
} from '../loans.ts';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  lesser,
  mulPriceFloor,
  PRICE_DECIMALS,
  type Price,
  parseAmount,
  power10,
  RATE_DECIMALS,
  subtract,
  ZERO,
} from '../money.ts';
import { isoOf, textOf } from './document.ts';
import { type Entry, type HiddenEntry, names } from './entries.ts';
import { ExpectedLines } from './ledger.ts';
import {
  type Agreed,
  bidPrice,
  type LoanLine,
  type Pledged,
  type Prices,
  pricesIn,
  USDT,
  worth,
} from './loan-parts.ts';
import type { Proving } from './proving.ts';

interface Payment {
  readonly seq: number;
  readonly at: string;
  readonly principal: string;
  readonly interest: string;
}

/** What an entry did to the loan, in the words of its pages. */
export interface LoanStep {
  readonly step: string;
  readonly seq: number;
  readonly at: string;
}

/** Where a loan stands after its entries. */
export interface LoanHistory {
  readonly lines: ExpectedLines;
  /** Entries that did something for it, besides the request. */
  readonly seqs: ReadonlySet<number>;
  readonly state: string;
  readonly principal: Amount;
  readonly paidPrincipal: Amount;
  readonly paidInterest: Amount;
  readonly payments: readonly Payment[];
  readonly steps: readonly LoanStep[];
  readonly collateral: readonly Pledged[];
  readonly warnedAt: number | null;
  readonly startedAt: number | null;
  readonly dueDay: number | null;
  readonly closedAt: number | null;
}

interface LoanInputs {
  readonly agreed: Agreed;
  readonly request: Entry;
  readonly listed: readonly LoanLine[];
  readonly by: Proving;
}

const DECISIONS = ['loans.review', 'request.decide'];
const PAYMENTS = ['loans.interest', 'loans.principal'];

/** Goes through all entries of a loan in their order. */
export function followLoan(inputs: LoanInputs): LoanHistory {
  const { entries, found } = inputs.by;
  const walk = new Walk(inputs);
  const { id } = inputs.agreed;
  const decided = entries.hidden.filter(({ type }) => DECISIONS.includes(type));
  found.expect('order', decided.length <= 1, 'it was decided twice');
  const own = entries.all.filter(
    (entry) =>
      entry.code === 200 &&
      (entry.type === 'loans.service'
        ? names(entry, id, 'loans')
        : (entry.type === 'loans.repay' || entry.type === 'loans.cancel') && entry.body.id === id),
  );
  for (const entry of [...decided, ...own].sort((left, right) => left.seq - right.seq)) {
    entries.use(entry);
    walk.seqs.add(entry.seq);
    if (!isShown(entry)) walk.decide(entry);
    else if (entry.type === 'loans.service') walk.serve(entry);
    else if (entry.type === 'loans.repay') walk.repay(entry);
    else walk.cancel(entry);
  }
  return walk;
}

const isShown = (entry: HiddenEntry | Entry): entry is Entry => 'body' in entry;

class Walk implements LoanHistory {
  readonly lines = new ExpectedLines();
  readonly seqs = new Set<number>();
  state = 'pending';
  paidPrincipal = ZERO;
  paidInterest = ZERO;
  payments: Payment[] = [];
  steps: LoanStep[] = [];
  collateral: Pledged[];
  warnedAt: number | null = null;
  startedAt: number | null = null;
  dueDay: number | null = null;
  closedAt: number | null = null;
  readonly #given: LoanInputs;
  #debt: LoanDebt | undefined;
  /** Reminders sent. */
  #reminded = 0;

  constructor(inputs: LoanInputs) {
    this.#given = inputs;
    this.collateral = [...inputs.agreed.pledged];
    this.#step(inputs.request, 'requested');
    for (const { asset, amount } of this.collateral) {
      this.lines.within(inputs.request, {
        from: 'available',
        to: 'collateral',
        asset,
        amount,
        reason: 'loans.pledge',
      });
    }
  }

  get principal(): Amount {
    return this.#isRunning ? (this.#debt?.principal ?? ZERO) : ZERO;
  }

  get #isRunning(): boolean {
    return this.state === 'repaying' || this.state === 'expired';
  }

  #linesAt({ seq }: HiddenEntry | Entry): readonly LoanLine[] {
    return this.#given.listed.filter((line) => line.seq === seq);
  }

  #step({ seq, at }: HiddenEntry | Entry, step: string): void {
    this.steps.push({ step, seq, at: isoOf(at) });
  }

  /** The operator's decision, by what it moved. */
  decide(entry: HiddenEntry): void {
    const { agreed, by } = this.#given;
    by.found.expect('order', this.state === 'pending', 'it was decided when nothing was to be decided');
    const isPaid = this.#linesAt(entry).some(({ reason }) => reason === 'loans.payout');
    if (!isPaid) {
      this.#end(entry, 'rejected');
      this.#step(entry, 'rejected');
      return;
    }
    const { amount } = agreed;
    this.lines.with(entry, {
      account: 'available',
      contra: 'pool.lending',
      asset: USDT,
      amount,
      reason: 'loans.payout',
    });
    const startDay = utcDay(entry.at);
    this.state = 'repaying';
    this.startedAt = entry.at;
    this.dueDay = startDay + agreed.cost.termDays;
    this.#debt = { startDay, principal: amount, accrued: 0n, countedDay: startDay };
    this.#reminded = skippedReminders(agreed.cost.termDays);
    this.#step(entry, 'paidOut');
  }

  cancel(entry: Entry): void {
    this.#given.by.found.expect('order', this.state === 'pending', 'it was taken back after it was decided');
    this.#end(entry, 'cancelled');
    this.#step(entry, 'cancelled');
  }

  repay(entry: Entry): void {
    const { found } = this.#given.by;
    if (!found.expect('order', this.#isRunning, 'it was repaid when nothing was owed')) return;
    const owed = this.#owed(entry);
    const { amount } = entry.body;
    const requested = amount === null ? owed : (parseAmount(textOf(amount, 'an amount')) ?? ZERO);
    this.#pay(entry, lesser(requested, owed));
    this.#step(entry, this.#isRunning ? 'partRepaid' : 'repaid');
  }

  /** What the server did by itself: collected, warned, sold. */
  serve(entry: Entry): void {
    const { agreed, by } = this.#given;
    if (!by.found.expect('order', this.#isRunning, 'it was served when nothing was owed')) return;
    const day = utcDay(entry.at);
    const dueDay = this.dueDay ?? 0;
    this.#byCalendar(entry, day);
    if (!this.#isRunning) return;
    const prices = pricesIn(entry, by.found);
    const isOut = this.state === 'expired' && dueDay + agreed.graceDays <= day && 0 < this.collateral.length;
    const standing = this.#standing(entry, prices);
    const isSold = this.#linesAt(entry).some(({ reason }) => reason === 'loans.sale' || reason === 'loans.released');
    if (isSold) {
      by.found.expect('window', isOut || standing === 'sell', 'the pledge was sold before it could be');
      this.#sell(entry, prices);
      this.#step(entry, this.#isRunning ? 'sold' : 'soldAndRepaid');
      return;
    }
    // A pledge whose day has come, and which could not be sold: nobody is warned of that any more.
    if (isOut || !(this.warnedAt === null ? standing === 'warn' : standing === 'fine')) return;
    this.#expectPrices(prices);
    this.#step(entry, this.warnedAt === null ? 'warned' : 'covered');
    this.warnedAt = this.warnedAt === null ? entry.at : null;
  }

  /** What the day asks for: a reminder, or what is there from the repayment date on. */
  #byCalendar(entry: Entry, day: number): void {
    const dueDay = this.dueDay ?? 0;
    const { termDays } = this.#given.agreed.cost;
    const isDue = this.state === 'repaying' && dueDay <= day;
    if (isDue || this.state === 'expired') {
      const paid = this.payments.length;
      this.#collect(entry);
      if (!this.#isRunning) this.#step(entry, 'collected');
      else if (isDue) this.#step(entry, 'overdue');
      else if (paid < this.payments.length) this.#step(entry, 'partCollected');
      if (this.#isRunning) this.state = 'expired';
      return;
    }
    const reminders = remindersGiven({ termDays, dueDay }, day);
    if (reminders <= this.#reminded) return;
    this.#reminded = reminders;
    this.#step(entry, 'reminded');
  }

  #owed({ at }: Entry): Amount {
    const { principal, interest } = payoffOf(this.#debt as LoanDebt, this.#given.agreed.cost, utcDay(at));
    return add(principal, interest);
  }

  /** Takes what is there: how much that was, the ledger says. */
  #collect(entry: Entry): void {
    const first = this.#linesAt(entry).find(({ account, asset }) => account === 'available' && asset === USDT);
    if (first === undefined) return;
    const before = (first.after - first.amount) as Amount;
    if (PAYMENTS.includes(first.reason)) this.#pay(entry, lesser(before, this.#owed(entry)));
    else if (this.state === 'repaying') {
      this.#given.by.found.expect('amounts', before === ZERO, 'it was not collected from what was there');
    }
  }

  #pay(entry: Entry, amount: Amount): void {
    const { agreed } = this.#given;
    const paid = payLoan(this.#debt as LoanDebt, agreed.cost, { amount, day: utcDay(entry.at) });
    const { toInterest, toPrincipal } = paid;
    const accounts = { account: 'available', contra: 'pool.lending', asset: USDT } as const;
    this.lines.with(entry, { ...accounts, amount: -toInterest, reason: 'loans.interest' });
    this.lines.with(entry, { ...accounts, amount: -toPrincipal, reason: 'loans.principal' });
    this.#debt = paid.debt;
    this.paidPrincipal = add(this.paidPrincipal, toPrincipal);
    this.paidInterest = add(this.paidInterest, toInterest);
    this.#notePayment(entry, { principal: toPrincipal, interest: toInterest });
    if (paid.isRepaid) this.#end(entry, 'repaid');
  }

  /** One for each entry, which may collect first and sell after it. */
  #notePayment({ seq, at }: Entry, paid: { readonly principal: Amount; readonly interest: Amount }): void {
    const same = this.payments.at(-1)?.seq === seq ? this.payments.pop() : undefined;
    const sum = (name: 'principal' | 'interest'): string =>
      formatAmount(add(paid[name], amountOf(same?.[name] ?? '0')));
    this.payments.push({ seq, at: isoOf(at), principal: sum('principal'), interest: sum('interest') });
  }

  /** What is left of the pledge goes back. */
  #end(entry: HiddenEntry | Entry, state: string): void {
    for (const { asset, amount } of this.collateral) {
      this.lines.within(entry, { from: 'collateral', to: 'available', asset, amount, reason: 'loans.released' });
    }
    this.collateral = [];
    this.warnedAt = null;
    this.state = state;
    this.closedAt = entry.at;
  }

  #standing({ at }: Entry, prices: Prices): 'fine' | 'warn' | 'sell' | undefined {
    if (this.collateral.length === 0) return undefined;
    let value = ZERO;
    for (const { asset, amount } of this.collateral) {
      const coinValue = worth(asset, amount, prices);
      if (coinValue === undefined) return undefined;
      value = add(value, coinValue);
    }
    const { cost, rates, warnMs } = this.#given.agreed;
    const { principal, accrued } = accrueTo(this.#debt as LoanDebt, cost, utcDay(at));
    const debt = add(principal, roundedInterest(accrued));
    if (!reaches(debt, value, this.warnedAt === null ? rates.warn : rates.cover)) return 'fine';
    const isWarned = this.warnedAt !== null && this.warnedAt + warnMs <= at;
    return isWarned && reaches(debt, value, rates.sell) ? 'sell' : 'warn';
  }

  /** The prices of the pledge are on the tape. */
  #expectPrices(prices: Prices): void {
    for (const { asset } of this.collateral) {
      const price = prices.get(asset);
      if (price === undefined) continue;
      this.#given.by.ticks.expectLogged(price.tick, price.precision, `the price of ${asset}`);
    }
  }

  /** Of the pledge what pays the debt, coins as far as the pool could pay for them. */
  #sell(entry: Entry, prices: Prices): void {
    const { found } = this.#given.by;
    this.#expectPrices(prices);
    const owed = this.#owed(entry);
    let needed = owed;
    let total = ZERO;
    const left: Pledged[] = [];
    const turn = [...this.collateral].sort((left, right) => Number(right.asset === USDT) - Number(left.asset === USDT));
    const sales = new Map<string, Amount>();
    for (const { asset, amount } of turn) {
      const sold = this.#sold(entry, { asset, amount, needed, prices });
      if (sold === undefined) continue;
      sales.set(asset, sold.amount);
      total = add(total, sold.proceeds);
      needed = subtract(needed, lesser(needed, sold.proceeds));
    }
    for (const { asset, amount } of this.collateral) {
      const remaining = subtract(amount, sales.get(asset) ?? ZERO);
      if (remaining !== ZERO) left.push({ asset, amount: remaining });
    }
    if (sales.size === 0) return;
    this.collateral = left;
    found.expect('amounts', ZERO < total, 'it was sold for nothing');
    this.#pay(entry, lesser(total, owed));
  }

  #sold(
    entry: Entry,
    pledge: { readonly asset: string; readonly amount: Amount; readonly needed: Amount; readonly prices: Prices },
  ): { readonly amount: Amount; readonly proceeds: Amount } | undefined {
    const { asset, needed } = pledge;
    if (needed === ZERO) return undefined;
    if (asset === USDT) {
      const amount = lesser(needed, pledge.amount);
      this.lines.within(entry, { from: 'collateral', to: 'available', asset, amount, reason: 'loans.released' });
      return { amount, proceeds: amount };
    }
    const known = pledge.prices.get(asset);
    if (known === undefined) return undefined;
    const unit = power10(RATE_DECIMALS);
    const price = divFloor(bidPrice(known) * (unit - this.#given.agreed.rates.sale), unit) as Price;
    if (price <= 0n) return undefined;
    const most = lesser(divCeil(needed * power10(PRICE_DECIMALS), price) as Amount, pledge.amount);
    const line = this.#linesAt(entry).find((shown) => shown.reason === 'loans.sale' && shown.asset === asset);
    if (line === undefined) return undefined;
    const amount = -line.amount as Amount;
    this.#given.by.found.expect('amounts', amount <= most, `more ${asset} was sold than needed`);
    const proceeds = mulPriceFloor(amount, price);
    this.lines.with(entry, {
      account: 'collateral',
      contra: 'pool.liquidity',
      asset,
      amount: -amount,
      reason: 'loans.sale',
    });
    this.lines.with(entry, {
      account: 'available',
      contra: 'pool.liquidity',
      asset: USDT,
      amount: proceeds,
      reason: 'loans.proceeds',
    });
    return { amount, proceeds };
  }
}
