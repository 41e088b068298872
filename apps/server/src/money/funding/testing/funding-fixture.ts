import type { ParameterKey } from '@glasshouse/api/operator/parameters';
import type { OperatorStamp } from '../../../authority/stamp.ts';
import { adoption } from '../../../figures/in-force.ts';
import type { CommandAnswer, CoreModule, Json } from '../../../kernel/core/types.ts';
import { accepted, CoreFixture } from '../../../kernel/testing/core-fixture.ts';
import type { MemoryStore } from '../../../kernel/testing/memory-store.ts';
import { payeeDigest } from '../../withdrawals/payee-digest.ts';
import type { Withdrawal } from '../../withdrawals/rows.ts';

export const USER = 7;
export const OTHER = 8;
export const HASH = `0x${'a1'.repeat(32)}`;
export const HASH_2 = `0x${'b2'.repeat(32)}`;
/** Addresses as if derived: the core takes what it is told, main derives. */
export const addressOfUser = (userId: number): string => `0x${String(userId).padStart(40, '0')}`;
export const DESTINATION = '0x000000000000000000000000000000000000bEEF';

export type Fields = { readonly [field: string]: Json };

/** A real book with two people, two finance operators and prices; nobody has money yet. */
export class FundingFixture extends CoreFixture {
  readonly operators: number[] = [];

  static async start(store?: MemoryStore, modules?: readonly CoreModule[]): Promise<FundingFixture> {
    const fixture = new FundingFixture(store, {}, modules);
    const { harness } = fixture;
    await harness.start();
    await fixture.prices();
    for (const name of ['first', 'second']) {
      const added = await harness.internal('operator.add', { name, roles: ['owner'] }, `operator:${name}`);
      fixture.operators.push(accepted<{ operator: number }>(added).operator);
    }
    for (const userId of [USER, OTHER]) await fixture.publish(userId);
    return fixture;
  }

  async prices(btc = 10_000_000, eth = 320_000, eur = 110_000): Promise<void> {
    await this.harness.tick(btc, 1, 'BTCUSDT');
    await this.harness.tick(eth, 1, 'ETHUSDT');
    await this.harness.tick(eur, 1, 'EURUSD');
  }

  /** Any command on the real book. */
  command(userId: number, type: string, body: Json, id = this.nextId(type)): Promise<CommandAnswer> {
    return this.harness.sequencer.submitInternal({ id, userId, book: 'real', type, body });
  }

  publish(userId: number): Promise<CommandAnswer> {
    const body = { family: 'evm', address: addressOfUser(userId), memo: '', path: userId, keyDigest: 'ab'.repeat(32) };
    return this.command(userId, 'deposits.publish', body);
  }

  /** Another owner besides the two; their number. */
  async addOperator(name: string): Promise<number> {
    const added = await this.harness.internal('operator.add', { name, roles: ['owner'] }, `operator:${name}`);
    return this.operators.push(accepted<{ operator: number }>(added).operator) - 1;
  }

  /** The payout as the server would read it from the database. */
  shown(id: number): string {
    return payeeDigest(this.row<Withdrawal>('withdrawals', id));
  }

  stamp(operator: number): OperatorStamp {
    const id = this.operators[operator] as number;
    return {
      operator: id,
      session: id * 10,
      device: `device ${id}`,
      credential: `credential ${id}`,
      address: '10.0.0.1',
    };
  }

  /** A command of the first operator, or the second. */
  operate(userId: number, type: string, fields: Fields, operator = 0): Promise<CommandAnswer> {
    return this.command(userId, type, { ...fields, by: this.stamp(operator), reason: 'seen and checked' });
  }

  /** The other operator decides what was asked for. */
  decide(userId: number, request: number, verdict: 'approve' | 'reject' = 'approve', operator = 1) {
    return this.operate(userId, 'request.decide', { request, verdict }, operator);
  }

  /** Money parameters need two persons. */
  async set(key: ParameterKey, value: Json): Promise<void> {
    const request = accepted<{ state: string; request: number | null }>(
      await this.operate(0, 'parameter.set', { key, value }),
    );
    if (request.request !== null) accepted(await this.decide(0, request.request));
  }

  /** From now on the log names this release's rules. */
  async adoptRules(): Promise<void> {
    for (const { id, type, body } of adoption(this.harness.sequencer.state))
      accepted(await this.harness.internal(type, body, id));
  }

  /** Verifies the person at the basic level; the case. */
  async verify(userId: number): Promise<number> {
    const submission = this.nextId('submission');
    accepted(await this.command(userId, 'kyc.submit', { level: 'basic', submission, digest: 'ab' }));
    const id = this.rows<{ id: number; submission: string }>('kyc_cases').find(
      (row) => row.submission === submission,
    )!.id;
    const verdict = { case: id, decision: 'verify', code: null, refused: [], noteDigest: null };
    accepted(await this.operate(userId, 'kyc.review', verdict));
    return id;
  }

  /** Two operators take it back. */
  async takeBack(userId: number, id: number): Promise<void> {
    const body = { case: id, level: 'basic', code: 'mismatch', noteDigest: null };
    const { request } = accepted<{ request: number }>(await this.operate(userId, 'kyc.withdraw', body));
    accepted(await this.decide(userId, request));
  }

  /** What the server says of the watcher of a network. */
  watched(state: string, network = 'ERC20'): Promise<CommandAnswer> {
    return this.harness.internal('funding.watched', { network, state }, this.nextId('watched'));
  }

  /** A person's command on the demo book. */
  onDemo(userId: number, type: string, body: Json): Promise<CommandAnswer> {
    return this.harness.sequencer.submitInternal({ id: this.nextId(type), userId, book: 'demo', type, body });
  }

  freezePerson(userId: number): Promise<CommandAnswer> {
    return this.operate(userId, 'standing.set', { status: 'frozen' });
  }

  claim(userId: number, fields: Fields = {}): Promise<CommandAnswer> {
    return this.command(userId, 'deposits.claim', {
      method: 'crypto',
      asset: 'USDT',
      network: 'ERC20',
      amount: '500',
      hash: HASH,
      proof: null,
      ...fields,
    });
  }

  seen(userId: number, fields: Fields = {}): Promise<CommandAnswer> {
    return this.command(userId, 'deposits.seen', {
      network: 'ERC20',
      hash: HASH,
      output: 1,
      address: addressOfUser(userId),
      asset: 'USDT',
      amount: '500',
      sender: '0xsender',
      block: 100,
      simulated: false,
      ...fields,
    });
  }

  confirmed(userId: number, fields: Fields = {}): Promise<CommandAnswer> {
    return this.command(userId, 'deposits.confirmed', {
      network: 'ERC20',
      hash: HASH,
      output: 1,
      confirmations: 64,
      ...fields,
    });
  }

  vanished(userId: number, fields: Fields = {}): Promise<CommandAnswer> {
    return this.command(userId, 'deposits.vanished', { network: 'ERC20', hash: HASH, output: 1, ...fields });
  }

  reviewDeposit(userId: number, id: number, fields: Fields = {}, operator = 0): Promise<CommandAnswer> {
    const body = { id, decision: 'approve', rejection: null, note: null, arrived: null, hash: null, ...fields };
    return this.operate(userId, 'deposits.review', body, operator);
  }

  /** Credits through seen, confirmed and a review; the deposit's id. */
  async deposit(userId: number, amount: string, fields: { asset?: string; hash?: string } = {}): Promise<number> {
    const hash = fields.hash ?? `0x${this.nextId('h').replaceAll('-', '').padEnd(64, '0')}`;
    const { id } = accepted<{ id: number }>(await this.seen(userId, { hash, amount, asset: fields.asset ?? 'USDT' }));
    accepted(await this.confirmed(userId, { hash }));
    accepted(await this.reviewDeposit(userId, id));
    return id;
  }

  request(userId: number, fields: Fields = {}): Promise<CommandAnswer> {
    return this.command(userId, 'withdrawals.request', {
      method: 'crypto',
      asset: 'USDT',
      network: 'ERC20',
      address: DESTINATION,
      details: null,
      amount: '100',
      confirmedWith: 'totp',
      ...fields,
    });
  }

  reviewWithdrawal(userId: number, id: number, fields: Fields = {}, operator = 0): Promise<CommandAnswer> {
    return this.operate(
      userId,
      'withdrawals.review',
      { id, decision: 'approve', rejection: null, note: null, shown: this.shown(id), ...fields },
      operator,
    );
  }

  real(owner: number | 'house', kind: string, asset = 'USDT'): bigint {
    return this.balance(owner, asset, kind, 'real');
  }

  row<Values>(table: string, id: number): Values {
    const found = this.rows<{ id: number }>(table).find((row) => row.id === id);
    if (found === undefined) throw new Error(`no row ${id} in ${table}`);
    return found as Values;
  }

  /** As the base says, and what is held is what live withdrawals and frozen deposits need. */
  override expectConserved(): void {
    super.expectConserved();
    const needed = new Map<string, number>();
    const add = (userId: number, asset: string, amount: string): void => {
      const key = `u${userId}/real/${asset}/held`;
      needed.set(key, (needed.get(key) ?? 0) + Number(amount));
    };
    for (const row of this.rows<{ user_id: number; asset: string; amount: string; state: string }>('withdrawals')) {
      if (row.state === 'pending' || row.state === 'approved') add(row.user_id, row.asset, row.amount);
    }
    for (const row of this.rows<{ user_id: number; asset: string; frozen: string }>('deposits')) {
      add(row.user_id, row.asset, row.frozen);
    }
    for (const row of this.rows<{ user_id: number; asset: string; amount: string; state: string }>('deposit_holds')) {
      if (row.state === 'held' || row.state === 'returning') add(row.user_id, row.asset, row.amount);
    }
    for (const [key, { kind, scope, balance }] of this.harness.sequencer.state.accounts) {
      if (scope.book !== 'real' || kind !== 'held') continue;
      const held = Number(balance) / 1e8;
      if (Math.abs(held - (needed.get(key) ?? 0)) > 1e-7)
        throw new Error(`${key} holds ${held}, not ${needed.get(key)}`);
    }
  }
}
