import { code } from '@glasshouse/api/codes';
import { reaches, utcDay } from '@glasshouse/rules/loans';
import { amountOf, lesser, parseAmount, rateOf } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { userAccount } from '../../kernel/core/accounts.ts';
import { guardOf } from '../../kernel/core/guard.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome } from '../../kernel/core/types.ts';
import { USDT } from '../../money/funding/value.ts';
import { debtOn, LoanEffects, owedOn } from './loan-effects.ts';
import { type PriceFacts, type Prices, pledgeValue, pricesOf } from './pledge.ts';
import { ownLoan } from './request.ts';
import { coverRateOf, type Loan } from './rows.ts';
import { isRunning, loansOf, nextDueAt, remindersBy } from './slice.ts';

export type RepayBody = { readonly id: number; readonly amount: string | null };
export type ServiceBody = { readonly loans: readonly number[] };

/**
 * Repays all or part, at any time. Refusals in order: 11051 not theirs or over, 11057 not paid out,
 * 11008 nothing, 10092 balance. More than is owed is not taken.
 */
export function repay(state: CoreState, command: Command<RepayBody>): Outcome {
  const { userId, body, at } = command;
  const found = ownLoan(state, command);
  if (found === undefined) return refuse(code.orderNotFound, 'id');
  if (!isRunning(found)) return refuse(code.orderAlreadyFinal, 'id');
  const day = utcDay(at);
  const owed = owedOn(found, day);
  const requested = body.amount === null ? owed : parseAmount(body.amount);
  if (requested === undefined || requested === 0n) return refuse(code.outOfRange, 'amount');
  const amount = lesser(requested, owed);
  const effects = new LoanEffects(state, command);
  if (effects.balance(userAccount(userId, 'real', USDT, 'available')) < amount) {
    return refuse(code.balanceInsufficient, 'amount');
  }
  const after = effects.pay(found, amount, day);
  effects.save(after, after.state === 'repaid' ? 'repaid' : 'partRepaid');
  return { ok: true, result: { id: found.id }, ...effects.toEffects() };
}

/** How the pledge stands; undefined while nobody can tell. */
type Standing = 'fine' | 'warn' | 'sell' | undefined;

function standingOf(loan: Loan, prices: Prices, at: number): Standing {
  if (loan.collateral.length === 0) return undefined;
  const value = pledgeValue(loan.collateral, prices);
  if (value === undefined) return undefined;
  const debt = debtOn(loan, utcDay(at));
  // A warning ends further down than it begins, or a price beside the mark would warn every minute.
  const mark = loan.warned_at === null ? loan.terms.warnRate : coverRateOf(loan.terms);
  if (!reaches(debt, value, rateOf(mark))) return 'fine';
  const isWarned = loan.warned_at !== null && loan.warned_at + loan.terms.warnMs <= at;
  return isWarned && reaches(debt, value, rateOf(loan.terms.sellRate)) ? 'sell' : 'warn';
}

/** Whether looking at the pledge would change anything. */
const isDue = (loan: Loan, standing: Standing): boolean =>
  standing === 'sell' ||
  (standing === 'warn' ? loan.warned_at === null : standing === 'fine' && loan.warned_at !== null);

/** Everything that is due for one loan: by the calendar first, then for its pledge. */
function serveOne(effects: LoanEffects, loan: Loan, prices: Prices, at: number): void {
  const day = utcDay(at);
  const dueDay = loan.due_day ?? 0;
  const before = loan;
  let now = loan;
  if (now.state === 'repaying' && dueDay <= day) {
    now = effects.collect(now, day);
    if (now.state === 'repaid') {
      effects.save(now, 'collected');
      return;
    }
    now = effects.save({ ...now, state: 'expired', collected_day: day }, 'overdue');
  } else if (now.state === 'repaying' && now.reminded < remindersBy(now, day)) {
    now = effects.save({ ...now, reminded: remindersBy(now, day) }, 'reminded');
  } else if (now.state === 'expired' && (now.collected_day ?? dueDay) < day) {
    now = effects.collect(now, day);
    if (now.state === 'repaid') {
      effects.save(now, 'collected');
      return;
    }
    const isPaid = now.principal !== before.principal || now.paid_interest !== before.paid_interest;
    now = effects.save({ ...now, collected_day: day }, isPaid ? 'partCollected' : undefined);
  }
  const isOut = now.state === 'expired' && dueDay + now.terms.graceDays <= day && 0 < now.collateral.length;
  const standing = standingOf(now, prices, at);
  if (isOut || standing === 'sell') {
    const sold = effects.sell(now, prices, day);
    if (sold !== now) effects.save(sold, sold.state === 'repaid' ? 'soldAndRepaid' : 'sold');
  } else if (isDue(now, standing)) {
    if (standing === 'warn') effects.save({ ...now, warned_at: at }, 'warned');
    else effects.save({ ...now, warned_at: null }, 'covered');
  }
}

/**
 * Does what is due for these loans. One that has ended meanwhile is left alone: its owner may have
 * repaid it while the core could not serve it.
 */
export function service(state: CoreState, command: Command<ServiceBody, PriceFacts>): Outcome {
  const effects = new LoanEffects(state, command);
  const slice = loansOf(state);
  let served = 0;
  for (const id of command.body.loans) {
    const loan = slice.loans.get(id);
    if (loan === undefined || !isRunning(loan)) continue;
    serveOne(effects, loan, command.facts.prices, command.at);
    served += 1;
  }
  return { ok: true, result: { loans: served }, ...effects.toEffects() };
}

export function gatherService(
  { body }: CommandInput<ServiceBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): PriceFacts {
  const { loans } = loansOf(state);
  const assets = new Set(body.loans.flatMap((id) => (loans.get(id)?.collateral ?? []).map(({ asset }) => asset)));
  return { prices: pricesOf(assets, at, market, state) };
}

/**
 * Loans served and looked at per time event, so that ticks and orders get their turn between the
 * rounds: to collect one takes five postings, to look at one none. Those served because of the
 * calendar and those served because of their pledge have a share each: prices fall at midnight too.
 */
export const SERVED_PER_ROUND = 20;
const LOOKED_PER_ROUND = 500;

/** Loans for which something is due by the calendar, and those whose pledge asks for something. */
export function onTime(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const slice = loansOf(state);
  const due = new Set<number>();
  const held = heldLoans(state);
  for (let looked = 0; looked < SERVED_PER_ROUND && slice.due.peekKey() <= at; looked += 1) {
    const dueAt = slice.due.peekKey();
    const id = slice.due.pop() as number;
    const loan = slice.loans.get(id);
    if (loan !== undefined && nextDueAt(loan) === dueAt && !held.has(id)) due.add(id);
  }
  const most = due.size + SERVED_PER_ROUND;
  for (let looked = 0; looked < LOOKED_PER_ROUND && slice.looks.peekKey() <= at; looked += 1) {
    if (most <= due.size) break;
    const id = slice.looks.pop() as number;
    const loan = slice.loans.get(id);
    if (loan === undefined || !isRunning(loan)) continue;
    slice.looks.push(at + figureOf(state, 'loans.lookEveryMs'), id);
    if (!due.has(id) && !held.has(id) && needsLook(loan, at, market, state)) due.add(id);
  }
  const ids = [...due].sort((left, right) => left - right);
  return internalCommands(ids, {
    type: 'loans.service',
    live: slice.loans,
    bodyOf: (loans): ServiceBody => ({ loans }),
    suffix: `:${at}`,
  });
}

/** Loans whose service threw: the core tries them again by itself, and not beside that. */
function heldLoans(state: CoreState): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { id, input, done_at: doneAt } of guardOf(state).held.values()) {
    if (doneAt !== null || !id.startsWith('loans.service:')) continue;
    for (const loan of (input as unknown as { readonly body: ServiceBody }).body.loans) ids.add(loan);
  }
  return ids;
}

function needsLook(loan: Loan, at: number, market: MarketView, state: CoreState): boolean {
  const prices = pricesOf(
    loan.collateral.map(({ asset }) => asset),
    at,
    market,
    state,
  );
  const isOut =
    loan.state === 'expired' && (loan.due_day ?? 0) + loan.terms.graceDays <= utcDay(at) && 0 < loan.collateral.length;
  // Sold as far as the pool could pay and prices were there; the rest is tried again.
  const canSell = loan.collateral.some(
    ({ asset, amount }) => asset === USDT || (prices[asset] && 0n < amountOf(amount)),
  );
  return (isOut && canSell) || isDue(loan, standingOf(loan, prices, at));
}
