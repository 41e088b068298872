import { code } from '@glasshouse/api/codes';
import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { type Amount, amountOf, formatAmount, parseAmount, ZERO } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CommandInput, CoreState, MarketView, Refusal } from '../../kernel/core/types.ts';
import { type CurrencyFacts, currencyFacts } from '../funding/currency-rate.ts';
import { isRefused } from '../funding/evidence.ts';
import { coinMarket, lastPrice, type PriceTick, USDT, usdtOfCurrency } from '../funding/value.ts';
import { countsEvidence, currencyTick, depositEvent, hashesOf } from './claim.ts';
import { credit, release, reverse } from './credit.ts';
import { decisionOf } from './decision.ts';
import { differenceOf, type Finding, vouchFor } from './hand-credit.ts';
import { returnPayment } from './returns.ts';
import { type Deposit, depositChange, hashChange } from './rows.ts';
import { depositsOf } from './slice.ts';
import { bindTransfer, hasAlarm, rejected } from './transfer.ts';

export type ReviewBody = OperatorBody<
  Finding & {
    readonly id: number;
    /** `return`: somebody else paid; it goes back to them, to the account that it came from. */
    readonly decision: 'approve' | 'reject' | 'return';
    /** Why it is rejected, for the person. */
    readonly rejection: ReviewReason | null;
    readonly note: string | null;
  }
>;
/** The tick alone for coins, and in logs of before the market was looked at. */
export type ReviewFacts = PriceTick | CurrencyFacts;

export type ResolveBody = OperatorBody<{ readonly id: number; readonly outcome: 'release' | 'reverse' }>;

export function gatherReview(
  { body }: CommandInput<ReviewBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): ReviewFacts {
  const deposit = depositsOf(state).deposits.get(body.id);
  if (deposit === undefined) return null;
  if (deposit.method !== 'bank') return deposit.asset === USDT ? null : lastPrice(market, coinMarket(deposit.asset));
  const currency = deposit.currency ?? figureOf(state, 'deposits.currency');
  return countsEvidence(state) ? currencyFacts(market, currency, at) : currencyTick(market, currency);
}

/**
 * A person decides over a deposit. Refusals in order: 11053 no such deposit, 11057 decided already,
 * 11162 the chain has not confirmed it yet, 11004 a field that this decision needs.
 */
export function review(state: CoreState, command: Command<ReviewBody, ReviewFacts>): Decision | Refusal {
  const { body } = command;
  const deposit = depositsOf(state).deposits.get(body.id);
  if (deposit === undefined || deposit.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  if (deposit.state === 'confirming') return refuse(code.transferUnconfirmed, 'id');
  if (deposit.state !== 'pending' && deposit.state !== 'reviewing') return refuse(code.orderAlreadyFinal, 'id');
  if (body.decision === 'approve') return approve(state, deposit, command);
  if (body.decision === 'return') return returnPayment(state, deposit, command);
  if (body.rejection === null) return refuse(code.fieldRequired, 'rejection');
  const after = rejected(deposit, command, { reason: body.rejection, note: body.note });
  const rows = [depositChange(after)];
  // A report without a transfer gives its hash back; a transfer that was seen keeps it.
  for (const hash of deposit.tx_hash === null ? [] : hashesOf(state, deposit.network ?? '', deposit.tx_hash)) {
    if (hash.deposit === deposit.id && hash.output === null) rows.push(hashChange({ ...hash, holds: false }));
  }
  return decisionOf(deposit, { after, postings: [], rows, events: [depositEvent(after)] });
}

function approve(state: CoreState, deposit: Deposit, command: Command<ReviewBody, ReviewFacts>): Decision | Refusal {
  const { body } = command;
  if (deposit.state === 'reviewing') return approveSeen(state, deposit, command);
  const arrived = body.arrived === null ? undefined : parseAmount(body.arrived);
  if (arrived === undefined || arrived === ZERO) return refuse(code.fieldRequired, 'arrived');
  if (countsEvidence(state)) return vouchFor(state, deposit, command, arrived);
  return approveAlone(state, deposit, command, arrived);
}

/** What the chain says counts, whoever says otherwise. */
function approveSeen(
  state: CoreState,
  deposit: Deposit,
  command: Command<ReviewBody, ReviewFacts>,
): Decision | Refusal {
  const { arrived, note } = command.body;
  if (arrived !== null) return refuse(code.unknownField, 'arrived');
  const bound = bindTransfer(state, deposit, command);
  if (isRefused(bound)) return bound;
  const tick = command.facts as PriceTick | null;
  const amount = amountOf(deposit.arrived ?? '0');
  const made = credit(deposit, command, { amount, tick, note });
  const difference = countsEvidence(state) ? { ...differenceOf(deposit, amount), symbol: deposit.asset } : {};
  return decisionOf(deposit, { ...made, rows: [...made.rows, ...bound] }, difference);
}

/** By the rules of before, one person's word credited what no watcher saw. */
function approveAlone(
  state: CoreState,
  deposit: Deposit,
  command: Command<ReviewBody, ReviewFacts>,
  arrived: Amount,
): Decision | Refusal {
  const { body } = command;
  const tick = command.facts as PriceTick | null;
  if (deposit.method === 'bank') return approveBank(deposit, command, { arrived, tick });
  const hash = body.hash ?? deposit.tx_hash;
  const network = deposit.network ?? '';
  if (hash === null) return refuse(code.fieldRequired, 'hash');
  const users = hashesOf(state, network, hash);
  if (users.some((user) => user.deposit !== deposit.id)) return refuse(code.transferClaimed, 'hash');
  const found: Deposit = { ...deposit, arrived: formatAmount(arrived), tx_hash: hash };
  const made = credit(found, command, { amount: arrived, tick, note: body.note });
  const { id, user_id } = deposit;
  const held = hashChange({ network, tx_hash: hash, deposit: id, user_id, output: null, holds: true });
  return decisionOf(deposit, { ...made, rows: [...made.rows, held] });
}

/** Currency became USDT at the last mid, dollar for USDT, rounded down. */
function approveBank(
  deposit: Deposit,
  command: Command<ReviewBody, ReviewFacts>,
  payment: { readonly arrived: Amount; readonly tick: PriceTick | null },
): Decision | Refusal {
  if (payment.tick === null && deposit.currency !== 'USD') return refuse(code.notTradable);
  const amount = usdtOfCurrency(payment.arrived, payment.tick);
  if (amount === ZERO) return refuse(code.outOfRange, 'arrived');
  const found: Deposit = {
    ...deposit,
    arrived: formatAmount(amount),
    currency_amount: formatAmount(payment.arrived),
    tx_hash: command.body.hash,
  };
  return decisionOf(deposit, credit(found, command, { amount, tick: payment.tick, note: command.body.note }));
}

/**
 * What becomes of a credit whose transfer vanished: released because it came back another way, or
 * taken back for good. 11057 when nothing is frozen or owed.
 */
function resolve(state: CoreState, command: Command<ResolveBody>): Decision | Refusal {
  const deposit = depositsOf(state).deposits.get(command.body.id);
  if (deposit === undefined || deposit.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  if (deposit.frozen === '0' && deposit.owed === '0') return refuse(code.orderAlreadyFinal, 'id');
  const made = command.body.outcome === 'release' ? release : reverse;
  return decisionOf(deposit, made(state, deposit, command));
}

/**
 * Where no watcher saw the transfer, persons are the only evidence: two, for any amount. So they
 * are where what arrived is not what was reported or seen before, and where money goes back.
 */
function takesTwo(state: CoreState, { body }: Command<ReviewBody, ReviewFacts>): boolean {
  if (!countsEvidence(state) || body.decision === 'reject') return false;
  const deposit = depositsOf(state).deposits.get(body.id);
  if (body.decision === 'return' || deposit?.state !== 'reviewing') return true;
  return differs(deposit) || hasAlarm(state, deposit.id);
}

/** The chain says another amount than the person. */
const differs = ({ claimed, arrived }: Deposit): boolean =>
  claimed !== null && amountOf(claimed) !== amountOf(arrived ?? '0');

export const reviewHandler = operatorHandler({
  permission: 'deposits.review',
  secondPerson: takesTwo,
  decide: review,
});
export const resolveHandler = operatorHandler({
  permission: 'deposits.review',
  secondPerson: () => true,
  decide: resolve,
});
