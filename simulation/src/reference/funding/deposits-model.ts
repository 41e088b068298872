import { ofHouse, ofUser } from '../accounts.ts';
import type { AuthorityModel, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { least, mustUnits, textOf, unitsOf } from '../figures.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import { currencyTick, usdtFor } from './currency.ts';
import { isSettled, minimumsOf } from './deposit-figures.ts';
import { emptyDeposit, eventOf, type DepositRow as Row, type Seen, shown } from './deposit-rows.ts';
import { TransferHashes } from './transfer-hashes.ts';

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
  readonly #owners = new Map<string, { user: number; at: number; seq: number }>();
  /** By person. */
  readonly #newest = new Map<number, string>();
  readonly #alarms = new Map<number, Record<string, unknown>>();

  constructor(reference: Reference, authority: AuthorityModel) {
    this.#reference = reference;
    this.#authority = authority;
    this.types = {
      'deposits.publish': (entry) => this.#publish(entry),
      'deposits.claim': (entry) => this.#claim(entry),
      'deposits.seen': (entry) => this.#seen(entry),
      'deposits.confirmed': (entry) => this.#confirmed(entry),
      'deposits.vanished': (entry) => this.#vanished(entry),
      'deposits.settle': (entry) => this.#settle(entry),
    };
    authority.action('deposits.review', ['owner', 'finance'], (entry) => this.#review(entry));
    authority.action('deposits.resolve', ['owner', 'finance'], (entry) => this.#resolve(entry));
  }

  /** A deposit that something can still happen to. */
  isOpen(user: number, isOpen: (row: Row) => boolean = () => true): boolean {
    return this.#live().some((row) => row.user_id === user && isOpen(row));
  }

  owes = (user: number): boolean => this.isOpen(user, ({ owed }) => owed !== '0');

  isAddress(address: string): boolean {
    return this.#owners.has(address.toLowerCase());
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

  #publish({ user, seq, at, body }: Entry): Prediction {
    const { family, address, memo, path, keyDigest } = body as Record<string, string | number>;
    const key = String(address).toLowerCase();
    const known = this.#owners.get(key);
    // Only the newest one of a person is answered again; routes look earlier ones up themselves.
    if (known?.user === user && this.#newest.get(user) === key)
      return { code: CODE.done, result: { address, memo, publishedAt: known.at, seq: known.seq } };
    if (this.#authority.isFrozen(user)) return refusal(CODE.frozen);
    if (known !== undefined) return refusal(CODE.network, 'address');
    this.#owners.set(key, { user, at, seq });
    this.#newest.set(user, key);
    const row = {
      family,
      address,
      memo,
      user_id: user,
      path,
      key_digest: keyDigest,
      published_at: at,
      published_by: seq,
    };
    return {
      code: CODE.done,
      result: { address, memo, publishedAt: at, seq },
      rows: [{ table: 'deposit_addresses', row }],
    };
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
    const own = held.find((one) => one.user === user);
    const joined = own === undefined ? undefined : this.#live().find(({ id }) => id === own.deposit);
    if (0 < held.length && (joined === undefined || joined.claimed !== null)) return refusal(CODE.claimed, 'txHash');
    if (hash === null && proof === null) return refusal(CODE.image, 'proofFileId');
    const value = currency === null ? units : usdtFor(units, currencyTick(this.#reference, currency));
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

  #seen(entry: Entry): Prediction {
    const { user } = entry;
    const { network, hash, output, address, asset, amount, block } = entry.body as Seen;
    if (NEEDED[network] === undefined) return refusal(CODE.network, 'network');
    if (this.#owners.get(address.toLowerCase())?.user !== user) return refusal(CODE.network, 'address');
    if (minimumsOf(this.#reference)[asset] === undefined) return refusal(CODE.network, 'asset');
    const units = unitsOf(amount);
    if (units === undefined || units === 0n) return refusal(CODE.range, 'amount');
    const held = this.#hashes.holders(network, hash);
    const known = held.find((one) => one.output === output);
    if (known !== undefined) return this.#again(known.deposit, entry, block);
    const own = held.find((one) => one.user === user && one.output === null);
    const claimed = own === undefined ? undefined : this.#live().find(({ id }) => id === own.deposit);
    if (own !== undefined && claimed === undefined) return refusal(CODE.claimed, 'hash');
    const row = claimed?.asset === asset ? claimed : this.#new(entry, { asset, network, state: 'confirming' });
    const facts = { address, sender: null, tx_hash: hash, output, block, confirmations: 0, needed: NEEDED[network] };
    const isDecided = row.state === 'approved' || row.state === 'rejected';
    const arrived = isDecided && row.arrived !== null ? row.arrived : textOf(units);
    Object.assign(row, facts, { arrived });
    const holds = this.#hashes.hold(network, hash, { deposit: row.id, user, output, holds: true });
    if (isDecided) {
      const rows = [this.#stored(row), holds];
      if (row.credited !== textOf(units)) rows.push(this.#alarm(entry, row, 'amountDiffers', textOf(units)));
      return { code: CODE.done, result: { id: row.id }, rows };
    }
    Object.assign(row, { state: 'confirming', due_at: null });
    const rows = [this.#stepped(row, entry, 'seen', hash), holds];
    const told = [row];
    for (const other of held) {
      const theirs = this.#rows.get(other.deposit)!;
      if (other.user === user || other.output !== null || theirs.settled === true || theirs.state !== 'pending')
        continue;
      rows.push(this.#rejected(theirs, entry, 'notYours', null), this.#hashes.free(network, hash, other));
      told.push(theirs);
    }
    return this.#done(row.id, rows, told, 'deposit seen');
  }

  #again(id: number, entry: Entry, block: number): Prediction {
    const row = this.#live().find((one) => one.id === id);
    if (row === undefined) return refusal(CODE.claimed, 'hash');
    if (row.state === 'failed' && (row.credited === null || row.credited === '0')) {
      Object.assign(row, {
        state: 'confirming',
        reason: null,
        credited: null,
        block,
        confirmations: 0,
        closed_at: null,
      });
      return this.#done(id, [this.#stepped(row, entry, 'seen', row.tx_hash)], [row]);
    }
    if (row.block === block) return this.#done(id, [], []);
    row.block = block;
    return this.#done(id, [this.#stored(row)], []);
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
    if (this.#needsNobody(row)) {
      const amount = mustUnits(row.arrived);
      return this.#done(
        row.id,
        [this.#credited(row, entry, { amount, note: null })],
        [row],
        'deposit credited at once',
      );
    }
    Object.assign(row, { state: 'reviewing', due_at: entry.at + REVIEW_MS });
    return this.#done(row.id, [this.#stored(row)], [row]);
  }

  /** Up to the limit that operators set; never of what has no price, or of somebody frozen. */
  #needsNobody(row: Row): boolean {
    const limit = mustUnits(this.#authority.parameter('deposit.auto_credit_usdt'));
    const amount = mustUnits(row.arrived);
    const isLarge = mustUnits(minimumsOf(this.#reference)[row.asset]) <= amount && row.asset === 'USDT';
    return isLarge && amount <= limit && !this.#authority.isFrozen(row.user_id);
  }

  #credited(row: Row, entry: Entry, of: { amount: bigint; note: string | null; tick?: unknown }): ExpectedRow {
    const { amount, note, tick = null } = of;
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
      const there = least(accounts.of(available), credited);
      accounts.move(available, ofUser(row.user_id, 'real', row.asset, 'held'), there);
      Object.assign(row, { frozen: textOf(there), owed: textOf(credited - there), confirmations: 0, block: null });
      const rows = [this.#stepped(row, entry, 'frozen'), this.#alarm(entry, row, 'vanished', textOf(credited))];
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
    if (body.decision === 'reject') {
      if (body.rejection === null) return refusal(CODE.required, 'rejection');
      const after = { ...before, state: 'rejected' };
      return {
        ...{ subject, before, after },
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
    if (row.method === 'bank') return this.#approveBank(row, entry, units);
    const hash = body.hash ?? row.tx_hash;
    if (!isSeen && hash === null) return refusal(CODE.required, 'hash');
    const others = isSeen ? [] : this.#hashes.holders(row.network!, hash!).filter(({ deposit }) => deposit !== row.id);
    if (0 < others.length) return refusal(CODE.claimed, 'hash');
    const figures = { arrived: textOf(units), txHash: isSeen ? row.tx_hash : hash };
    return {
      ...{ subject, before, after: { ...before, ...figures, state: 'approved', credited: textOf(units) } },
      apply: () => {
        if (!isSeen) Object.assign(row, { arrived: textOf(units), tx_hash: hash });
        const rows = [this.#credited(row, entry, { amount: units, note })];
        if (!isSeen)
          rows.push(
            this.#hashes.hold(row.network!, hash!, { deposit: row.id, user: row.user_id, output: null, holds: true }),
          );
        return { rows, events: [eventOf(row)], counts: ['deposit credited'] };
      },
    };
  }

  /** A currency becomes USDT at the last price, rounded down; dollars are USDT. */
  #approveBank(row: Row, entry: Entry, paid: bigint): Decision {
    const { hash, note } = entry.body as unknown as { hash: string | null; note: string | null };
    const tick = currencyTick(this.#reference, String(row.currency));
    if (tick === null && row.currency !== 'USD') return refusal(CODE.closed);
    const amount = usdtFor(paid, tick);
    if (amount === 0n) return refusal(CODE.range, 'arrived');
    const before = shown(row);
    const found = { arrived: textOf(amount), txHash: hash };
    return {
      ...{ subject: `deposit ${row.id}`, before },
      after: { ...before, ...found, state: 'approved', credited: textOf(amount) },
      apply: () => {
        Object.assign(row, { arrived: textOf(amount), tx_hash: hash, currency_amount: textOf(paid) });
        const rows = [this.#credited(row, entry, { amount, note, tick })];
        return { rows, events: [eventOf(row)], counts: ['deposit credited', 'bank transfer credited'] };
      },
    };
  }

  #resolve(entry: Entry): Decision {
    const { id, outcome } = entry.body as OperatorBody & { id: number; outcome: string };
    const row = this.#live().find((one) => one.id === id);
    if (row === undefined || row.user_id !== entry.user) return refusal(CODE.nothingFound, 'id');
    if (row.frozen === '0' && row.owed === '0') return refusal(CODE.final, 'id');
    const before = shown(row);
    const { accounts } = this.#reference;
    const available = ofUser(row.user_id, 'real', row.asset, 'available');
    const [frozen, owed] = [mustUnits(row.frozen), mustUnits(row.owed)];
    const collected = least(accounts.of(available), owed);
    const rest = textOf(owed - collected);
    const credited = textOf(mustUnits(row.credited) - frozen - collected);
    const reversed = { ...before, state: 'failed', credited, frozen: '0', owed: rest };
    return {
      subject: `deposit ${row.id}`,
      before,
      after: outcome === 'release' ? { ...before, frozen: '0', owed: '0' } : reversed,
      needsSecond: true,
      apply: () => {
        if (outcome === 'release') return this.#release(row, entry);
        const external = ofHouse('real', row.asset, 'external');
        accounts.move(ofUser(row.user_id, 'real', row.asset, 'held'), external, frozen);
        accounts.move(available, external, collected);
        Object.assign(row, {
          frozen: '0',
          owed: rest,
          credited,
          state: 'failed',
          reason: 'vanished',
          closed_at: entry.at,
        });
        const rows = [this.#stepped(row, entry, 'vanished'), ...(rest === '0' ? this.#closeAlarms(row, entry) : [])];
        return { rows, events: [eventOf(row)], counts: ['deposit reversed'] };
      },
    };
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
    const rows = [this.#stepped(row, entry, 'released'), ...this.#closeAlarms(row, entry)];
    return { rows, events: [eventOf(row)], counts: ['deposit released'] };
  }

  #ofTransfer({ body }: Entry): Row | undefined {
    const { network, hash, output } = body as { network: string; hash: string; output: number };
    const found = this.#hashes.holders(network, hash).find((one) => one.output === output);
    return this.#live().find(({ id }) => id === found?.deposit);
  }

  #rejected(row: Row, entry: Entry, reason: string, note: string | null): ExpectedRow {
    Object.assign(row, { state: 'rejected', reason, note, due_at: null, closed_at: entry.at });
    return this.#stepped(row, entry, 'rejected', note);
  }

  #alarm({ seq, at }: Entry, row: Row, kind: string, amount: string): ExpectedRow {
    const { id: deposit, user_id, asset } = row;
    const alarm = { id: seq, kind, deposit, user_id, asset, amount, raised_at: at, closed_at: null, closed_by: null };
    this.#alarms.set(seq, alarm);
    return { table: 'deposit_alarms', row: alarm };
  }

  #closeAlarms({ id }: Row, { seq, at }: Entry): ExpectedRow[] {
    const open = [...this.#alarms.values()].filter(({ deposit, closed_by }) => deposit === id && closed_by === null);
    return open.map((alarm) => {
      Object.assign(alarm, { closed_at: at, closed_by: seq });
      return { table: 'deposit_alarms', row: { ...alarm } };
    });
  }

  #new(entry: Entry, of: { asset: string; network: string | null; state: string }): Row {
    const row = emptyDeposit(entry, of);
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

  #done(id: number, rows: ExpectedRow[], told: Row[], count?: string): Prediction {
    return {
      code: CODE.done,
      result: { id },
      rows,
      events: told.map(eventOf),
      counts: count === undefined ? [] : [count],
    };
  }
}
