// long: the model of one module, read beside its handler
import { ofHouse, ofUser } from '../accounts.ts';
import type { AuthorityModel, Decided, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { ceilDiv, greatest, mustUnits, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import type { KycModel } from '../kyc.ts';
import type { LoansModel } from '../loans/loans-model.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import { AddressBookModel, UNITS } from './address-book-model.ts';
import { currencyFor, currencyTick } from './currency.ts';
import type { DepositsModel } from './deposits-model.ts';
import { PayoutConfirmations } from './payout-confirmations.ts';
import { PayoutFilesModel, STUCK_MS } from './payout-files-model.ts';
import {
  type Actor,
  ALONE_OF_DAY_MAX,
  actorOf,
  aloneOfDay,
  crossesLimits,
  digestOf,
  isOnePerson,
  lessSpread,
  WEEK_MS,
} from './payout-rules.ts';
import { SecondPaymentsModel } from './second-payments-model.ts';
import { type WithdrawalRow, withdrawalDecision, withdrawalEvent } from './withdrawal-row.ts';

const MINIMUMS: Readonly<Record<string, string>> = { USDT: '50', BTC: '0.001', ETH: '0.02' };
const FEE_MINIMUMS: Readonly<Record<string, string>> = { USDT: '2', BTC: '0.0001', ETH: '0.001' };
const FEE_RATE = 200_000n;
const CENT = 1_000_000n;
const DAY_MS = 24 * 3_600_000;
const UNDER_WAY_MAX = 20;
const PAYERS = ['owner', 'finance'];
const SPREAD = '0.003';

/** Money out, to chains and to banks. Keeps every withdrawal and looks through all of them. */
export class WithdrawalsModel implements Product {
  readonly types: Product['types'];
  readonly #reference: Reference;
  readonly #authority: AuthorityModel;
  readonly #deposits: DepositsModel;
  readonly #kyc: KycModel;
  readonly #loans: LoansModel;
  readonly #rows = new Map<number, WithdrawalRow>();
  readonly #book: AddressBookModel;
  readonly #confirmations: PayoutConfirmations;
  readonly #files: PayoutFilesModel;
  readonly #seconds: SecondPaymentsModel;

  constructor(
    reference: Reference,
    authority: AuthorityModel,
    models: { deposits: DepositsModel; kyc: KycModel; loans: LoansModel },
  ) {
    this.#reference = reference;
    this.#authority = authority;
    this.#deposits = models.deposits;
    this.#kyc = models.kyc;
    this.#loans = models.loans;
    this.#book = new AddressBookModel(reference, (address) => models.deposits.isAddress(address));
    this.types = {
      'withdrawals.request': (entry) => this.#request(entry),
      'withdrawals.cancel': (entry) => this.#cancel(entry),
      'withdrawals.confirmed': (entry) => this.#seconds.told(entry) ?? this.#confirmations.confirmed(entry),
      'withdrawals.addAddress': (entry) => this.#book.add(entry),
      'withdrawals.removeAddress': (entry) => this.#book.remove(entry),
      'withdrawals.lock': (entry) => this.#book.lock(entry),
    };
    this.#confirmations = new PayoutConfirmations({
      rows: this.#rows,
      deposits: models.deposits,
      isStrict: () => this.#isStrict,
      remembersAll: () => 11 <= this.#reference.rulesOf(undefined),
      own: (entry) => this.#own(entry),
      paymentFault: (entry, row, shown) => this.#paymentFault(entry, row, shown),
      decision: withdrawalDecision,
      stepped: (row, entry, step, note) => this.#stepped(row, entry, step, note),
      stored: (row) => this.#stored(row),
      arrived: (row, entry) => this.#arrived(row, entry),
    });
    this.#seconds = new SecondPaymentsModel({
      rows: this.#rows,
      accounts: reference.accounts,
      rules: () => reference.rulesOf(undefined),
      evidence: models.deposits.evidence,
      decision: withdrawalDecision,
      stepped: (row, entry, step, note) => this.#stepped(row, entry, step, note),
      stored: (row) => this.#stored(row),
      alteredFault: (row, shown) => this.#alteredFault(row, shown, 'id'),
    });
    this.#files = new PayoutFilesModel({
      rows: this.#rows,
      barrier: (row) => this.#barrier(row.user_id) ?? this.#payeeFault(row as WithdrawalRow),
      duty: (entry, row) => this.#dutyFault(entry, row as WithdrawalRow),
      isStrict: () => this.#isStrict,
      stored: (row) => this.#stored(row as WithdrawalRow),
    });
    Object.assign(this.types, {
      'withdrawals.stuck': (entry: Entry) => this.#files.stuck(entry, this.#reference.findings),
      'withdrawals.compare': (entry: Entry) => this.#files.compare(entry),
      'withdrawals.leave': (entry: Entry) => this.#files.leave(entry),
      'withdrawals.uncount': (entry: Entry) => this.#files.uncount(entry),
      'withdrawals.unwatch': (entry: Entry) => this.#seconds.unwatch(entry, reference.findings),
    });
    authority.action('withdrawals.export', PAYERS, (entry) => this.#files.export(entry));
    authority.action('withdrawals.void', PAYERS, (entry) => this.#files.void(entry));
    authority.action('withdrawals.replace', PAYERS, (entry) => this.#confirmations.replace(entry));
    authority.action('withdrawals.settle', PAYERS, (entry) => this.#seconds.settle(entry));
    authority.action('withdrawals.review', ['owner', 'finance', 'compliance'], (entry) => this.#review(entry));
    authority.action('withdrawals.batch', PAYERS, (entry) => this.#batch(entry));
    authority.action('withdrawals.sent', PAYERS, (entry) => this.#sent(entry));
    authority.action('withdrawals.failed', PAYERS, (entry) => this.#failed(entry));
    authority.action('withdrawals.confirm', PAYERS, (entry) => this.#confirmations.confirm(entry));
  }

  get #minimums(): Readonly<Record<string, string>> {
    return this.#reference.figure('parameter.withdrawal.minimums', MINIMUMS);
  }

  get #feeRate(): bigint {
    return mustUnits(this.#reference.figure('parameter.withdrawal.fee_rate', textOf(FEE_RATE)));
  }

  /** Since these rules approvals count over time, and payments once. */
  get #isStrict(): boolean {
    return 10 <= this.#reference.rulesOf(undefined);
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const row of this.#rows.values()) {
      if (row.state !== 'pending' && row.state !== 'approved') continue;
      need(ofUser(row.user_id, 'real', row.asset, 'held'), mustUnits(row.amount));
    }
  }

  checkNothingOverdue(at: number): void {
    for (const { id, state, trouble, sent_at } of this.#rows.values()) {
      const isLate = state === 'sent' && trouble === null && sent_at !== null && sent_at + STUCK_MS <= at;
      this.#reference.findings.check(!isLate, () => `withdrawal ${id} is stuck, and nobody was told`);
    }
    for (const { id, counts_until } of this.#rows.values()) {
      const isOver = counts_until !== null && counts_until <= at;
      this.#reference.findings.check(!isOver, () => `withdrawal ${id} still counts after a week`);
    }
    this.#seconds.checkNothingOverdue(at, this.#reference.findings);
  }

  #request(entry: Entry): Prediction {
    const { user, seq, at, book } = entry;
    const body = entry.body as Record<string, string | null>;
    const { asset, network, address } = body as { asset: string; network: string; address: string | null };
    const barrier = this.#barrier(user);
    if (barrier !== undefined) return refusal(barrier);
    const minimum = this.#minimums[asset];
    if (minimum === undefined) return refusal(CODE.network, 'symbol');
    const isBank = body.method === 'bank';
    if (isBank && asset !== 'USDT') return refusal(CODE.network, 'symbol');
    if (isBank && body.details === null) return refusal(CODE.bankAccount, 'accountNumber');
    const unit = isBank ? CENT : UNITS[`${asset}.${network}`];
    if (unit === undefined) return refusal(CODE.network, 'network');
    if (!isBank && address === null) return refusal(CODE.address, 'address');
    if (isBank && 4 <= this.#reference.rulesOf(undefined)) {
      const name = this.#kyc.nameOf(user);
      if (name === undefined) return refusal(CODE.notVerified);
      if ((body as { holderCase?: unknown }).holderCase !== name.case) return refusal(CODE.holder, 'holder');
    }
    const tick = isBank ? currencyTick(this.#reference, 'EUR') : null;
    if (isBank && tick === null) return refusal(CODE.closed);
    const units = unitsOf(body.amount);
    if (units === undefined || units === 0n) return refusal(CODE.range, 'amount');
    const due = greatest(ceilDiv(units * this.#feeRate, WHOLE_RATE), mustUnits(FEE_MINIMUMS[asset]));
    const rest = units - due;
    const received = rest - (rest % unit);
    if (units < mustUnits(minimum) || received <= 0n) return refusal(CODE.tooSmallWithdrawal, 'amount');
    if (address !== null && this.#deposits.isAddress(address)) return refusal(CODE.ours, 'address');
    const unlisted = address === null ? undefined : this.#book.fault(user, at, `${asset}/${network}/${address}`);
    if (unlisted !== undefined) return refusal(unlisted, 'address');
    const mine = [...this.#rows.values()].filter((row) => row.user_id === user && row.closed_at === null);
    if (this.#reference.figure('withdrawals.underWayMax', UNDER_WAY_MAX) <= mine.length)
      return refusal(CODE.tooManyWaiting);
    const { accounts } = this.#reference;
    const available = ofUser(user, book, asset, 'available');
    if (accounts.of(available) < units) return refusal(CODE.quoteBalance, 'amount');
    const worth = asset === 'USDT' ? units : null;
    const beyond = book === 'real' ? this.#reference.beyondLimit(user, { kind: 'withdrawal', worth, at }) : undefined;
    if (beyond !== undefined)
      return { ...refusal(beyond, 'amount'), counts: ['withdrawal above a limit of the level'] };
    accounts.move(available, ofUser(user, book, asset, 'held'), units);
    const spread = isBank && this.#isStrict ? SPREAD : null;
    const empty = [
      'approvers',
      'file',
      'counts_until',
      'replaced',
      'paid',
      'watched_until',
      'second_payments',
      'batch',
      'tx_hash',
      'trouble',
      'reason',
      'note',
      'approved_at',
      'sent_at',
      'closed_at',
    ];
    const row = {
      ...Object.fromEntries(empty.map((column) => [column, null])),
      id: seq,
      user_id: user,
      book,
      method: body.method,
      asset,
      network,
      address,
      state: 'pending',
      details: body.details,
      tick,
      currency: isBank ? 'EUR' : null,
      currency_amount: isBank ? textOf(currencyFor(lessSpread(received, spread), tick)) : null,
      spread,
      account: isBank ? (body.account ?? null) : null,
      amount: textOf(units),
      fee: textOf(units - received),
      received: textOf(received),
      fee_rate: textOf(this.#feeRate),
      fee_minimum: FEE_MINIMUMS[asset],
      value_usdt: asset === 'USDT' ? textOf(units) : null,
      confirmed_with: body.confirmedWith,
      placed_at: at,
      due_at: at + DAY_MS,
      steps: [],
    } as unknown as WithdrawalRow;
    this.#rows.set(seq, row);
    return this.#done([this.#stepped(row, entry, 'requested')], [row], { id: seq });
  }

  #cancel(entry: Entry): Prediction {
    const row = this.#own(entry);
    if (row === undefined) return refusal(CODE.nothingFound, 'id');
    if (row.state !== 'pending') return refusal(CODE.final, 'id');
    return { code: CODE.done, result: { id: row.id }, ...this.#ended(row, entry, 'cancelled', null, null) };
  }

  #review(entry: Decided): Decision {
    const { decision, rejection, note } = entry.body as OperatorBody & Record<string, string | null>;
    const isApproval = decision === 'approve';
    const row = this.#own(entry);
    if (row === undefined) return refusal(CODE.nothingFound, 'id');
    const fits = row.state === 'pending' || (!isApproval && row.state === 'approved');
    if (!fits) return refusal(CODE.final, 'id');
    if (!isApproval) {
      if (row.batch !== null || row.file !== null) return refusal(CODE.final, 'id');
      if (rejection === null) return refusal(CODE.required, 'rejection');
      return withdrawalDecision(row, { state: 'rejected' }, () =>
        this.#ended(row, entry, 'rejected', rejection!, note ?? null),
      );
    }
    const barrier = this.#barrier(row.user_id) ?? this.#payeeFault(row);
    if (barrier !== undefined) return refusal(barrier);
    const altered = this.#reviewFault(entry, row);
    if (altered !== undefined) return altered;
    const payout = this.#converted(row, entry);
    if ('code' in payout) return payout;
    const limit = this.#authority.parameter('withdrawal.two_person_usdt') as string;
    const { by } = entry.body as OperatorBody;
    const needsSecond = this.#isStrict
      ? crossesLimits(row, this.#rows.values(), { by, at: entry.at, limit })
      : row.value_usdt === null || mustUnits(limit) < mustUnits(row.value_usdt);
    const made = withdrawalDecision(row, { state: 'approved' }, () => {
      Object.assign(row, { ...payout, state: 'approved', note: note ?? null, due_at: null, approved_at: entry.at });
      if (this.#isStrict) {
        Object.assign(row, { approvers: this.#actors(entry), counts_until: entry.at + WEEK_MS });
        const alone = aloneOfDay(this.#rows.values(), by.operator, entry.at);
        this.#reference.findings.check(
          entry.partner !== undefined || alone <= ALONE_OF_DAY_MAX,
          () => `operator ${by.operator} alone moves ${textOf(alone)} in a day`,
        );
      }
      return {
        rows: [this.#stepped(row, entry, 'approved')],
        events: [withdrawalEvent(row)],
        counts: ['withdrawal approved'],
      };
    });
    return { ...made, needsSecond };
  }

  /** A bank transfer at the price of its approval; not while nobody could trade at it. */
  #converted(row: WithdrawalRow, { facts }: Entry): Prediction | { tick?: unknown; currency_amount?: string } {
    if (row.spread === null) return {};
    const { price } = (facts ?? {}) as { price?: string };
    if (price !== 'fresh') return { ...refusal(CODE.unsettled, 'id'), counts: ['a conversion that waits'] };
    const tick = currencyTick(this.#reference, 'EUR');
    return {
      tick,
      currency_amount: textOf(currencyFor(lessSpread(mustUnits(row.received), row.spread), tick)),
    };
  }

  #actors({ body, partner }: Decided): Actor[] {
    const { by } = body as OperatorBody;
    return partner === undefined ? [actorOf(by)] : [actorOf(by), actorOf(partner)];
  }

  #dutyFault(entry: Decided, { approvers }: WithdrawalRow): number | undefined {
    if (!this.#isStrict || approvers === null) return undefined;
    const isBoth = this.#actors(entry).some((payer) => approvers.some((approver) => isOnePerson(approver, payer)));
    return isBoth ? CODE.approverPays : undefined;
  }

  /** Who must not pay it, and a payout that is not the one of the log. */
  #paymentFault(entry: Decided, row: WithdrawalRow, shown: unknown, field = 'id'): Prediction | undefined {
    const duty = this.#dutyFault(entry, row);
    if (duty !== undefined) return { ...refusal(duty), counts: ['an approver who would pay'] };
    return this.#alteredFault(row, shown, field);
  }

  /** Since these rules approvals are compared with the log too, and what takes money back. */
  #reviewFault({ body }: Entry, row: WithdrawalRow): Prediction | undefined {
    const { shown } = body as { shown?: string };
    return 11 <= this.#reference.rulesOf(undefined) ? this.#alteredFault(row, shown, 'id') : undefined;
  }

  #alteredFault(row: WithdrawalRow, shown: unknown, field: string): Prediction | undefined {
    const isAltered = this.#isStrict && (shown !== digestOf(row) || row.trouble === 'altered');
    return isAltered ? { ...refusal(CODE.altered, field), counts: ['an altered payout'] } : undefined;
  }

  #batch(entry: Decided): Decision {
    const { ids, shown = [], by } = entry.body as unknown as OperatorBody & { ids: number[]; shown?: string[] };
    if (ids.length === 0 || 100 < ids.length || new Set(ids).size !== ids.length) return refusal(CODE.range, 'ids');
    const chosen: WithdrawalRow[] = [];
    for (const [place, id] of ids.entries()) {
      const row = this.#rows.get(id);
      if (row === undefined || row.closed_at !== null) return refusal(CODE.nothingFound, 'ids');
      const fits = chosen.every(({ method, network }) => method === row.method && network === row.network);
      if (row.state !== 'approved' || row.batch !== null || !fits) return refusal(CODE.final, 'ids');
      const barrier = this.#barrier(row.user_id) ?? this.#payeeFault(row);
      if (barrier !== undefined) return refusal(barrier);
      const fault = this.#paymentFault(entry, row, shown[place], `ids.${place}`);
      if (fault !== undefined) return fault;
      if (row.file !== null) return refusal(CODE.inFile, `ids.${place}`);
      chosen.push(row);
    }
    return {
      subject: `batch ${entry.seq}`,
      before: null,
      after: { withdrawals: ids },
      apply: ({ seq, at }) => {
        const { method, network } = chosen[0]!;
        const batch = { id: seq, method, network, withdrawals: ids, made_by: by.operator, made_at: at };
        const rows = chosen.map((row) => {
          row.batch = seq;
          return this.#stepped(row, entry, 'prepared');
        });
        return { rows: [{ table: 'withdrawal_batches', row: batch }, ...rows], events: chosen.map(withdrawalEvent) };
      },
    };
  }

  #sent(entry: Decided): Decision {
    const { shown, ...body } = entry.body as unknown as { hash: string; shown?: string };
    const hash = body.hash.trim();
    const row = this.#own(entry);
    if (row === undefined) return refusal(CODE.nothingFound, 'id');
    if (row.state !== 'approved') return refusal(CODE.final, 'id');
    if (hash === '') return refusal(CODE.required, 'hash');
    const fault = this.#paymentFault(entry, row, shown);
    if (fault !== undefined) return fault;
    return withdrawalDecision(row, { state: 'sent', txHash: hash }, () => {
      const { accounts } = this.#reference;
      const held = ofUser(row.user_id, 'real', row.asset, 'held');
      accounts.move(held, ofHouse('real', row.asset, 'external'), mustUnits(row.received));
      accounts.move(held, ofHouse('real', row.asset, 'fees'), mustUnits(row.fee));
      Object.assign(row, { state: 'sent', tx_hash: hash, sent_at: entry.at });
      return {
        rows: [this.#stepped(row, entry, 'sent', hash)],
        events: [withdrawalEvent(row)],
        counts: ['withdrawal sent'],
      };
    });
  }

  #failed(entry: Entry): Decision {
    const { rejection, note } = entry.body as OperatorBody & Record<string, string | null>;
    const row = this.#own(entry);
    if (row === undefined) return refusal(CODE.nothingFound, 'id');
    if (row.state !== 'approved' && row.state !== 'sent') return refusal(CODE.final, 'id');
    const altered = this.#reviewFault(entry, row);
    if (altered !== undefined) return altered;
    const wasSent = row.state === 'sent';
    const made = withdrawalDecision(row, { state: 'failed' }, () => {
      if (!wasSent) return this.#ended(row, entry, 'failed', rejection!, note ?? null);
      const { accounts } = this.#reference;
      const available = ofUser(row.user_id, 'real', row.asset, 'available');
      accounts.move(ofHouse('real', row.asset, 'external'), available, mustUnits(row.received));
      accounts.move(ofHouse('real', row.asset, 'fees'), available, mustUnits(row.fee));
      this.#seconds.watch(Object.assign(row, { state: 'failed' }), entry.at);
      return this.#closed(row, entry, 'failed', rejection!, note ?? null);
    });
    return { ...made, needsSecond: wasSent || row.file !== null };
  }

  #barrier(user: number): number | undefined {
    if (this.#authority.isFrozen(user)) return CODE.frozen;
    if (this.#loans.isOpen(user)) return CODE.owesLoan;
    return this.#deposits.owes(user) ? CODE.owed : this.#reference.overdrawn(user);
  }

  /** To a bank only while the name that it was asked for under has counted all the time. */
  #payeeFault({ method, user_id, placed_at }: WithdrawalRow): number | undefined {
    if (method !== 'bank' || this.#reference.rulesOf(undefined) < 4) return undefined;
    const since = this.#kyc.nameOf(user_id)?.since ?? Number.MAX_SAFE_INTEGER;
    return since <= (placed_at as number) ? undefined : CODE.notVerified;
  }

  /** The person's withdrawal, as long as it is under way. */
  #own({ user, body }: Entry): WithdrawalRow | undefined {
    const row = this.#rows.get((body as { id: number }).id);
    return row?.user_id === user && row.closed_at === null ? row : undefined;
  }

  #ended(row: WithdrawalRow, entry: Entry, state: string, reason: string | null, note: string | null) {
    const held = ofUser(row.user_id, 'real', row.asset, 'held');
    this.#reference.accounts.move(held, ofUser(row.user_id, 'real', row.asset, 'available'), mustUnits(row.amount));
    return this.#closed(row, entry, state, reason, note);
  }

  #closed(row: WithdrawalRow, entry: Entry, state: string, reason: string | null, note: string | null) {
    Object.assign(row, { state, reason, note, due_at: null, trouble: null, counts_until: null, closed_at: entry.at });
    return {
      rows: [this.#stepped(row, entry, state, note)],
      events: [withdrawalEvent(row)],
      counts: [`withdrawal ${state}`],
    };
  }

  #arrived(row: WithdrawalRow, entry: Entry) {
    Object.assign(row, { state: 'confirmed', trouble: null, closed_at: entry.at });
    this.#seconds.watch(row, entry.at);
    return {
      rows: [this.#stepped(row, entry, 'confirmed')],
      events: [withdrawalEvent(row)],
      counts: ['withdrawal confirmed'],
    };
  }

  #stepped(row: WithdrawalRow, { seq, at }: Entry, step: string, note: string | null = null): ExpectedRow {
    row.steps = [...(row.steps as unknown[]), { step, at, seq, note }];
    return this.#stored(row);
  }

  #stored(row: WithdrawalRow): ExpectedRow {
    return { table: 'withdrawals', row: { ...row } };
  }

  #done(rows: ExpectedRow[], withdrawals: WithdrawalRow[], result: unknown): Prediction {
    return { code: CODE.done, result, rows, events: withdrawals.map(withdrawalEvent) };
  }
}
