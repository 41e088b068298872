// long: the model of one module, read beside its handler
import { ofHouse, ofUser } from '../accounts.ts';
import type { AuthorityModel, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { least, mustUnits, textOf, unitsOf } from '../figures.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { DepositAlarms } from './deposit-alarms.ts';
import { isSettled, minimumsOf } from './deposit-figures.ts';
import { emptyDeposit, eventOf, type DepositRow as Row, type SeenTransfer, shown } from './deposit-rows.ts';
import { EvidenceModel, transferProof } from './evidence-model.ts';
import {
  creditByLastPrice,
  creditEntry,
  creditTransfer,
  type Deposits,
  differenceOf,
  judgeAgain,
  reopenReturn,
  resolveVanished,
  returnEntry,
  sendBack,
  worthOf,
} from './hand-credits.ts';
import { TransferHashes } from './transfer-hashes.ts';
import { Watchers } from './watchers.ts';

const NEEDED: Readonly<Record<string, number>> = { ERC20: 12, BASE: 64 };
const REVIEW_MS = 24 * 3_600_000;
const WAITING_MAX = 20;
const STEPS_MAX = 25;

/**
 * Money in: by a chain, seen or reported, and by bank. Keeps every deposit for ever and looks
 * through all of them.
 */
export class DepositsModel implements Product {
  readonly types: Product['types'];
  readonly #reference: Reference;
  readonly #authority: AuthorityModel;
  readonly #rows = new Map<number, Row>();
  readonly #hashes = new TransferHashes();
  readonly #addresses: DepositAddresses;
  readonly #alarms = new DepositAlarms();
  readonly #watchers = new Watchers();
  /** Withdrawals bind to it too. */
  readonly evidence = new EvidenceModel();
  readonly #byHand: Deposits;

  constructor(reference: Reference, authority: AuthorityModel) {
    this.#reference = reference;
    this.#authority = authority;
    this.#addresses = new DepositAddresses((user) => authority.isFrozen(user));
    this.types = {
      'deposits.publish': (entry) => this.#addresses.publish(entry),
      'deposits.claim': (entry) => this.#claim(entry),
      'deposits.seen': (entry) => this.#seen(entry),
      'deposits.confirmed': (entry) => this.#confirmed(entry),
      'deposits.vanished': (entry) => this.#vanished(entry),
      'deposits.settle': (entry) => this.#settle(entry),
      'funding.watched': (entry) => this.#watchers.tell(entry),
    };
    this.#byHand = {
      reference,
      evidence: this.evidence,
      watcherOf: (network) => this.#watchers.of(network),
      holders: (network, hash) => this.#hashes.holders(network, hash),
      hold: (network, hash, made) => this.#hashes.hold(network, hash, made),
      isPending: (id) => this.#live().some((row) => row.id === id && row.state === 'pending'),
      isPaidBack: (id, at) => authority.isAsked('deposits.returned', id, at),
      credited: (row, entry, credit) => this.#credited(row, entry, credit),
      stepped: (row, entry, step, note) => this.#stepped(row, entry, step, note),
    };
    authority.onParameter('deposit.confirmations', (entry) =>
      this.#countsEvidence
        ? judgeAgain(this.#byHand, this.#live(), entry, (network) => this.#needed(network) ?? 1)
        : { rows: [], events: [], counts: [] },
    );
    authority.action('deposits.returned', ['owner', 'finance'], this.#ofOwn(sendBack));
    authority.action('deposits.reopen', ['owner', 'finance'], this.#ofOwn(reopenReturn));
    authority.action('deposits.review', ['owner', 'finance'], (entry) => this.#review(entry));
    authority.action('deposits.resolve', ['owner', 'finance'], (entry) => this.#resolve(entry));
  }

  get #countsEvidence(): boolean {
    return 10 <= this.#reference.rulesOf(undefined);
  }

  /** A deposit that something can still happen to. */
  isOpen(user: number, isOpen: (row: Row) => boolean = () => true): boolean {
    return this.#live().some((row) => row.user_id === user && isOpen(row));
  }

  watcherOf = (network: string): string => this.#watchers.of(network);
  owes = (user: number): boolean => this.isOpen(user, ({ owed }) => owed !== '0');

  isAddress(address: string): boolean {
    return this.#addresses.ownerOf(address) !== undefined;
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const row of this.#live()) {
      if (row.frozen !== '0') need(ofUser(row.user_id, 'real', row.asset, 'held'), mustUnits(row.frozen));
    }
  }

  checkNothingOverdue(at: number): void {
    for (const row of this.#live()) {
      const isOver = isSettled(row, this.#reference, at);
      this.#reference.findings.check(!isOver, () => `deposit ${row.id} should be settled`);
    }
  }

  #live(): Row[] {
    return [...this.#rows.values()].filter(({ settled }) => settled === false);
  }

  #claim(entry: Entry): Prediction {
    const { user, seq, at } = entry;
    const { method, asset, network, amount, hash, proof } = entry.body as Record<string, string | null>;
    const minimum = minimumsOf(this.#reference)[asset ?? ''];
    if (this.#authority.isFrozen(user)) return refusal(CODE.frozen);
    if (minimum === undefined) return refusal(CODE.network, 'symbol');
    const isBank = method === 'bank';
    const bank = this.#authority.parameter('deposit.bank') as Readonly<Record<string, string>>;
    const currency = isBank ? (bank.currency ?? 'EUR') : null;
    if (isBank && (asset !== 'USDT' || bank.holder === undefined)) return refusal(CODE.network, 'method');
    if (!isBank && network === null) return refusal(CODE.network, 'network');
    const units = unitsOf(amount);
    if (units === undefined || units === 0n) return refusal(CODE.range, 'amount');
    const held = hash === null || network === null ? [] : this.#hashes.holders(network!, hash!);
    const own = held.find((holder) => holder.user === user);
    const joined = own === undefined ? undefined : this.#live().find(({ id }) => id === own.deposit);
    const isTaken = this.#countsEvidence ? own !== undefined : 0 < held.length;
    if (isTaken && (joined === undefined || joined.claimed !== null)) return refusal(CODE.claimed, 'txHash');
    if (hash === null && proof === null) return refusal(CODE.image, 'proofFileId');
    const value = currency === null ? units : worthOf(this.#reference, currency, entry, units);
    if (typeof value !== 'bigint') return value;
    if (value < mustUnits(minimum)) return refusal(CODE.tooSmallDeposit, 'amount');
    if (joined !== undefined) {
      joined.claimed = textOf(units);
      joined.proof = proof ?? joined.proof;
      return this.#done(joined.id, [this.#stepped(joined, entry, 'claimed')], []);
    }
    const waiting = this.#live().filter((row) => row.user_id === user && row.closed_at === null);
    const most = this.#reference.figure('deposits.waitingMax', WAITING_MAX);
    if (most <= waiting.length) return refusal(CODE.tooManyWaiting);
    const row = this.#new(entry, { asset: asset!, network: isBank ? null : network!, state: 'pending' });
    const claimed = { claimed: textOf(units), tx_hash: isBank ? null : hash, proof, due_at: at + REVIEW_MS };
    Object.assign(row, claimed, { method, currency });
    const rows = [this.#stepped(row, entry, 'claimed')];
    if (!isBank && hash !== null)
      rows.push(this.#hashes.hold(network!, hash!, { deposit: seq, user, output: null, holds: true }));
    return this.#done(seq, rows, [row]);
  }

  #needed(network: string): number | undefined {
    const confirmations = this.#authority.parameter('deposit.confirmations') as Readonly<Record<string, number>>;
    return confirmations[network] ?? NEEDED[network];
  }

  #seen(entry: Entry): Prediction {
    const { user } = entry;
    const { network, hash, output, address, asset, amount, block, sender } = entry.body as SeenTransfer;
    if (NEEDED[network] === undefined) return refusal(CODE.network, 'network');
    if (this.#addresses.ownerOf(address) !== user) return refusal(CODE.network, 'address');
    if (minimumsOf(this.#reference)[asset] === undefined) return refusal(CODE.network, 'asset');
    const units = unitsOf(amount);
    if (units === undefined || units === 0n) return refusal(CODE.range, 'amount');
    const held = this.#hashes.holders(network, hash);
    const known = held.find((holder) => holder.output === output);
    if (known !== undefined) return this.#again(known.deposit, entry, { block, units });
    const own = held.find((holder) => holder.user === user && holder.output === null);
    const claimed = own === undefined ? undefined : this.#live().find(({ id }) => id === own.deposit);
    if (own !== undefined && claimed === undefined) return refusal(CODE.claimed, 'hash');
    const row = claimed?.asset === asset ? claimed : this.#new(entry, { asset, network, state: 'confirming' });
    const facts = {
      address,
      sender,
      tx_hash: hash,
      output,
      block,
      confirmations: 0,
      needed: this.#needed(network),
    };
    const isDecided = row.state === 'approved' || row.state === 'rejected';
    const arrived = isDecided && row.arrived !== null ? row.arrived : textOf(units);
    Object.assign(row, facts, { arrived });
    const holds = this.#hashes.hold(network, hash, { deposit: row.id, user, output, holds: true });
    if (isDecided) {
      const rows = [this.#stored(row), holds];
      if (row.credited !== textOf(units)) rows.push(this.#alarms.raise(entry, row, 'amountDiffers', textOf(units)));
      return { code: CODE.done, result: { id: row.id }, rows };
    }
    Object.assign(row, { state: 'confirming', due_at: null });
    const rows = [this.#stepped(row, entry, 'seen', hash), holds];
    const ended = this.#countsEvidence ? { rows: [], told: [] } : this.#endOthers(row, entry);
    return this.#done(row.id, [...rows, ...ended.rows], [row, ...ended.told], 'deposit seen');
  }

  /** The address says whose money it is: what others reported of it ends. */
  #endOthers({ user_id, network, tx_hash }: Row, entry: Entry): { rows: ExpectedRow[]; told: Row[] } {
    const ended = { rows: [] as ExpectedRow[], told: [] as Row[] };
    for (const holder of this.#hashes.holders(network!, tx_hash!)) {
      const theirs = this.#rows.get(holder.deposit)!;
      if (holder.user === user_id || holder.output !== null || theirs.settled === true || theirs.state !== 'pending')
        continue;
      ended.rows.push(this.#rejected(theirs, entry, 'notYours', null), this.#hashes.free(network!, tx_hash!, holder));
      ended.told.push(theirs);
    }
    return ended;
  }

  #again(id: number, entry: Entry, { block, units }: { block: number; units: bigint }): Prediction {
    const row = this.#live().find((deposit) => deposit.id === id);
    if (row === undefined) return refusal(CODE.claimed, 'hash');
    const isOther = this.#countsEvidence && units !== mustUnits(row.arrived) && !this.#alarms.has(row);
    const raised = isOther ? [this.#alarms.raise(entry, row, 'amountDiffers', textOf(units))] : [];
    if (row.state === 'failed' && (row.credited === null || row.credited === '0')) {
      const facts = { state: 'confirming', reason: null, credited: null, confirmations: 0, closed_at: null };
      Object.assign(row, facts, { block });
      return this.#done(id, [this.#stepped(row, entry, 'seen', row.tx_hash), ...raised], [row]);
    }
    if (row.block === block) return this.#done(id, raised, []);
    row.block = block;
    return this.#done(id, [this.#stored(row), ...raised], []);
  }

  #confirmed(entry: Entry): Prediction {
    const { confirmations } = entry.body as { confirmations: number };
    const row = this.#ofTransfer(entry);
    if (row === undefined || row.user_id !== entry.user) return refusal(CODE.nothingFound, 'hash');
    const isEnough = Number(row.needed) <= confirmations;
    const changed = row.confirmations !== confirmations;
    row.confirmations = confirmations;
    if (row.state === 'approved' && isEnough && (row.frozen !== '0' || row.owed !== '0')) {
      return { code: CODE.done, result: { id: row.id }, ...this.#release(row, entry) };
    }
    if (row.state !== 'confirming' || !isEnough) return this.#done(row.id, changed ? [this.#stored(row)] : [], []);
    this.#stepped(row, entry, 'confirmed');
    const ended = this.#countsEvidence ? this.#endOthers(row, entry) : { rows: [], told: [] };
    const isUsed = this.#countsEvidence && this.evidence.isUsed(this.#proofOf(row), row.id);
    if (this.#needsNobody(row) && !isUsed) {
      const made = this.#credited(row, entry, { amount: mustUnits(row.arrived), note: null });
      const rows = [made, ...this.#bound(row, entry), ...ended.rows];
      return this.#done(row.id, rows, [row, ...ended.told], 'deposit credited at once');
    }
    Object.assign(row, { state: 'reviewing', due_at: entry.at + REVIEW_MS });
    const alarms = isUsed ? [this.#alarms.raise(entry, row, 'evidenceUsed', String(row.arrived))] : [];
    const count = isUsed ? 'a transfer that others vouched for' : undefined;
    return this.#done(row.id, [this.#stored(row), ...alarms, ...ended.rows], [row, ...ended.told], count);
  }

  #proofOf = ({ network, tx_hash, output }: Row) => transferProof(network!, tx_hash!, output);

  /** What a watcher saw is used by its deposit. */
  #bound(row: Row, entry: Entry): ExpectedRow[] {
    const binding = { kind: 'deposit', subject: row.id, user: row.user_id };
    return this.#countsEvidence ? this.evidence.bind(this.#proofOf(row), entry, binding) : [];
  }

  /** Up to the limit that operators set; never of what has no price, or of somebody frozen. */
  #needsNobody(row: Row): boolean {
    const limit = mustUnits(this.#authority.parameter('deposit.auto_credit_usdt'));
    const amount = mustUnits(row.arrived);
    const isLarge = mustUnits(minimumsOf(this.#reference)[row.asset]) <= amount && row.asset === 'USDT';
    if (this.#countsEvidence && this.#alarms.has(row)) return false;
    return isLarge && amount <= limit && !this.#authority.isFrozen(row.user_id);
  }

  #credited(row: Row, entry: Entry, credit: { amount: bigint; note: string | null; tick?: unknown }): ExpectedRow {
    const { amount, note, tick = null } = credit;
    const to = ofUser(row.user_id, 'real', row.asset, 'available');
    this.#reference.accounts.move(ofHouse('real', row.asset, 'external'), to, amount);
    const value = row.asset === 'USDT' ? textOf(amount) : null;
    const facts = { credited: textOf(amount), value_usdt: value, tick, note, due_at: null, closed_at: entry.at };
    Object.assign(row, { state: 'approved', ...facts });
    return this.#stepped(row, entry, 'credited', note);
  }

  #vanished(entry: Entry): Prediction {
    const row = this.#ofTransfer(entry);
    if (row === undefined || row.user_id !== entry.user) return refusal(CODE.nothingFound, 'hash');
    const { accounts } = this.#reference;
    if (row.state === 'approved' && row.frozen === '0' && row.owed === '0') {
      const available = ofUser(row.user_id, 'real', row.asset, 'available');
      const credited = mustUnits(row.credited);
      const aside = this.#reference.heldOf(row.id);
      const there = aside ?? least(accounts.of(available), credited);
      if (aside === undefined) accounts.move(available, ofUser(row.user_id, 'real', row.asset, 'held'), there);
      Object.assign(row, { frozen: textOf(there), owed: textOf(credited - there), confirmations: 0, block: null });
      const rows = [this.#stepped(row, entry, 'frozen'), this.#alarms.raise(entry, row, 'vanished', textOf(credited))];
      return this.#done(row.id, rows, [row], 'deposit frozen');
    }
    if (row.state !== 'confirming' && row.state !== 'reviewing') return this.#done(row.id, [], []);
    Object.assign(row, {
      state: 'failed',
      reason: 'vanished',
      block: null,
      confirmations: 0,
      due_at: null,
      closed_at: entry.at,
    });
    return this.#done(row.id, [this.#stepped(row, entry, 'vanished')], [row]);
  }

  #review(entry: Entry): Decision {
    const body = entry.body as OperatorBody & Record<string, string | null> & { id: number };
    const row = this.#live().find(({ id }) => id === (body.id as unknown));
    if (row === undefined || row.user_id !== entry.user) return refusal(CODE.nothingFound, 'id');
    if (row.state === 'confirming') return refusal(CODE.unconfirmed, 'id');
    if (row.state !== 'pending' && row.state !== 'reviewing') return refusal(CODE.final, 'id');
    const before = shown(row);
    const subject = `deposit ${row.id}`;
    const note = body.note ?? null;
    if (body.decision === 'return') return returnEntry(this.#byHand, row, entry);
    if (body.decision === 'reject') {
      if (body.rejection === null) return refusal(CODE.required, 'rejection');
      const after = { ...before, state: 'rejected' };
      return {
        subject,
        before,
        after,
        apply: () => {
          const rows = [this.#rejected(row, entry, body.rejection!, note)];
          for (const hash of row.tx_hash === null ? [] : this.#hashes.holders(row.network!, row.tx_hash)) {
            if (hash.deposit === row.id && hash.output === null)
              rows.push(this.#hashes.free(row.network!, row.tx_hash!, hash));
          }
          return { rows, events: [eventOf(row)], counts: ['deposit rejected'] };
        },
      };
    }
    const isSeen = row.state === 'reviewing';
    if (isSeen && body.arrived !== null) return refusal(CODE.unknownField, 'arrived');
    const units = isSeen ? mustUnits(row.arrived) : unitsOf(body.arrived);
    if (units === undefined || units === 0n) return refusal(CODE.required, 'arrived');
    if (!isSeen && this.#countsEvidence) {
      return (row.method === 'bank' ? creditEntry : creditTransfer)(this.#byHand, row, entry, units);
    }
    if (row.method === 'bank') return creditByLastPrice(this.#byHand, row, entry, units);
    const hash = body.hash ?? row.tx_hash;
    if (!isSeen && hash === null) return refusal(CODE.required, 'hash');
    const others = isSeen ? [] : this.#hashes.holders(row.network!, hash!).filter(({ deposit }) => deposit !== row.id);
    if (0 < others.length) return refusal(CODE.claimed, 'hash');
    const isUsed = isSeen && this.#countsEvidence && this.evidence.isUsed(this.#proofOf(row), row.id);
    if (isUsed) return refusal(CODE.evidenceUsed, 'id');
    const figures = { arrived: textOf(units), txHash: isSeen ? row.tx_hash : hash };
    const isTold = isSeen && this.#countsEvidence;
    const differs = row.claimed != null && mustUnits(row.claimed as string) !== units;
    const difference = isTold ? { ...differenceOf(row, units), symbol: row.asset } : {};
    return {
      subject,
      before,
      needsSecond: isTold && (differs || this.#alarms.has(row)),
      after: { ...before, ...figures, state: 'approved', credited: textOf(units), ...difference },
      apply: () => {
        if (!isSeen) Object.assign(row, { arrived: textOf(units), tx_hash: hash });
        const rows = [this.#credited(row, entry, { amount: units, note })];
        if (isSeen) rows.push(...this.#bound(row, entry));
        else
          rows.push(
            this.#hashes.hold(row.network!, hash!, { deposit: row.id, user: row.user_id, output: null, holds: true }),
          );
        return { rows, events: [eventOf(row)], counts: ['deposit credited'] };
      },
    };
  }

  #ofOwn =
    (decide: (deposits: Deposits, row: Row, entry: Entry) => Decision) =>
    (entry: Entry): Decision => {
      const row = this.#ofEntry(entry);
      return row === undefined ? refusal(CODE.nothingFound, 'id') : decide(this.#byHand, row, entry);
    };

  #resolve(entry: Entry): Decision {
    const row = this.#ofEntry(entry);
    if (row === undefined) return refusal(CODE.nothingFound, 'id');
    return resolveVanished(this.#byHand, row, entry, {
      release: () => this.#release(row, entry),
      closeAlarms: () => this.#alarms.close(row, entry),
    });
  }

  #ofEntry({ user, body }: Entry): Row | undefined {
    return this.#live().find(({ id, user_id }) => id === (body as { id: number }).id && user_id === user);
  }

  #settle({ seq, at, body }: Entry): Prediction {
    const { deposits } = body as { deposits: number[] };
    const rows = deposits.flatMap((id) => {
      const row = this.#rows.get(id)!;
      const isOver = isSettled(row, this.#reference, at);
      this.#reference.findings.check(
        isOver && row.settled === false,
        () => `entry ${seq} settles deposit ${id} too early`,
      );
      row.settled = true;
      const made = [this.#stored(row)];
      if (row.state !== 'failed' || row.tx_hash === null) return made;
      const own = this.#hashes.holders(row.network!, row.tx_hash).filter(({ deposit }) => deposit === id);
      return [...made, ...own.map((hash) => this.#hashes.free(row.network!, row.tx_hash!, hash))];
    });
    return { code: CODE.done, result: { deposits: deposits.length }, rows };
  }

  #release(row: Row, entry: Entry): Pick<Prediction, 'rows' | 'events' | 'counts'> {
    const held = ofUser(row.user_id, 'real', row.asset, 'held');
    this.#reference.accounts.move(held, ofUser(row.user_id, 'real', row.asset, 'available'), mustUnits(row.frozen));
    Object.assign(row, { frozen: '0', owed: '0', closed_at: entry.at });
    const rows = [this.#stepped(row, entry, 'released'), ...this.#alarms.close(row, entry)];
    return { rows, events: [eventOf(row)], counts: ['deposit released'] };
  }

  #ofTransfer({ body }: Entry): Row | undefined {
    const { network, hash, output } = body as { network: string; hash: string; output: number };
    const found = this.#hashes.holders(network, hash).find((holder) => holder.output === output);
    return this.#live().find(({ id }) => id === found?.deposit);
  }

  #rejected(row: Row, entry: Entry, reason: string, note: string | null): ExpectedRow {
    Object.assign(row, { state: 'rejected', reason, note, due_at: null, closed_at: entry.at });
    return this.#stepped(row, entry, 'rejected', note);
  }

  #new(entry: Entry, fields: { asset: string; network: string | null; state: string }): Row {
    const row = emptyDeposit(entry, fields);
    this.#rows.set(entry.seq, row);
    return row;
  }

  #stepped(row: Row, { seq, at }: Entry, step: string, note: string | null = null): ExpectedRow {
    const steps = [...(row.steps as unknown[]), { step, at, seq, note }];
    if (STEPS_MAX < steps.length) steps.splice(1, steps.length - STEPS_MAX);
    row.steps = steps;
    return this.#stored(row);
  }

  #stored(row: Row): ExpectedRow {
    return { table: 'deposits', row: { ...row } };
  }

  #done(id: number, rows: ExpectedRow[], changed: Row[], count?: string): Prediction {
    return {
      code: CODE.done,
      result: { id },
      rows,
      events: changed.map(eventOf),
      counts: count === undefined ? [] : [count],
    };
  }
}
