import { code } from '@glasshouse/api/codes';
import { isNetworkName, type NetworkName, networkSpec } from '@glasshouse/api/networks';
import { amountOf, formatAmount, parseAmount, rateOf } from '@glasshouse/rules/money';
import { splitWithdrawal } from '@glasshouse/rules/withdrawal';
import { isBarred, parameterOf } from '../../authority/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type {
  Command,
  CommandInput,
  CoreState,
  Handler,
  MarketView,
  Outcome,
  Refusal,
  UserEvent,
} from '../../kernel/core/types.ts';
import { refuseOverdrawn } from '../../kyc-levels/limits.ts';
import { HOUR_MS, stepOf, withStep } from '../funding/steps.ts';
import { coinMarket, currencyMarket, lastPrice, type PriceTick, USDT, valueInUsdt } from '../funding/value.ts';
import { currencyAfterSpread } from './conversion.ts';
import { watchesPayouts } from './limits.ts';
import type { WithdrawalPorts } from './ports.ts';
import { type Withdrawal, withdrawalChange } from './rows.ts';
import { isLocked, type WithdrawalsSlice, withdrawalsOf } from './slice.ts';

export type RequestBody = {
  readonly method: 'crypto' | 'bank';
  readonly asset: string;
  readonly network: string | null;
  /** In the one spelling of the network; null for a bank transfer. */
  readonly address: string | null;
  /** SHA-256 of the sealed bank details. */
  readonly details: string | null;
  /** The identity check whose name the bank account's holder was compared with. */
  readonly holderCase?: number;
  /** Keyed digest of the bank account, so that limits count whatever the name of it. */
  readonly account?: string;
  readonly amount: string;
  readonly confirmedWith: 'none' | 'email' | 'totp' | 'passkey';
  /** Which one signed: the core knows how old it is. */
  readonly passkey?: number;
};
export type RequestFacts = { readonly coin: PriceTick | null; readonly currency: PriceTick | null };
export type CancelBody = { readonly id: number };

const CENT_DECIMALS = 2;

/** Decimals in which the network counts a coin; undefined when it does not carry it. */
export function decimalsOn(network: NetworkName, asset: string): number | undefined {
  const spec = networkSpec(network);
  return spec.native === asset ? spec.decimals : spec.tokens[asset]?.decimals;
}

export function gatherRequest(
  { body }: CommandInput<RequestBody>,
  _at: number,
  market: MarketView,
  state: CoreState,
): RequestFacts {
  return {
    coin: body.asset === USDT ? null : lastPrice(market, coinMarket(body.asset)),
    currency:
      body.method === 'bank' ? lastPrice(market, currencyMarket(figureOf(state, 'withdrawals.currency'))) : null,
  };
}

interface Destination {
  readonly decimals: number;
  readonly family: string | null;
}

/** Where it goes, or why it cannot. */
function destinationOf(body: RequestBody): Destination | Refusal {
  if (body.method === 'bank') {
    if (body.asset !== USDT) return refuse(code.networkUnsupported, 'symbol');
    if (body.details === null) return refuse(code.bankAccountRequired, 'accountNumber');
    return { decimals: CENT_DECIMALS, family: null };
  }
  const { network } = body;
  if (network === null || !isNetworkName(network)) return refuse(code.networkUnsupported, 'network');
  const decimals = decimalsOn(network, body.asset);
  if (decimals === undefined) return refuse(code.networkUnsupported, 'network');
  if (body.address === null) return refuse(code.receivingAddressMissing, 'address');
  return { decimals, family: networkSpec(network).family };
}

/**
 * A person asks for a withdrawal; the amount is held at once. Refusals in order: 10008 frozen,
 * 11047 a loan is open, 11160 a vanished deposit is owed, 11055 coin or network, 10022 and 11167 a
 * bank account of somebody whom no identity check names, 10015 no price for the currency, 11071 too
 * little, 11164 our own address, 11073 and 11165 not in the locked address book or not yet, 11168
 * too many under way, 10092 balance.
 */
export const requestHandler =
  (ports: WithdrawalPorts): Handler<RequestBody, RequestFacts> =>
  (state, command): Outcome => {
    const { userId, book, seq, at, body, facts } = command;
    const slice = withdrawalsOf(state);
    const barrier = barrierOf(state, userId, ports);
    if (barrier !== undefined) return barrier;
    const minimum = parameterOf(state, 'withdrawal.minimums')[body.asset];
    if (minimum === undefined) return refuse(code.networkUnsupported, 'symbol');
    const to = destinationOf(body);
    if ('ok' in to) return to;
    const holder = holderFault(state, command, ports);
    if (holder !== undefined) return holder;
    if (body.method === 'bank' && facts.currency === null) return refuse(code.notTradable);

    const amount = parseAmount(body.amount);
    if (amount === undefined || amount === 0n) return refuse(code.outOfRange, 'amount');
    const feeRate = parameterOf(state, 'withdrawal.fee_rate');
    const feeMinimum = parameterOf(state, 'withdrawal.fee_minimums')[body.asset] ?? '0';
    const terms = { feeRate: rateOf(feeRate), feeMinimum: amountOf(feeMinimum), decimals: to.decimals };
    const split = splitWithdrawal(amount, terms);
    if (amount < amountOf(minimum) || split === undefined) return refuse(code.belowWithdrawalMinimum, 'amount');

    const fault = addressFault(slice, command, (address) => ports.isDepositAddress(state, to.family ?? '', address));
    if (fault !== undefined) return refuse(fault, 'address');
    if (figureOf(state, 'withdrawals.underWayMax') <= (slice.byUser.get(userId)?.size ?? 0))
      return refuse(code.tooManyRequestsWaiting);
    const available = userAccount(userId, book, body.asset, 'available');
    if (balanceOf(state, available) < amount) return refuse(code.balanceInsufficient, 'amount');

    const value = valueInUsdt(body.asset, amount, facts.coin);
    const isBank = body.method === 'bank';
    const spread = isBank && watchesPayouts(state) ? parameterOf(state, 'withdrawal.bank_spread') : null;
    const made: Withdrawal = {
      id: seq,
      user_id: userId,
      book,
      method: body.method,
      asset: body.asset,
      network: body.network,
      state: 'pending',
      amount: formatAmount(amount),
      fee: formatAmount(split.fee),
      received: formatAmount(split.received),
      fee_rate: feeRate,
      fee_minimum: feeMinimum,
      value_usdt: value === null ? null : formatAmount(value),
      tick: isBank ? facts.currency : facts.coin,
      address: body.address,
      details: body.details,
      currency: isBank ? figureOf(state, 'withdrawals.currency') : null,
      currency_amount: isBank ? formatAmount(currencyAfterSpread(split.received, facts.currency, spread)) : null,
      confirmed_with: body.confirmedWith,
      batch: null,
      tx_hash: null,
      trouble: null,
      reason: null,
      note: null,
      steps: [stepOf(command, 'requested')],
      placed_at: at,
      due_at: at + figureOf(state, 'withdrawals.reviewHours') * HOUR_MS,
      approved_at: null,
      sent_at: null,
      closed_at: null,
      account: isBank ? (body.account ?? null) : null,
      approvers: null,
      spread,
      file: null,
      counts_until: null,
      replaced: null,
      paid: null,
      watched_until: null,
      second_payments: null,
    };
    const held = userAccount(userId, book, body.asset, 'held');
    const posting = { from: available, to: held, amount, reason: 'withdrawal.hold', ref: String(seq) };
    return {
      ok: true,
      result: { id: seq },
      postings: [posting],
      rows: [withdrawalChange(made)],
      events: [withdrawalEvent(made)],
    };
  };

/** What stops every withdrawal of a person, asked again when one is approved. */
export function barrierOf(state: CoreState, userId: number, ports: WithdrawalPorts): Refusal | undefined {
  if (isBarred(state, userId)) return refuse(code.userStatusWrong);
  if (ports.hasOpenLoan(state, userId)) return refuse(code.loanStillOpen);
  if (ports.owedBy(state, userId) !== 0n) return refuse(code.depositOwed);
  return refuseOverdrawn(state, userId, 'withdrawal');
}

/** Since these rules; logs of before named no identity check. */
const checksHolder = (state: CoreState, method: Withdrawal['method']): boolean =>
  method === 'bank' && 4 <= rulesOf(state);

/**
 * Names are not in the log; which identity check the holder was compared with is. It must be the
 * one that says who the person is now.
 */
function holderFault(
  state: CoreState,
  { userId, body }: Command<RequestBody>,
  ports: WithdrawalPorts,
): Refusal | undefined {
  if (!checksHolder(state, body.method)) return undefined;
  const verified = ports.verifiedBy(state, userId);
  if (verified === undefined) return refuse(code.notVerified);
  return body.holderCase === verified.case ? undefined : refuse(code.bankHolderWrong, 'holder');
}

/** The same when it is about to be paid: verified without a break since it was asked for. */
export function payeeBarrier(
  state: CoreState,
  { user_id, method, placed_at }: Withdrawal,
  ports: WithdrawalPorts,
): Refusal | undefined {
  if (!checksHolder(state, method)) return undefined;
  const verified = ports.verifiedBy(state, user_id);
  return verified !== undefined && verified.since <= placed_at ? undefined : refuse(code.notVerified);
}

function addressFault(
  slice: WithdrawalsSlice,
  { userId, at, body }: Command<RequestBody>,
  isOurs: (address: string) => boolean,
): number | undefined {
  const { address, asset, network } = body;
  const locked = isLocked(slice, userId, at);
  // A bank account cannot be in the book; it must be in the person's verified name instead.
  if (address === null) return undefined;
  if (isOurs(address)) return code.addressIsOurs;
  if (!locked) return undefined;
  const entry = [...(slice.booksByUser.get(userId) ?? [])]
    .map((id) => slice.addresses.get(id))
    .find((known) => known?.address === address && known.asset === asset && known.network === network);
  if (entry === undefined) return code.addressNotWhitelisted;
  return at < entry.usable_at ? code.addressWaiting : undefined;
}

/** The person changes their mind while nobody has decided. 11053 not theirs, 11057 too late. */
export function cancel(state: CoreState, command: Command<CancelBody>): Outcome {
  const found = withdrawalsOf(state).withdrawals.get(command.body.id);
  if (found === undefined || found.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  if (found.state !== 'pending') return refuse(code.orderAlreadyFinal, 'id');
  const { after, ...effects } = released(found, command, { state: 'cancelled', reason: null, note: null });
  return { ok: true, result: { id: after.id }, ...effects };
}

/** Ends it before anything was sent: the whole hold is free again in the same step. */
export function released(
  withdrawal: Withdrawal,
  command: Command,
  release: {
    readonly state: 'cancelled' | 'rejected' | 'failed';
    readonly reason: string | null;
    readonly note: string | null;
  },
) {
  const { user_id, book, asset, amount } = withdrawal;
  const after: Withdrawal = {
    ...withdrawal,
    ...release,
    due_at: null,
    trouble: null,
    counts_until: null,
    steps: withStep(withdrawal.steps, stepOf(command, release.state, release.note)),
    closed_at: command.at,
  };
  const posting = {
    from: userAccount(user_id, book, asset, 'held'),
    to: userAccount(user_id, book, asset, 'available'),
    amount: amountOf(amount),
    reason: 'withdrawal.released',
    ref: String(withdrawal.id),
  };
  return { after, postings: [posting], rows: [withdrawalChange(after)], events: [withdrawalEvent(after)] };
}

export const withdrawalEvent = ({ user_id, book, id, state, asset }: Withdrawal): UserEvent => ({
  userId: user_id,
  book,
  kind: 'withdrawal',
  data: { id, state, asset },
});
