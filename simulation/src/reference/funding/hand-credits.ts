import { ofHouse, ofUser } from '../accounts.ts';
import type { Decision } from '../authority.ts';
import { CODE } from '../codes.ts';
import { ceilDiv, least, mustUnits, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { type ExpectedRow, heldRefusal, type Prediction, refusal } from '../prediction.ts';
import type { HeldFact, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import { type CurrencyTick, currencyTick, usdtFor } from './currency.ts';
import { type DepositRow, eventOf, type Hash, shown } from './deposit-rows.ts';
import { type EvidenceModel, entryProof, type Proof, transferProof } from './evidence-model.ts';

const DAY_MS = 86_400_000;

/** What two persons vouch for. */
export interface CreditedTransfer {
  readonly hash: string | null;
  readonly note: string | null;
  readonly output?: number | null;
  readonly valueDate?: string | null;
  readonly payer?: string | null;
  readonly sender?: string | null;
  readonly senderKey?: string | null;
  readonly senderAccount?: string | null;
  readonly compared?: readonly number[];
}

/** What the model of deposits does for a credit by hand. */
export interface Deposits {
  readonly reference: Reference;
  readonly evidence: EvidenceModel;
  readonly watcherOf: (network: string) => string;
  readonly holders: (network: string, hash: string) => Hash[];
  readonly hold: (network: string, hash: string, made: Hash) => ExpectedRow;
  readonly isPending: (id: number) => boolean;
  /** Whether somebody says that it was paid back, and waits for a second person. */
  readonly isPaidBack: (id: number, at: number) => boolean;
  readonly credited: (
    row: DepositRow,
    entry: Entry,
    credit: { amount: bigint; note: string | null; tick?: unknown },
  ) => ExpectedRow;
  readonly stepped: (row: DepositRow, entry: Entry, step: string, note: string | null) => ExpectedRow;
}

type Rate = { readonly tick: CurrencyTick | null; readonly spread: bigint };

/** By what a currency is converted now, or why it is not. */
function rateNow(reference: Reference, currency: string, entry: Entry, field: string): Rate | Prediction {
  if (currency === 'USD') return { tick: null, spread: 0n };
  const code = `${currency}USD`;
  const tick = currencyTick(reference, currency);
  if (tick === null) return refusal(CODE.closed, field);
  const { held } = reference.lastPriceFact(code, entry, (entry.facts ?? undefined) as HeldFact | undefined);
  if (held !== undefined) return heldRefusal(held, field);
  const isOpen = reference.sessionEnd(code, entry.at) !== null;
  const limit = isOpen
    ? reference.figure('funding.priceAgeMs', 0)
    : reference.figure('funding.closedAgeMs', 5 * DAY_MS);
  if (Number(tick.at) < entry.at - limit) return refusal(CODE.closed, field);
  if (isOpen) return { tick, spread: 0n };
  const spread = reference.figure('deposits.closedSpread', '0');
  return { tick: { ...tick, spread }, spread: mustUnits(spread) };
}

/** What a report of a bank transfer is worth, or why nobody can say. */
export function worthOf(reference: Reference, currency: string, entry: Entry, units: bigint): bigint | Prediction {
  if (reference.rulesOf(undefined) < 10) return usdtFor(units, currencyTick(reference, currency));
  const rate = rateNow(reference, currency, entry, 'method');
  return 'code' in rate ? rate : usdtAt(units, rate);
}

function usdtAt(amount: bigint, { tick, spread }: Rate): bigint {
  const whole = usdtFor(amount, tick);
  return whole - ceilDiv(whole * spread, WHOLE_RATE);
}

const finding = (row: DepositRow, { seq, at }: Entry, fields: Record<string, unknown>): ExpectedRow => ({
  table: 'deposit_findings',
  row: {
    deposit: row.id,
    user_id: row.user_id,
    output: null,
    basis: null,
    value_date: null,
    currency: null,
    payer: null,
    sender: null,
    watcher: null,
    found_by: seq,
    found_at: at,
    ...fields,
  },
});

export const differenceOf = ({ claimed }: DepositRow, units: bigint) => ({
  reported: claimed,
  difference: claimed == null ? null : textOf(units - mustUnits(claimed as string)),
});

/** A transfer that no watcher saw, on a network where everybody has an address of their own. */
export function creditTransfer(deposits: Deposits, row: DepositRow, entry: Entry, units: bigint): Decision {
  const { evidence, reference } = deposits;
  const body = entry.body as unknown as CreditedTransfer;
  const network = row.network!;
  const watcher = deposits.watcherOf(network);
  const patience = Number(row.placed_at) + reference.figure('deposits.watcherWaitMs', 0);
  if (watcher === 'well' && entry.at < patience) return refusal(CODE.watched, 'id');
  const hash = body.hash ?? row.tx_hash;
  const output = body.output ?? null;
  if (hash === null || hash.trim() === '') return refusal(CODE.required, 'hash');
  const others = deposits.holders(network, hash).filter(({ deposit }) => deposit !== row.id);
  const stands = ({ output: seen, deposit }: Hash): boolean =>
    seen === null ? !deposits.isPending(deposit) : output === null || output === seen;
  if (others.some(stands)) return refusal(CODE.claimed, 'hash');
  const proof = transferProof(network, hash, output);
  if (evidence.isUsed(proof, row.id)) return refusal(CODE.evidenceUsed, 'hash');
  const before = shown(row);
  const figures = { arrived: textOf(units), txHash: hash, state: 'approved', credited: textOf(units) };
  const details = { symbol: row.asset, network, output, basis: null, watcher, otherReports: others.length };
  return {
    subject: `deposit ${row.id}`,
    before,
    needsSecond: true,
    after: { ...before, ...figures, ...differenceOf(row, units), ...details },
    apply: () => {
      Object.assign(row, { arrived: textOf(units), tx_hash: hash });
      const rows = [
        deposits.credited(row, entry, { amount: units, note: body.note }),
        deposits.hold(network, hash, { deposit: row.id, user: row.user_id, output: null, holds: true }),
        ...evidence.bind(proof, entry, { kind: 'deposit', subject: row.id, user: row.user_id }),
        finding(row, entry, { evidence: hash, output, watcher, amount: textOf(units) }),
      ];
      return { rows, events: [eventOf(row)], counts: ['deposit credited', 'deposit credited by two persons'] };
    },
  };
}

/** The entry of a bank, or why it is none that counts. */
function proofOf(deposits: Deposits, row: DepositRow, entry: Entry, units: bigint): Proof | Prediction {
  const { hash, valueDate, senderKey: payer = null, compared = [] } = entry.body as unknown as CreditedTransfer;
  if (hash === null || hash.trim() === '') return refusal(CODE.required, 'hash');
  if (valueDate == null) return refusal(CODE.required, 'valueDate');
  const proof = entryProof(String(row.currency), valueDate, textOf(units), hash);
  return deposits.evidence.fault(proof, row.id, { field: 'hash', payer, compared }) ?? proof;
}

const comparedIn = ({ body }: Entry) => {
  const { compared = [] } = body as unknown as CreditedTransfer;
  return compared.length === 0 ? {} : { compared };
};

const bindingOf = (row: DepositRow, { body }: Entry) => ({
  kind: 'deposit',
  subject: row.id,
  user: row.user_id,
  payer: (body as unknown as CreditedTransfer).senderKey ?? null,
});

const entryFinding = (row: DepositRow, entry: Entry, units: bigint): ExpectedRow => {
  const { hash, valueDate = null, payer = null, sender = null } = entry.body as unknown as CreditedTransfer;
  const fields = {
    evidence: hash,
    value_date: valueDate,
    currency: row.currency,
    amount: textOf(units),
    payer,
    sender,
  };
  return finding(row, entry, fields);
};

export function creditEntry(deposits: Deposits, row: DepositRow, entry: Entry, units: bigint): Decision {
  const { payer = null, valueDate, hash, note } = entry.body as unknown as CreditedTransfer;
  if (payer === null) return refusal(CODE.required, 'senderName');
  if (payer === 'other') return refusal(CODE.paidByOther, 'senderName');
  const proof = proofOf(deposits, row, entry, units);
  if ('code' in proof) return proof;
  const rate = rateNow(deposits.reference, String(row.currency), entry, 'id');
  if ('code' in rate) return rate;
  const amount = usdtAt(units, rate);
  if (amount === 0n) return refusal(CODE.range, 'arrived');
  const before = shown(row);
  const figures = { arrived: textOf(amount), txHash: hash, state: 'approved', credited: textOf(amount) };
  const evidence = { symbol: row.currency, currencyAmount: textOf(units), valueDate, payer };
  const priced = { rateAt: rate.tick?.at ?? null, spread: rate.tick?.spread ?? '0' };
  return {
    subject: `deposit ${row.id}`,
    before,
    needsSecond: true,
    after: { ...before, ...figures, ...differenceOf(row, units), ...evidence, ...priced, ...comparedIn(entry) },
    apply: () => {
      const { senderAccount: sender = null } = entry.body as unknown as CreditedTransfer;
      Object.assign(row, { arrived: textOf(amount), tx_hash: hash, currency_amount: textOf(units), sender });
      const rows = [
        deposits.credited(row, entry, { amount, note, tick: rate.tick }),
        ...deposits.evidence.bind(proof, entry, bindingOf(row, entry)),
        entryFinding(row, entry, units),
      ];
      const closed = rate.spread === 0n ? [] : ['bank transfer credited while its market was closed'];
      return { rows, events: [eventOf(row)], counts: ['deposit credited', 'bank transfer credited', ...closed] };
    },
  };
}

/** Somebody else paid by bank. */
export function returnEntry(deposits: Deposits, row: DepositRow, entry: Entry): Decision {
  const isKnown = 10 <= deposits.reference.rulesOf(undefined) && row.method === 'bank';
  if (!isKnown) return refusal(CODE.unknownField, 'decision');
  const units = unitsOf((entry.body as { arrived: string | null }).arrived);
  if (units === undefined || units === 0n) return refusal(CODE.required, 'arrived');
  const {
    hash,
    note,
    payer = null,
    valueDate,
    senderAccount: sender = null,
  } = entry.body as unknown as CreditedTransfer;
  if (payer === null) return refusal(CODE.required, 'senderName');
  if (sender === null) return refusal(CODE.required, 'senderAccount');
  if (payer === 'same') return refusal(CODE.paidByOwner, 'senderName');
  const proof = proofOf(deposits, row, entry, units);
  if ('code' in proof) return proof;
  const before = shown(row);
  const evidence = { symbol: row.currency, currencyAmount: textOf(units), valueDate, payer, ...comparedIn(entry) };
  return {
    subject: `deposit ${row.id}`,
    before,
    needsSecond: true,
    after: { ...before, state: 'returning', txHash: hash, ...evidence },
    apply: () => {
      const facts = { state: 'returning', tx_hash: hash, currency_amount: textOf(units), reason: 'thirdParty', note };
      Object.assign(row, facts, { sender, due_at: entry.at + DAY_MS });
      const rows = [
        deposits.stepped(row, entry, 'thirdParty', note),
        ...deposits.evidence.bind(proof, entry, bindingOf(row, entry)),
        entryFinding(row, entry, units),
      ];
      return { rows, events: [eventOf(row)], counts: ['bank transfer returned'] };
    },
  };
}

interface SentBack {
  readonly reference: string;
  readonly valueDate: string | null;
  readonly account: string | null;
  readonly compared?: readonly number[];
}

/** It is on its way back, by a payment of its own. */
export function sendBack({ stepped, evidence }: Deposits, row: DepositRow, entry: Entry): Decision {
  const { reference, valueDate, account, compared = [] } = entry.body as unknown as SentBack;
  if (row.state !== 'returning') return refusal(CODE.final, 'id');
  if (reference.trim() === '') return refusal(CODE.required, 'reference');
  if (valueDate === null) return refusal(CODE.required, 'valueDate');
  if (account === null) return refusal(CODE.required, 'account');
  if (account !== row.sender) return refusal(CODE.paidToOther, 'account');
  const decided = (row.steps as { step: string; at: number }[]).findLast(({ step }) => step === 'thirdParty')!;
  if (valueDate < new Date(decided.at).toISOString().slice(0, 10)) return refusal(CODE.range, 'valueDate');
  const proof = entryProof(String(row.currency), valueDate, String(row.currency_amount), reference);
  if (evidence.isKnown(proof)) return refusal(CODE.evidenceUsed, 'reference');
  const fault = evidence.fault(proof, row.id, { field: 'reference', compared });
  if (fault !== undefined) return fault;
  const before = shown(row);
  const details = { symbol: row.currency, currencyAmount: row.currency_amount, valueDate, ...comparedIn(entry) };
  return {
    subject: `deposit ${row.id}`,
    before,
    needsSecond: true,
    after: { ...before, state: 'returned', ...details },
    apply: () => {
      Object.assign(row, { state: 'returned', due_at: null, closed_at: entry.at });
      const bound = evidence.bind(proof, entry, { kind: 'deposit', subject: row.id, user: row.user_id });
      const rows = [stepped(row, entry, 'returned', reference.trim()), ...bound];
      return { rows, events: [eventOf(row)], counts: ['bank transfer paid back'] };
    },
  };
}

/** One step back, with an entry of the bank free again. */
export function reopenReturn(deposits: Deposits, row: DepositRow, entry: Entry): Decision {
  const { stepped, evidence, reference } = deposits;
  const { keys } = entry.body as unknown as { readonly keys: readonly string[] };
  if (row.state !== 'returning' && row.state !== 'returned') return refusal(CODE.final, 'id');
  const seesPayment = 11 <= reference.rulesOf(undefined) && row.state === 'returning';
  if (seesPayment && deposits.isPaidBack(row.id, entry.at)) {
    return { ...refusal(CODE.paymentBackWaits, 'id'), counts: ['return kept: paid, they say'] };
  }
  const free = evidence.free(keys, row.id);
  if (free === undefined) return refusal(CODE.nothingFound, 'keys');
  const before = shown(row);
  const isBack = row.state === 'returned';
  const blank = { tx_hash: null, currency_amount: null, sender: null, reason: null, note: null };
  return {
    subject: `deposit ${row.id}`,
    before,
    needsSecond: true,
    after: {
      ...before,
      ...(isBack ? { state: 'returning' } : { state: 'pending', txHash: null }),
      released: keys,
    },
    apply: () => {
      Object.assign(row, isBack ? { state: 'returning' } : { ...blank, state: 'pending' });
      Object.assign(row, { due_at: entry.at + DAY_MS, closed_at: null });
      const rows = [stepped(row, entry, 'reopened', null), ...free(entry)];
      return { rows, events: [eventOf(row)], counts: ['return taken back'] };
    },
  };
}

/** By the rules of before: at the last price, however old; dollars are USDT. */
export function creditByLastPrice(deposits: Deposits, row: DepositRow, entry: Entry, paid: bigint): Decision {
  const { hash, note } = entry.body as unknown as CreditedTransfer;
  const tick = currencyTick(deposits.reference, String(row.currency));
  if (tick === null && row.currency !== 'USD') return refusal(CODE.closed);
  const amount = usdtFor(paid, tick);
  if (amount === 0n) return refusal(CODE.range, 'arrived');
  const before = shown(row);
  const found = { arrived: textOf(amount), txHash: hash };
  return {
    subject: `deposit ${row.id}`,
    before,
    after: { ...before, ...found, state: 'approved', credited: textOf(amount) },
    apply: () => {
      Object.assign(row, { arrived: textOf(amount), tx_hash: hash, currency_amount: textOf(paid) });
      const rows = [deposits.credited(row, entry, { amount, note, tick })];
      return { rows, events: [eventOf(row)], counts: ['deposit credited', 'bank transfer credited'] };
    },
  };
}

type DecisionEffects = Pick<Prediction, 'rows' | 'events' | 'counts'>;

/** Two persons release what vanished, or take it back. */
export function resolveVanished(
  { reference: { accounts }, stepped }: Deposits,
  row: DepositRow,
  entry: Entry,
  actions: { readonly release: () => DecisionEffects; readonly closeAlarms: () => ExpectedRow[] },
): Decision {
  const { outcome } = entry.body as { outcome: string };
  if (row.frozen === '0' && row.owed === '0') return refusal(CODE.final, 'id');
  const before = shown(row);
  const available = ofUser(row.user_id, 'real', row.asset, 'available');
  const frozen = mustUnits(row.frozen);
  const owed = mustUnits(row.owed);
  const collected = least(accounts.of(available), owed);
  const rest = textOf(owed - collected);
  const credited = textOf(mustUnits(row.credited) - frozen - collected);
  const reversed = { ...before, state: 'failed', credited, frozen: '0', owed: rest };
  return {
    subject: `deposit ${row.id}`,
    before,
    needsSecond: true,
    after: outcome === 'release' ? { ...before, frozen: '0', owed: '0' } : reversed,
    apply: () => {
      if (outcome === 'release') return actions.release();
      const external = ofHouse('real', row.asset, 'external');
      accounts.move(ofUser(row.user_id, 'real', row.asset, 'held'), external, frozen);
      accounts.move(available, external, collected);
      const facts = { frozen: '0', owed: rest, credited, state: 'failed', reason: 'vanished', closed_at: entry.at };
      Object.assign(row, facts);
      const rows = [stepped(row, entry, 'vanished', null), ...(rest === '0' ? actions.closeAlarms() : [])];
      return { rows, events: [eventOf(row)], counts: ['deposit reversed'] };
    },
  };
}

/** Whoever waits for more confirmations than are asked for now waits for fewer. */
export function judgeAgain(
  { stepped }: Deposits,
  rows: readonly DepositRow[],
  entry: Entry,
  neededOn: (network: string) => number,
): Required<DecisionEffects> {
  const waiting = rows.filter((row) => {
    return row.state === 'confirming' && neededOn(row.network ?? '') < Number(row.needed);
  });
  const stored = waiting.map((row): ExpectedRow => {
    const needed = neededOn(row.network ?? '');
    Object.assign(row, { needed });
    const isEnough = needed <= Number(row.confirmations) && row.confirmations !== 0;
    if (!isEnough) return { table: 'deposits', row: { ...row } };
    Object.assign(row, { state: 'reviewing', due_at: entry.at + DAY_MS });
    return stepped(row, entry, 'confirmed', null);
  });
  return { rows: stored, events: waiting.map(eventOf), counts: waiting.map(() => 'deposit judged again') };
}
