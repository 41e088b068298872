import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, type KnownOrder, type NewCommand, RESIDENTS, WRONG_AMOUNTS } from './command-factory.ts';
import type { OperatorCommands } from './operator-commands.ts';

type Fields = { readonly [field: string]: Json };

/** Few enough that people report the same transfers. */
const HASHES = 400;
const CONFIRMATIONS = [1, 11, 12, 12, 64, 64, 300];

/** Some of them alike, some the same to the letter. */
const REFERENCES = [
  'NTRF 1/A',
  'ntrf1a',
  'NTRF 2',
  'QX 4711',
  'QX 4712',
  'EREF QX 4711',
  'ABLZ 9',
  'ZV 0815',
  'RF18 5390',
];
const PLACES = ['0xSender', '0xSENDER', '0xsender', 'an account', '0xelse'];

const addressOf = (userId: number): string => `0x${String(userId).padStart(40, '0')}`;
const outside = (number: number): string => `0x${'d'.repeat(38)}${String(number).padStart(2, '0')}`;

/**
 * Money in and out: honest people, thieves who report others' transfers, watchers that tell things
 * twice, late and of blocks that vanish, and operators who approve twice or approve themselves.
 */
export class FundingCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  opening(): NewCommand[] {
    const factory = this.#factory;
    const people = Math.min(factory.scenario.users, RESIDENTS);
    const addresses = Array.from({ length: people }, (_, index) => this.#publish(index + 1, index + 1));
    return addresses;
  }

  next(): NewCommand {
    const { random } = this.#factory;
    const make = random.weighted<() => NewCommand>([
      [4, () => this.#claim()],
      [8, () => this.#transfer()],
      [8, () => this.#reviewDeposit()],
      [1, () => this.#resolve()],
      [1, () => this.#returned()],
      [0.5, () => this.#reopen()],
      [0.3, () => this.#watcher()],
      [0.4, () => this.#onDemo()],
      [1.5, () => this.#held()],
      [10, () => this.#request()],
      [2, () => this.#of('withdrawals.request', 'withdrawals.cancel', {})],
      [9, () => this.#reviewWithdrawal()],
      [4, () => this.#batch()],
      [6, () => this.#payShown('withdrawals.sent', { hash: random.pick(['', ' 0xpaid ', '0xpaid', '0xpaid']) })],
      [1, () => this.#payShown('withdrawals.replace', { hash: random.pick(['0xpaid', '0xfaster', ' ']) })],
      [3, () => this.#export()],
      [0.5, () => this.#operate(0, 'withdrawals.void', { number: random.int(1, 12) })],
      [0.7, () => this.#compare()],
      [1.5, () => this.#payShown('withdrawals.failed', { rejection: 'returned', note: random.pick([null, 'sorry']) })],
      [1.5, () => this.#payShown('withdrawals.confirm', this.#seenByHand())],
      [3, () => this.#watched()],
      [6, () => this.#operators.decide() ?? this.#reviewWithdrawal()],
      [3, () => this.#bookOrLock()],
      [0.3, () => this.#publish(this.#person(), this.#person())],
    ]);
    return make();
  }

  #person(): number {
    const { random, scenario } = this.#factory;
    return random.int(1, random.chance(0.9) ? Math.min(scenario.users, RESIDENTS) : scenario.users);
  }

  #send(userId: number, type: string, body: Fields): NewCommand {
    return { ...this.#factory.forUser({ userId, book: 'real' }, type, body), by: 'house' };
  }

  #operate(userId: number, type: string, body: Fields): NewCommand {
    return this.#operators.operate(userId, type, body);
  }

  #publish(userId: number, path: number): NewCommand {
    const body = { family: 'evm', address: addressOf(path), memo: '', path, keyDigest: 'ab' };
    return this.#send(userId, 'deposits.publish', body);
  }

  #claim(): NewCommand {
    const { random } = this.#factory;
    const seen = random.chance(0.4) ? this.#factory.known('deposits.seen') : undefined;
    const userId = seen !== undefined && random.chance(0.6) ? seen.userId : this.#person();
    const proof = random.chance(0.3) ? 'a-proof-of-the-transfer' : null;
    if (random.chance(0.25)) {
      const bank = { method: 'bank', network: null, hash: random.chance(0.9) ? 'REF 42' : null, proof };
      const asset = random.chance(0.95) ? 'USDT' : 'ETH';
      return this.#send(userId, 'deposits.claim', { ...bank, asset, amount: this.#amount() });
    }
    return this.#send(userId, 'deposits.claim', {
      method: 'crypto',
      asset: random.chance(0.9) ? 'USDT' : random.pick(['ETH', 'DOGE']),
      network: random.chance(0.97) ? 'ERC20' : null,
      amount: this.#amount(),
      hash: random.chance(0.1) ? null : (this.#hashOf(seen) ?? this.#hash()),
      proof,
    });
  }

  /** Seen, confirmed, vanished and seen again, in any order and any number of times. */
  #transfer(): NewCommand {
    const { random } = this.#factory;
    const seen = this.#factory.known('deposits.seen');
    if (seen === undefined || random.chance(0.35)) return this.#seen();
    const { network, hash, output } = seen.body as Fields;
    const key = { network: network!, hash: hash!, output: output! };
    const userId = random.chance(0.97) ? seen.userId : this.#person();
    if (random.chance(0.65)) {
      return this.#send(userId, 'deposits.confirmed', { ...key, confirmations: random.pick(CONFIRMATIONS) });
    }
    if (random.chance(0.5)) return this.#send(userId, 'deposits.vanished', key);
    return this.#send(userId, 'deposits.seen', { ...(seen.body as Fields), block: random.int(1, 50) });
  }

  #seen(): NewCommand {
    const { random } = this.#factory;
    const claimed = random.chance(0.6) ? this.#factory.known('deposits.claim') : undefined;
    const userId = claimed !== undefined && random.chance(0.7) ? claimed.userId : this.#person();
    return this.#send(userId, 'deposits.seen', {
      network: random.chance(0.98) ? 'ERC20' : 'NOPE',
      hash: this.#hashOf(claimed) ?? this.#hash(),
      output: random.int(0, 1),
      address: addressOf(random.chance(0.97) ? userId : this.#person()),
      asset: random.chance(0.9) ? 'USDT' : random.pick(['ETH', 'DOGE']),
      amount: this.#amount(),
      sender: random.chance(0.7) ? '0xSender' : null,
      block: random.int(1, 50),
      simulated: false,
    });
  }

  #reviewDeposit(): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.known(random.pick(['deposits.seen', 'deposits.claim']));
    if (found === undefined) return this.#claim();
    return this.#operate(this.#ownerOf(found), 'deposits.review', {
      id: found.id,
      decision: random.chance(0.85) ? 'approve' : random.pick(['reject', 'reject', 'return']),
      rejection: random.chance(0.8) ? random.pick(['notFound', 'other']) : null,
      note: random.chance(0.2) ? 'a note' : null,
      arrived: random.chance(found.type === 'deposits.claim' ? 0.8 : 0.1) ? this.#amount() : null,
      hash: random.chance(0.15) ? this.#hash() : null,
      ...this.#finding((found.body as Fields).method === 'bank'),
    });
  }

  /** What two persons vouch for; few entries of the bank, so that they are used again. */
  #finding(isBank: boolean): Fields {
    const { random } = this.#factory;
    if (!isBank) return random.chance(0.8) ? {} : { output: random.int(0, 1) };
    return {
      arrived: random.chance(0.8) ? '500' : this.#amount(),
      hash: random.chance(0.95) ? random.pick(REFERENCES) : null,
      valueDate: random.chance(0.95) ? `2026-11-${random.int(20, 30)}` : null,
      payer: random.chance(0.9) ? random.pick(['same', 'same', 'same', 'unknown', 'other']) : null,
      sender: 'a-digest-of-a-name',
      senderKey: random.chance(0.7) ? null : `sender ${random.int(1, 5)}`,
      senderAccount: random.chance(0.8) ? 'an account' : null,
      compared: this.#compared(),
    };
  }

  /** Whatever looks similar, or nothing. */
  #compared(): number[] {
    const { random } = this.#factory;
    if (random.chance(0.4)) return [];
    const seen = this.#factory.allOf('deposits.claim', ({ method }) => method === 'bank');
    return seen.map(({ id }) => id).slice(0, 40);
  }

  #returned(): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.knownBy('deposits.review', ({ decision }) => decision === 'return');
    if (found === undefined) return this.#reviewDeposit();
    return this.#operate(this.#ownerOf(found), 'deposits.returned', {
      id: Number((found.body as Fields).id),
      reference: random.chance(0.9) ? random.pick(['BACK 1', 'RTRN 77', 'QX 4711']) : ' ',
      valueDate: random.chance(0.9) ? `20${random.int(24, 39)}-12-${random.int(10, 28)}` : null,
      account: random.chance(0.9) ? 'an account' : random.pick([null, 'another account']),
      compared: this.#compared(),
    });
  }

  /** A return that was a mistake, mostly with the entry that it bound. */
  #reopen(): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.knownBy('deposits.review', ({ decision }) => decision === 'return');
    if (found === undefined) return this.#reviewDeposit();
    const { id, hash, valueDate, arrived } = found.body as Fields;
    const reference = String(hash)
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '');
    const key = `bank/EUR/${valueDate}/${arrived}/${reference}`;
    const keys = random.chance(0.9) ? [key] : [];
    return this.#operate(this.#ownerOf(found), 'deposits.reopen', { id: Number(id), keys });
  }

  /** The watcher of a network falls ill and recovers. */
  #watcher(): NewCommand {
    const state = this.#factory.random.pick(['well', 'well', 'ill', 'none']);
    return this.#factory.house('funding.watched', { network: 'ERC20', state });
  }

  /** The same command on the book that it has no business with. */
  #onDemo(): NewCommand {
    const { random } = this.#factory;
    // Logs of before follow whichever book a command names, as gateways never sent the other.
    const isRefused = this.#factory.knownBy('rules.adopt', ({ version }) => 10 <= Number(version)) !== undefined;
    if (!isRefused) return this.#claim();
    const made = random.pick([
      () => this.#claim(),
      () => this.#transfer(),
      () => this.#request(),
      () => this.#reviewDeposit(),
    ])();
    return { ...made, input: { ...made.input, book: 'demo' } };
  }

  #resolve(): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.known(random.chance(0.8) ? 'deposits.vanished' : 'deposits.seen');
    if (found === undefined) return this.#seen();
    const body = { id: found.id, outcome: random.pick(['release', 'reverse']) };
    return this.#operate(this.#ownerOf(found), 'deposits.resolve', body);
  }

  /** What becomes of a credit above a limit; mostly there is none. */
  #held(): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.known(random.chance(0.8) ? 'deposits.seen' : 'deposits.claim');
    if (found === undefined) return this.#seen();
    const [type, fields] = random.weighted<readonly [string, Fields]>([
      [3, ['deposits.returnHeld', random.chance(0.6) ? {} : { to: random.pick(PLACES) }]],
      [3, ['deposits.sentBack', this.#paidBack()]],
      [1.5, ['deposits.cancelReturn', {}]],
      [2, ['deposits.releaseHeld', {}]],
    ]);
    return this.#operate(this.#ownerOf(found), type, { deposit: found.id, ...fields });
  }

  #paidBack(): Fields {
    const { random } = this.#factory;
    return {
      reference: random.chance(0.9) ? `0xback${random.int(1, 9)}` : ' ',
      ...(random.chance(0.95) && { to: random.pick(PLACES) }),
      ...(random.chance(0.3) && { output: random.int(0, 2) }),
      ...(random.chance(0.8) && { valueDate: `2026-12-${random.int(10, 28)}` }),
      compared: this.#compared(),
    };
  }

  #request(): NewCommand {
    const { random } = this.#factory;
    const deposit = random.chance(0.5) ? this.#factory.known('deposits.review') : undefined;
    const userId = deposit?.userId ?? this.#person();
    const large = random.chance(0.1) ? random.pick(['9999.99', '10000', '10000.01', '25000']) : undefined;
    const shared = { amount: large ?? this.#amount(), confirmedWith: random.pick(['email', 'totp', 'passkey']) };
    if (random.chance(0.2)) {
      const details = random.chance(0.95) ? 'a-digest-of-bank-details' : null;
      const bank = { method: 'bank', network: null, address: null, details };
      const named = random.chance(0.85) ? this.#named() : undefined;
      const owner = named === undefined ? userId : this.#ownerOf(named);
      const holderCase = Number((named?.body as Fields | undefined)?.case ?? 1);
      return this.#send(owner, 'withdrawals.request', {
        ...bank,
        ...shared,
        ...(random.chance(0.95) ? { holderCase } : {}),
        asset: random.chance(0.95) ? 'USDT' : 'ETH',
      });
    }
    return this.#send(userId, 'withdrawals.request', {
      ...shared,
      method: 'crypto',
      asset: random.chance(0.93) ? 'USDT' : random.pick(['ETH', 'DOGE']),
      network: random.chance(0.97) ? 'ERC20' : 'BTC',
      address: random.chance(0.97)
        ? outside(random.int(0, 5))
        : addressOf(this.#person()).toUpperCase().replace('0X', '0x'),
      details: null,
    });
  }

  /** A review that verified somebody once. */
  #named(): KnownOrder | undefined {
    const isBasic = (body: Fields): boolean => body.decision === 'verify';
    return this.#factory.knownBy('kyc.review', isBasic);
  }

  #reviewWithdrawal(): NewCommand {
    const { random } = this.#factory;
    return this.#payShown('withdrawals.review', {
      decision: random.chance(0.85) ? 'approve' : 'reject',
      rejection: random.chance(0.9) ? 'sourceUnclear' : null,
      note: null,
    });
  }

  /**
   * An operator's command about a withdrawal, mostly with its own owner and the right digest of
   * what the database shows.
   */
  #payShown(type: string, fields: Fields): NewCommand {
    const found = this.#factory.known('withdrawals.request');
    if (found === undefined) return this.#request();
    return this.#operate(this.#ownerOf(found), type, { id: found.id, shown: this.#shownOf(found.id), ...fields });
  }

  #shownOf(id: number): string {
    return this.#factory.random.chance(0.97) ? this.#factory.payeeDigest(id) : 'another digest';
  }

  #seenByHand(): Fields {
    const { random } = this.#factory;
    return {
      output: random.chance(0.7) ? random.int(0, 3) : null,
      valueDate: random.chance(0.9) ? `20${random.int(10, 39)}-11-30` : null,
    };
  }

  #export(): NewCommand {
    const { random } = this.#factory;
    const made = this.#factory.knownBy('withdrawals.batch', (_body, result) => result.state === 'done');
    if (made === undefined) return this.#batch();
    const ids = ((made.body as Fields).ids as number[]).filter(() => random.chance(0.8));
    return this.#operate(0, 'withdrawals.export', {
      number: random.chance(0.9) ? this.#factory.nextFile() : random.int(1, 20),
      batch: made.seq,
      format: 'csv',
      ids,
      shown: ids.map((id) => this.#shownOf(id)),
      digest: 'a-digest-of-a-file',
      payments: 'a-digest-of-payments',
    });
  }

  #compare(): NewCommand {
    const found = this.#factory.known('withdrawals.request');
    if (found === undefined) return this.#request();
    return this.#send(this.#ownerOf(found), 'withdrawals.compare', { id: found.id, shown: this.#shownOf(found.id) });
  }

  #of(made: string, type: string, fields: Fields): NewCommand {
    const found = this.#factory.known(made);
    return found === undefined ? this.#request() : this.#send(this.#ownerOf(found), type, { id: found.id, ...fields });
  }

  #batch(): NewCommand {
    const { random } = this.#factory;
    const ids = Array.from({ length: random.int(0, 3) }, () => this.#factory.known('withdrawals.review'))
      .filter((found) => found !== undefined)
      .map(({ body }) => Number((body as Fields).id));
    const batched = random.chance(0.95) ? [...new Set(ids)] : [...ids, 999_999_999];
    return this.#operate(0, 'withdrawals.batch', { ids: batched, shown: batched.map((id) => this.#shownOf(id)) });
  }

  #watched(): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.known('withdrawals.request');
    if (found === undefined) return this.#request();
    const { received } = this.#factory.payout(found.id) ?? { received: '1' };
    const approvedAt = this.#factory.payout(found.id)?.approved_at ?? 0;
    const at = random.chance(0.9) ? approvedAt + 60_000 : 1_000;
    const payment = { output: random.int(0, 40), amount: random.chance(0.9) ? received : '1', at };
    return this.#send(this.#ownerOf(found), 'withdrawals.confirmed', {
      id: found.id,
      shown: this.#shownOf(found.id),
      hash: random.chance(0.9) ? random.pick(['0xpaid', '0xpaid', '0xfaster']) : '0xother',
      outcome: random.pick(['confirmed', 'confirmed', 'confirmed', 'wrong', 'stuck']),
      ...(random.chance(0.9) && { payment }),
    });
  }

  #bookOrLock(): NewCommand {
    const { random } = this.#factory;
    if (random.chance(0.25)) return this.#send(this.#person(), 'withdrawals.lock', { locked: random.chance(0.6) });
    if (random.chance(0.2)) return this.#of('withdrawals.addAddress', 'withdrawals.removeAddress', {});
    const address = random.chance(0.95) ? outside(random.int(0, 5)) : addressOf(this.#person());
    const network = random.chance(0.95) ? 'ERC20' : 'BTC';
    return this.#send(this.#person(), 'withdrawals.addAddress', { asset: 'USDT', network, address, label: 'digest' });
  }

  #ownerOf(found: KnownOrder): number {
    return this.#factory.random.chance(0.97) ? found.userId : this.#person();
  }

  #hash(): string {
    return `0x${String(this.#factory.random.int(1, HASHES)).padStart(64, '0')}`;
  }

  #hashOf(found: KnownOrder | undefined): string | undefined {
    const hash = (found?.body as Fields | undefined)?.hash;
    return typeof hash === 'string' ? hash : undefined;
  }

  #amount(): string {
    const { random } = this.#factory;
    if (random.chance(0.06)) return random.pick(WRONG_AMOUNTS);
    return random.pick(['49.99999999', '50', '119.99999999', '120', '500', '500', '1234.56789012', '20000']);
  }
}
