import { code } from '@glasshouse/api/codes';
import { isNetworkName, networkSpec } from '@glasshouse/api/networks';
import { amountOf, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { isBarred, parameterOf } from '../../authority/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type {
  Command,
  CommandInput,
  CoreState,
  MarketView,
  Outcome,
  Refusal,
  RowChange,
  UserEvent,
} from '../../kernel/core/types.ts';
import { heldOrBehind } from '../../market-data/held-price.ts';
import { bindEvidence, type Evidence, isRefused } from '../funding/evidence.ts';
import { HOUR_MS, stepOf, withStep } from '../funding/steps.ts';
import { coinMarket, lastPrice, type PriceTick, USDT, valueInUsdt } from '../funding/value.ts';
import { countsEvidence, depositEvent, hashesOf, newDeposit } from './claim.ts';
import { credit, freeze, release } from './credit.ts';
import { type AlarmKind, alarmChange, type Deposit, type DepositHash, depositChange, hashChange } from './rows.ts';
import { addressKey, depositsOf } from './slice.ts';

/** One transfer of a chain to one of our addresses. */
export type TransferKey = { readonly network: string; readonly hash: string; readonly output: number };
export type SeenBody = TransferKey & {
  readonly address: string;
  readonly asset: string;
  /** Of the chain, without what is below a minor unit. */
  readonly amount: string;
  readonly sender: string | null;
  readonly block: number;
  /** Made by the button of the sandbox; it travels the same way. */
  readonly simulated: boolean;
};
export type ConfirmedBody = TransferKey & { readonly confirmations: number };
export type VanishedBody = TransferKey;

/** Blocks until a deposit counts, as of now. */
export const neededOn = (state: CoreState, network: string): number =>
  parameterOf(state, 'deposit.confirmations')[network] ??
  (isNetworkName(network) ? figureOf(state, 'deposits.confirmations')[network] : 1);

/**
 * The deposit that a transfer belongs to; undefined when it is not in memory. Nor is it found under
 * another person: the accounts in memory are those of the command's, and money moves on no others.
 */
function depositOf(state: CoreState, { userId, body }: Pick<CommandInput<TransferKey>, 'userId' | 'body'>) {
  const found = hashesOf(state, body.network, body.hash).find(({ output }) => output === body.output);
  const deposit = found === undefined ? undefined : depositsOf(state).deposits.get(found.deposit);
  return deposit?.user_id === userId ? deposit : undefined;
}

/**
 * A watcher found a transfer to an address of this person. It joins the person's report of the same
 * hash, or makes a deposit of its own; reports of the same hash by others end, because the address
 * says whose money it is. The same transfer again changes nothing but its block. Refusals: 11055
 * unknown address, network or coin, 11161 credited long ago.
 */
export function seen(state: CoreState, command: Command<SeenBody>): Outcome {
  const { userId, body } = command;
  const slice = depositsOf(state);
  const amount = parseAmount(body.amount);
  if (!isNetworkName(body.network)) return refuse(code.networkUnsupported, 'network');
  const owner = slice.owners.get(addressKey(networkSpec(body.network).family, body.address));
  if (owner !== userId || userId === 0) return refuse(code.networkUnsupported, 'address');
  if (parameterOf(state, 'deposit.minimums')[body.asset] === undefined) return refuse(code.networkUnsupported, 'asset');
  if (amount === undefined || amount === 0n) return refuse(code.outOfRange, 'amount');

  const hashes = hashesOf(state, body.network, body.hash);
  const known = hashes.find(({ output }) => output === body.output);
  if (known !== undefined) {
    const deposit = slice.deposits.get(known.deposit);
    if (deposit === undefined) return refuse(code.transferClaimed, 'hash');
    return again(state, deposit, command);
  }
  const own = hashes.find(({ user_id, output }) => user_id === userId && output === null);
  const claimed = own === undefined ? undefined : slice.deposits.get(own.deposit);
  // A reviewer credited it by its hash, and it has left memory since.
  if (own !== undefined && claimed === undefined) return refuse(code.transferClaimed, 'hash');
  const joins = claimed !== undefined && claimed.asset === body.asset;
  const base: Deposit = joins
    ? claimed
    : { ...newDeposit(command), method: 'crypto', asset: body.asset, network: body.network, state: 'confirming' };
  const facts = transferFields(state, command, formatAmount(amount));
  const rows: RowChange[] = [];
  const events: UserEvent[] = [];
  const hash: DepositHash = {
    network: body.network,
    tx_hash: body.hash,
    deposit: base.id,
    user_id: userId,
    output: body.output,
    holds: true,
  };
  if (base.state === 'approved' || base.state === 'rejected') {
    // Decided before it was seen. Credited is credited; a difference is for a person to explain.
    const after: Deposit = { ...base, ...facts, arrived: base.arrived ?? facts.arrived };
    rows.push(depositChange(after), hashChange(hash));
    if (base.credited !== facts.arrived) rows.push(differs(after, command, facts.arrived));
    return { ok: true, result: { id: base.id }, postings: [], rows, events };
  }
  const after: Deposit = {
    ...base,
    ...facts,
    state: 'confirming',
    due_at: null,
    steps: withStep(base.steps, stepOf(command, 'seen', body.hash)),
  };
  rows.push(depositChange(after), hashChange(hash));
  events.push(depositEvent(after));
  // Since evidence counts, this waits until the transfer is sure.
  if (!countsEvidence(state)) {
    const ended = endOtherReports(state, after, command);
    rows.push(...ended.rows);
    events.push(...ended.events);
  }
  return { ok: true, result: { id: base.id }, postings: [], rows, events };
}

/**
 * The transfer went to this person's address: what others reported of it is not theirs. Where the
 * coin also goes to a shared address, their report may be of another output of the transaction.
 */
function endOtherReports(
  state: CoreState,
  { user_id, network, tx_hash }: Deposit,
  command: Command,
): { readonly rows: readonly RowChange[]; readonly events: readonly UserEvent[] } {
  const rows: RowChange[] = [];
  const events: UserEvent[] = [];
  for (const rival of hashesOf(state, network ?? '', tx_hash ?? '')) {
    if (rival.user_id === user_id || rival.output !== null) continue;
    const theirs = depositsOf(state).deposits.get(rival.deposit);
    if (theirs?.state !== 'pending') continue;
    if (countsEvidence(state) && isSharedAddress(state, theirs)) continue;
    const ended = rejected(theirs, command, { reason: 'notYours', note: null });
    rows.push(depositChange(ended), hashChange({ ...rival, holds: false }));
    events.push(depositEvent(ended));
  }
  return { rows, events };
}

/** Whether the coin goes to one address for everybody on this network. */
export const isSharedAddress = (state: CoreState, { asset, network }: Pick<Deposit, 'asset' | 'network'>): boolean =>
  parameterOf(state, 'deposit.addresses')[`${asset}.${network}`] !== undefined;

/** The transfer that a watcher saw for a deposit, as evidence. */
const transferEvidence = ({ network, tx_hash, output }: Deposit): Evidence => ({
  kind: 'chain',
  network: network ?? '',
  hash: tx_hash ?? '',
  output,
});

/** Binds what a watcher saw to its deposit; no rows by the rules of before. */
export function bindTransfer(state: CoreState, deposit: Deposit, command: Command): readonly RowChange[] | Refusal {
  if (!countsEvidence(state)) return [];
  const subject = { kind: 'deposit', id: deposit.id, userId: deposit.user_id } as const;
  return bindEvidence(state, command, { subject, evidence: transferEvidence(deposit), field: 'id' });
}

const transferFields = (state: CoreState, { body }: Command<SeenBody>, arrived: string) => ({
  arrived,
  address: body.address,
  sender: body.sender,
  tx_hash: body.hash,
  output: body.output,
  block: body.block,
  confirmations: 0,
  needed: neededOn(state, body.network),
  simulated: body.simulated,
});

/** Seen before: in another block after a reorganisation, or told twice. */
function again(state: CoreState, deposit: Deposit, command: Command<SeenBody>): Outcome {
  const { block } = command.body;
  const done = { ok: true, result: { id: deposit.id }, postings: [], events: [] } as const;
  const raised = seenDiffering(state, deposit, command);
  const tookNothing = deposit.credited === null || deposit.credited === '0';
  if (deposit.state === 'failed' && tookNothing) {
    const back: Deposit = {
      ...deposit,
      state: 'confirming',
      reason: null,
      credited: null,
      block,
      confirmations: 0,
      steps: withStep(deposit.steps, stepOf(command, 'seen', command.body.hash)),
      closed_at: null,
    };
    return { ...done, rows: [depositChange(back), ...raised], events: [depositEvent(back)] };
  }
  if (deposit.block === block) return { ...done, rows: raised };
  return { ...done, rows: [depositChange({ ...deposit, block }), ...raised] };
}

/** A transfer does not change its amount: whoever told it twice was wrong once. */
function seenDiffering(state: CoreState, deposit: Deposit, command: Command<SeenBody>): readonly RowChange[] {
  const amount = parseAmount(command.body.amount);
  const isSame = amount === undefined || amount === amountOf(deposit.arrived ?? '0');
  if (!countsEvidence(state) || isSame || hasAlarm(state, deposit.id)) return [];
  return [differs(deposit, command, formatAmount(amount))];
}

/** Somebody has to look at the deposit before it is credited. */
export const hasAlarm = (state: CoreState, id: number): boolean =>
  [...depositsOf(state).alarms.values()].some(({ deposit }) => deposit === id);

const differs = (deposit: Deposit, command: Command, arrived: string): RowChange =>
  alarmOf(deposit, command, { kind: 'amountDiffers', arrived });

const alarmOf = (
  deposit: Deposit,
  command: Command,
  { kind, arrived }: { readonly kind: AlarmKind; readonly arrived: string },
): RowChange =>
  alarmChange({
    id: command.seq,
    kind,
    deposit: deposit.id,
    user_id: deposit.user_id,
    asset: deposit.asset,
    amount: arrived,
    raised_at: command.at,
    closed_at: null,
    closed_by: null,
  });

/**
 * The price of the coin that a transfer is of; null for USDT and for what is unknown. Since
 * evidence counts also while the price is held or old: what is worth so much by it is reviewed.
 */
export function gatherConfirmed(
  input: CommandInput<ConfirmedBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): PriceTick | null {
  const asset = depositOf(state, input)?.asset;
  if (asset === undefined || asset === USDT) return null;
  const instrument = coinMarket(asset);
  const tick = lastPrice(market, instrument);
  if (tick === null || !countsEvidence(state)) return tick;
  const isOld = tick.at < at - figureOf(state, 'funding.priceAgeMs');
  return isOld || heldOrBehind(market, instrument, at).held !== undefined ? null : tick;
}

/**
 * A transfer has so many confirmations. With enough of them it is credited up to the limit of the
 * parameters, else reviewed; a frozen one is released. Repeated, it changes nothing.
 */
export function confirmed(state: CoreState, command: Command<ConfirmedBody, PriceTick | null>): Outcome {
  const { body, facts, at } = command;
  const deposit = depositOf(state, command);
  if (deposit === undefined) return refuse(code.nothingFound, 'hash');
  const result = { id: deposit.id };
  const isEnough = (deposit.needed ?? 0) <= body.confirmations;
  const counted: Deposit = { ...deposit, confirmations: body.confirmations };
  if (deposit.state === 'approved' && isEnough && (deposit.frozen !== '0' || deposit.owed !== '0')) {
    return { ok: true, result, ...effectsOf(release(state, counted, command)) };
  }
  if (deposit.state !== 'confirming' || !isEnough) {
    const rows = deposit.confirmations === body.confirmations ? [] : [depositChange(counted)];
    return { ok: true, result, postings: [], rows, events: [] };
  }
  const amount = amountOf(deposit.arrived ?? '0');
  const sure: Deposit = { ...counted, steps: withStep(deposit.steps, stepOf(command, 'confirmed')) };
  const others = countsEvidence(state) ? endOtherReports(state, sure, command) : { rows: [], events: [] };
  const bound = bindTransfer(state, sure, command);
  if (creditsItself(state, sure, facts) && !isRefused(bound)) {
    const made = credit(sure, command, { amount, tick: facts, note: null });
    return {
      ok: true,
      result,
      postings: made.postings,
      rows: [...made.rows, ...bound, ...others.rows],
      events: [...made.events, ...others.events],
    };
  }
  // Two persons vouched for it before, under another number: somebody has to find out why.
  const alarms = isRefused(bound)
    ? [alarmOf(sure, command, { kind: 'evidenceUsed', arrived: sure.arrived ?? '0' })]
    : [];
  const waiting: Deposit = {
    ...sure,
    state: 'reviewing',
    due_at: at + figureOf(state, 'deposits.reviewHours') * HOUR_MS,
  };
  return {
    ok: true,
    result,
    postings: [],
    rows: [depositChange(waiting), ...alarms, ...others.rows],
    events: [depositEvent(waiting), ...others.events],
  };
}

/** Never without a price, below the minimum, or for somebody who is frozen. */
function creditsItself(state: CoreState, deposit: Deposit, tick: PriceTick | null): boolean {
  const limit = amountOf(parameterOf(state, 'deposit.auto_credit_usdt'));
  const minimum = parameterOf(state, 'deposit.minimums')[deposit.asset];
  const amount = amountOf(deposit.arrived ?? '0');
  const value = valueInUsdt(deposit.asset, amount, tick);
  if (value === null || minimum === undefined || amount < amountOf(minimum)) return false;
  if (countsEvidence(state) && hasAlarm(state, deposit.id)) return false;
  return value <= limit && !isBarred(state, deposit.user_id);
}

/** A reorganisation took the transfer away. */
export function vanished(state: CoreState, command: Command<VanishedBody>): Outcome {
  const deposit = depositOf(state, command);
  if (deposit === undefined) return refuse(code.nothingFound, 'hash');
  const result = { id: deposit.id };
  if (deposit.state === 'approved' && deposit.frozen === '0' && deposit.owed === '0') {
    return { ok: true, result, ...freeze(state, deposit, command) };
  }
  if (deposit.state !== 'confirming' && deposit.state !== 'reviewing') {
    return { ok: true, result, postings: [], rows: [], events: [] };
  }
  const gone: Deposit = {
    ...deposit,
    state: 'failed',
    reason: 'vanished',
    block: null,
    confirmations: 0,
    due_at: null,
    steps: withStep(deposit.steps, stepOf(command, 'vanished')),
    closed_at: command.at,
  };
  return { ok: true, result, postings: [], rows: [depositChange(gone)], events: [depositEvent(gone)] };
}

export const rejected = (
  deposit: Deposit,
  command: Command,
  rejection: { readonly reason: string; readonly note: string | null },
): Deposit => ({
  ...deposit,
  state: 'rejected',
  reason: rejection.reason,
  note: rejection.note,
  due_at: null,
  steps: withStep(deposit.steps, stepOf(command, 'rejected', rejection.note)),
  closed_at: command.at,
});

const effectsOf = ({ postings, rows, events }: ReturnType<typeof credit>) => ({ postings, rows, events });
