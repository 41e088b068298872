// long: the model of one product, read beside its handler
import { ofHouse, ofUser } from '../accounts.ts';
import type { AuthorityModel, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { ceilDiv, least, mustUnits, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import type { KycModel } from '../kyc.ts';
import { type ExpectedEvent, type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import {
  annual,
  costOf,
  count,
  type Debt,
  dayOf,
  interestOwed,
  isLate,
  isSilent,
  keepSteps,
  nearest,
  REMINDERS,
  remindersGiven,
  take,
} from './debt.ts';
import { choosePledge, isCovered, type PricesFact, pledgeWorth, realBalance, sellPledge } from './pledge.ts';
import { Returns } from './returns.ts';
import type { Row } from './row.ts';
import { DEFAULTS, namesBy, type Terms } from './terms.ts';

interface Loan {
  readonly row: Row;
  readonly debt: Debt;
  paidPrincipal: bigint;
  paidInterest: bigint;
  /** The person's row of returns for nothing, when this loan's end changed it. */
  counted?: ExpectedRow | undefined;
}

const HOUR_MS = 3_600_000;
const USDT = 'USDT';
const REVIEWERS = ['owner', 'finance'];
/** Prices count for a minute. */
const PRICE_MS = 60_000;
const TERM_DAYS = ['7', '14', '30', '60', '90', '180', '360'];

/** Loans: keeps every one that ever was and looks through all of them. */
export class LoansModel implements Product {
  readonly types: Product['types'];
  readonly #reference: Reference;
  readonly #authority: AuthorityModel;
  readonly #kyc: KycModel;
  readonly #loans = new Map<number, Loan>();
  readonly #returns: Returns;

  constructor(reference: Reference, authority: AuthorityModel, kyc: KycModel) {
    this.#reference = reference;
    this.#returns = new Returns(reference.findings);
    this.#authority = authority;
    this.#kyc = kyc;
    this.types = {
      'loans.request': (entry) => this.#request(entry),
      'loans.cancel': (entry) => this.#cancel(entry),
      'loans.repay': (entry) => this.#repay(entry),
      'loans.service': (entry) => this.#service(entry),
    };
    authority.action('loans.review', REVIEWERS, (entry) => this.#review(entry));
  }

  /** Nothing leaves the account of somebody who owes. */
  isOpen(user: number): boolean {
    return [...this.#loans.values()].some(({ row }) => row.user_id === user && runs(row));
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const { row } of this.#loans.values()) {
      for (const { asset, amount } of row.collateral)
        need(ofUser(row.user_id, 'real', asset, 'collateral'), mustUnits(amount));
    }
  }

  /** After many days at once more is due than one time event does. */
  isBehind(at: number): boolean {
    const day = dayOf(at);
    return [...this.#loans.values()].some(({ row }) => isLate(row, day) || isSilent(row, day));
  }

  checkNothingOverdue(at: number): void {
    const day = dayOf(at);
    const { findings } = this.#reference;
    for (const { row } of this.#loans.values()) {
      const { id, due_day: due } = row;
      findings.check(!isLate(row, day), () => `loan ${id} was due on day ${due}, and nothing happened`);
      findings.check(!isSilent(row, day), () => `nobody reminded of loan ${id}`);
    }
  }

  #parameter<Value>(name: string, first: Value): Value {
    return this.#reference.figure(`parameter.loan.${name}`, first);
  }

  #terms(user: number, day: number): Terms {
    const { figure } = this.#reference;
    const isCounted = 10 <= this.#reference.rulesOf(undefined);
    const most = this.#parameter('free_returns_year', 12);
    const used = this.#returns.recent(user, day).length;
    const isUsedUp = isCounted && most <= used;
    const figureOf = (name: string, first: string | number): string | number => figure(`loans.${name}`, first);
    return {
      dailyRate: this.#parameter('daily_rate', DEFAULTS.dailyRate!),
      overdueRate: this.#parameter('overdue_rate', DEFAULTS.overdueRate!),
      freeDays: isUsedUp ? 0 : this.#parameter('free_days', DEFAULTS.freeDays!),
      graceDays: this.#parameter('grace_days', DEFAULTS.graceDays!),
      openRate: figureOf('fullRate', DEFAULTS.openRate!),
      warnRate: figureOf('warnRate', DEFAULTS.warnRate!),
      ...(figureOf('coverRate', DEFAULTS.coverRate!) === figureOf('warnRate', DEFAULTS.warnRate!)
        ? {}
        : { coverRate: figureOf('coverRate', DEFAULTS.coverRate!) }),
      sellRate: figureOf('sellRate', DEFAULTS.sellRate!),
      saleRate: figureOf('saleRate', DEFAULTS.saleRate!),
      warnMs: figureOf('warnMs', DEFAULTS.warnMs!),
      ...(isCounted ? { freeReturnsYear: most, freeReturnsUsed: used } : {}),
      ...namesBy(this.#reference.rulesOf(undefined), this.#authority),
    };
  }

  /** The prices of a command: each the last one of its market, fresh, and not held. */
  #prices({ seq, at, facts }: Entry): PricesFact {
    const { prices } = facts as { prices: PricesFact };
    const { findings } = this.#reference;
    for (const [asset, price] of Object.entries(prices)) {
      const code = `${asset}USDT`;
      const last = this.#reference.prices.last(code);
      const { precision: _precision, ...tick } = price;
      findings.equal(`entry ${seq}: price of ${asset}`, tick, last ?? null);
      findings.check(at - price.at <= PRICE_MS, () => `entry ${seq} values ${asset} by an old price`);
      const isOpen =
        this.#reference.sessionEnd(code, at) !== null && this.#reference.heldFact(code, at).held === undefined;
      findings.check(isOpen, () => `entry ${seq} values ${asset} by a price that nothing trades at`);
    }
    return prices;
  }

  #request(entry: Entry): Prediction {
    const { user, seq, at } = entry;
    const body = entry.body as { amount: string; termDays: number; terms: Terms } & Record<string, unknown>;
    const prices = this.#prices(entry);
    const amount = unitsOf(body.amount);
    if (amount === undefined || amount === 0n) return refusal(CODE.range, 'amount');
    if (this.#authority.isFrozen(user)) return refusal(CODE.frozen);
    const level = this.#kyc.levelOf(user);
    if (level === 'none') return refusal(CODE.notVerified);
    const { accounts, figure } = this.#reference;
    const total = realBalance(accounts, user, prices);
    const basic = figure('loans.basicRate', '0.2');
    const full = figure('loans.fullRate', '0.8');
    const limitRate = level === 'full' ? full : basic;
    const [limit, fullLimit] = [limitRate, full].map((rate) => (total * mustUnits(rate)) / WHOLE_RATE) as [
      bigint,
      bigint,
    ];
    if (limit < amount && amount <= fullLimit) return refusal(CODE.verifyFirst, 'amount');
    if (this.#parameter<number>('offered', 0) !== 1) return refusal(CODE.offHere);
    const terms = this.#terms(user, dayOf(at));
    if (terms.lender === '') return { ...refusal(CODE.unnamed, 'lender'), counts: ['loan of a lender without a name'] };
    if (this.#live(user) !== undefined) return refusal(CODE.loanOpen);
    if (Object.entries(terms).some(([name, value]) => body.terms[name] !== value))
      return refusal(CODE.unsigned, 'agreementId');
    if (!this.#parameter('terms_days', TERM_DAYS).includes(String(body.termDays)))
      return refusal(CODE.term, 'termDays');
    if (amount < mustUnits(this.#parameter('minimum', '100'))) return refusal(CODE.smallLoan, 'amount');
    if (limit < amount || mustUnits(this.#parameter('maximum', '100000')) < amount)
      return refusal(CODE.aboveLimit, 'amount');
    const needed = ceilDiv(amount * WHOLE_RATE, mustUnits(String(terms.openRate)));
    const collateral = choosePledge(accounts, { user, needed, prices });
    if (collateral === undefined) return refusal(CODE.pledge, 'amount');
    if (accounts.of(ofHouse('real', USDT, 'pool.lending')) < amount) return refusal(CODE.poolFull, 'amount');
    const beyond = this.#reference.beyondLimit(user, { kind: 'loan', worth: amount, at });
    if (beyond !== undefined) return { ...refusal(beyond, 'amount'), counts: ['loan above a limit of the level'] };
    for (const { asset, amount: pledged } of collateral) {
      const from = ofUser(user, 'real', asset, 'available');
      accounts.move(from, ofUser(user, 'real', asset, 'collateral'), mustUnits(pledged));
    }
    const days = body.termDays;
    const paidDays = BigInt(Math.max(0, days - Number(terms.freeDays)));
    const interest = nearest(amount * mustUnits(String(terms.dailyRate)) * paidDays);
    const empty = ['counted_day', 'start_day', 'due_day', 'collected_day', 'warned_at', 'reason', 'note'];
    const row = {
      ...Object.fromEntries([...empty, 'started_at', 'closed_at'].map((column) => [column, null])),
      id: seq,
      user_id: user,
      book: 'real',
      state: 'pending',
      amount: textOf(amount),
      term_days: days,
      terms: body.terms,
      interest: textOf(interest),
      repayment: textOf(amount + interest),
      apr: annual(amount, amount + interest, days),
      limit_rate: limitRate,
      balance_value: textOf(total),
      agreement: body.agreement,
      version: body.version,
      language: body.language,
      text_hash: body.textHash,
      signature_hash: body.signatureHash,
      collateral,
      reminded: 0,
      steps: [],
      placed_at: at,
      review_by: at + figure('loans.reviewHours', 24) * HOUR_MS,
    } as unknown as Row;
    const loan: Loan = { row, debt: { principal: amount, exact: 0n, counted: 0 }, paidPrincipal: 0n, paidInterest: 0n };
    this.#loans.set(seq, loan);
    return this.#told(loan, entry, 'requested', 'loan asked for');
  }

  #cancel(entry: Entry): Prediction {
    const loan = this.#own(entry);
    if (loan === undefined) return refusal(CODE.notFound, 'id');
    if (loan.row.state !== 'pending') return refusal(CODE.final, 'id');
    this.#release(loan);
    Object.assign(loan.row, { state: 'cancelled', review_by: null, closed_at: entry.at });
    return this.#told(loan, entry, 'cancelled', 'loan cancelled');
  }

  #review(entry: Entry): Decision {
    const { decision, rejection, note } = entry.body as OperatorBody & Record<string, string | null>;
    const prices = this.#prices(entry);
    const loan = this.#own(entry);
    if (loan === undefined) return refusal(CODE.nothingFound, 'id');
    const { row } = loan;
    if (row.state !== 'pending') return refusal(CODE.final, 'id');
    const before = { state: 'pending', amount: row.amount, termDays: row.term_days };
    const subject = `loan ${row.id}`;
    const effects = (step: string, counted: string) => {
      const { rows = [], events = [], counts = [] } = this.#told(loan, entry, step, counted, note ?? null);
      return { rows, events, counts };
    };
    if (decision === 'reject') {
      if (rejection === null) return refusal(CODE.required, 'rejection');
      const apply = () => {
        this.#release(loan);
        const reason = rejection;
        Object.assign(row, { state: 'rejected', review_by: null, closed_at: entry.at, reason, note: note ?? null });
        return effects('rejected', 'loan rejected');
      };
      return { subject, before, after: { ...before, state: 'rejected' }, apply };
    }
    if (this.#authority.isFrozen(row.user_id)) return refusal(CODE.frozen);
    const level = this.#kyc.levelOf(row.user_id);
    if (level === 'none' || (level === 'basic' && row.limit_rate === row.terms.openRate))
      return refusal(CODE.notVerified);
    const value = pledgeWorth(row.collateral, prices);
    if (value === undefined) return refusal(CODE.closed);
    const { accounts } = this.#reference;
    const amount = mustUnits(row.amount);
    const balance = 7 <= this.#reference.rulesOf(undefined) ? realBalance(accounts, row.user_id, prices) : undefined;
    if (!isCovered({ row, value, balance })) return refusal(CODE.aboveLimit, 'id');
    const pool = ofHouse('real', USDT, 'pool.lending');
    if (accounts.of(pool) < amount) return refusal(CODE.poolFull);
    return {
      subject,
      before,
      after: { ...before, state: 'repaying' },
      needsSecond: mustUnits(this.#parameter('two_person_usdt', '10000')) < amount,
      apply: ({ at }) => {
        accounts.move(pool, ofUser(row.user_id, 'real', USDT, 'available'), amount);
        const start = dayOf(at);
        loan.debt.counted = start;
        Object.assign(row, { state: 'repaying', note: note ?? null, review_by: null, started_at: at });
        Object.assign(row, { start_day: start, counted_day: start, due_day: start + row.term_days });
        row.reminded = REMINDERS.filter((days) => row.term_days <= days).length;
        return effects('paidOut', 'loan paid out');
      },
    };
  }

  #repay(entry: Entry): Prediction {
    const loan = this.#own(entry);
    if (loan === undefined) return refusal(CODE.notFound, 'id');
    if (!runs(loan.row)) return refusal(CODE.final, 'id');
    const day = dayOf(entry.at);
    const owed = this.#owed(loan, day);
    const { amount } = entry.body as { amount: string | null };
    const requested = amount === null ? owed : unitsOf(amount);
    if (requested === undefined || requested === 0n) return refusal(CODE.range, 'amount');
    const { user_id: user } = loan.row;
    const paid = least(requested, owed);
    if (this.#reference.accounts.of(ofUser(user, 'real', USDT, 'available')) < paid)
      return refusal(CODE.quoteBalance, 'amount');
    const over = this.#pay(loan, paid, entry);
    return this.#told(loan, entry, over ? 'repaid' : 'partRepaid', over ? 'loan repaid' : 'loan partly repaid');
  }

  /** By the calendar, then the pledge; one after the other, as listed. */
  #service(entry: Entry): Prediction {
    const { loans } = entry.body as { loans: number[] };
    const prices = this.#prices(entry);
    const parts = loans.map((id) => this.#serve(this.#loans.get(id)!, entry, prices));
    return {
      code: CODE.done,
      result: { loans: loans.length },
      rows: parts.flatMap(({ rows }) => rows),
      events: parts.flatMap(({ events }) => events),
      counts: parts.flatMap(({ counts }) => counts),
    };
  }

  #serve(loan: Loan, entry: Entry, prices: PricesFact) {
    const { row } = loan;
    const day = dayOf(entry.at);
    const made: { rows: ExpectedRow[]; events: ExpectedEvent[]; counts: string[] } = {
      rows: [],
      events: [],
      counts: [],
    };
    const tell = (step: string): void => {
      const { rows = [], events = [] } = this.#told(loan, entry, step, '');
      made.rows.push(...rows);
      made.events.push(...events);
      made.counts.push(`loan ${step}`);
    };
    const due = row.due_day ?? 0;
    if (row.state === 'repaying' && due <= day) {
      if (this.#collect(loan, entry)) {
        tell('collected');
        return made;
      }
      Object.assign(row, { state: 'expired', collected_day: day });
      tell('overdue');
    } else if (row.state === 'repaying' && row.reminded < remindersGiven(row, day)) {
      row.reminded = remindersGiven(row, day);
      tell('reminded');
    } else if (row.state === 'expired' && row.collected_day! < day) {
      const before = loan.paidPrincipal + loan.paidInterest;
      if (this.#collect(loan, entry)) {
        tell('collected');
        return made;
      }
      row.collected_day = day;
      if (before < loan.paidPrincipal + loan.paidInterest) tell('partCollected');
      else made.rows.push(this.#stored(loan));
    }
    const isOut = row.state === 'expired' && due + Number(row.terms.graceDays) <= day && 0 < row.collateral.length;
    const share = this.#share(loan, prices, day);
    const isWarned = row.warned_at !== null && row.warned_at + Number(row.terms.warnMs) <= entry.at;
    const isSafe = share?.(row.terms.coverRate === undefined ? 'warnRate' : 'coverRate') === false;
    const mustSell = isWarned && !isSafe && share?.('sellRate') === true;
    if (isOut || mustSell) {
      const sold = this.#sell(loan, entry, prices);
      if (sold !== undefined) tell(sold ? 'soldAndRepaid' : 'sold');
    } else if (share?.('warnRate') === true && row.warned_at === null) {
      row.warned_at = entry.at;
      tell('warned');
    } else if (isSafe && row.warned_at !== null) {
      row.warned_at = null;
      tell('covered');
    }
    return made;
  }

  /** Whether the debt has reached a share of the pledge; undefined where nobody can tell. */
  #share({ row, debt }: Loan, prices: PricesFact, day: number): ((rate: string) => boolean) | undefined {
    const value = row.collateral.length === 0 ? undefined : pledgeWorth(row.collateral, prices);
    if (value === undefined) return undefined;
    const now = { ...debt };
    count(now, costOf(row), day);
    const owed = now.principal + nearest(now.exact);
    return (rate) => value * mustUnits(String(row.terms[rate])) <= owed * WHOLE_RATE;
  }

  #sell(loan: Loan, entry: Entry, prices: PricesFact): boolean | undefined {
    const { row } = loan;
    const { accounts } = this.#reference;
    const user = row.user_id;
    const missing = this.#owed(loan, dayOf(entry.at));
    const saleRate = mustUnits(String(row.terms.saleRate));
    const { rest, brought, isSold } = sellPledge(accounts, {
      user,
      collateral: row.collateral,
      missing,
      prices,
      saleRate,
    });
    if (!isSold) return undefined;
    row.collateral = row.collateral
      .map(({ asset }) => ({ asset, amount: textOf(rest.get(asset)!) }))
      .filter(({ amount }) => amount !== '0');
    return this.#pay(loan, least(brought, this.#owed(loan, dayOf(entry.at))), entry);
  }

  #collect(loan: Loan, entry: Entry): boolean {
    const available = this.#reference.accounts.of(ofUser(loan.row.user_id, 'real', USDT, 'available'));
    const amount = least(available, this.#owed(loan, dayOf(entry.at)));
    return amount === 0n ? false : this.#pay(loan, amount, entry);
  }

  #owed({ row, debt }: Loan, day: number): bigint {
    const now = { ...debt };
    count(now, costOf(row), day);
    return now.principal + interestOwed(now, costOf(row), day);
  }

  #pay(loan: Loan, amount: bigint, { at }: Entry): boolean {
    const { row, debt } = loan;
    const { interest, principal, over } = take(debt, costOf(row), { amount, day: dayOf(at) });
    const { accounts } = this.#reference;
    const available = ofUser(row.user_id, 'real', USDT, 'available');
    accounts.move(available, ofHouse('real', USDT, 'pool.lending'), interest + principal);
    loan.paidInterest += interest;
    loan.paidPrincipal += principal;
    row.counted_day = debt.counted;
    if (over) {
      loan.counted = this.#returns.count(row, dayOf(at));
      this.#release(loan);
      Object.assign(row, { state: 'repaid', warned_at: null, closed_at: at });
    }
    return over;
  }

  #release({ row }: Loan): void {
    const { accounts } = this.#reference;
    for (const { asset, amount } of row.collateral) {
      const from = ofUser(row.user_id, 'real', asset, 'collateral');
      accounts.move(from, ofUser(row.user_id, 'real', asset, 'available'), mustUnits(amount));
    }
    row.collateral = [];
  }

  #live(user: number): Loan | undefined {
    return [...this.#loans.values()].find(({ row }) => row.user_id === user && (row.state === 'pending' || runs(row)));
  }

  #own({ user, body }: Entry): Loan | undefined {
    const found = this.#loans.get((body as { id: number }).id);
    if (found?.row.user_id !== user) return undefined;
    return found.row.closed_at === null ? found : undefined;
  }

  #told(loan: Loan, { seq, at }: Entry, step: string, counted: string, note: string | null = null): Prediction {
    const { row } = loan;
    const idx = row.steps.filter((before) => before.seq === seq).length;
    row.steps = keepSteps([...row.steps, { step, at, seq, note }]);
    const data = { id: row.id, state: row.state, what: step };
    return {
      code: CODE.done,
      result: { id: row.id },
      rows: [
        ...(loan.counted === undefined ? [] : [loan.counted]),
        this.#stored(loan),
        { table: 'loan_steps', row: { loan_id: row.id, idx, step, at, seq, note } },
      ],
      events: [{ userId: row.user_id, book: 'real', kind: 'loan', data }],
      counts: [counted],
    };
  }

  #stored({ row, debt, paidPrincipal, paidInterest }: Loan): ExpectedRow {
    const figures = {
      principal: textOf(debt.principal),
      accrued: String(debt.exact),
      paid_principal: textOf(paidPrincipal),
      paid_interest: textOf(paidInterest),
    };
    return { table: 'loans', row: { ...row, ...figures } };
  }
}

const runs = ({ state }: Row): boolean => state === 'repaying' || state === 'expired';
