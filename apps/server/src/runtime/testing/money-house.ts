import { expect } from 'vitest';
import { adoption } from '../../figures/in-force.ts';
import { type OperatorGatewayFixture, openOperatorGateway } from '../../http/testing/operator-gateway.ts';
import type { Json } from '../../kernel/core/types.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import type { Pool } from '../../platform/postgres.ts';
import { testFundingOperatorCalls } from './funding-parts.ts';

const NETWORK = 'ERC20';
type Fields = { readonly [field: string]: Json };

/**
 * Operators over HTTP, and people whose commands come as their server sends them: the real core and
 * PostgreSQL, with the figures that a new installation has.
 */
export class MoneyHouse {
  readonly gateway: OperatorGatewayFixture;
  /** Whether the payouts of a network are seen. */
  watcher: 'well' | 'down' = 'well';
  readonly #pool: Pool;
  #commands = 0;

  private constructor(gateway: OperatorGatewayFixture, pool: Pool) {
    this.gateway = gateway;
    this.#pool = pool;
  }

  static async open(database: { readonly pool: Pool; readonly url: string }): Promise<MoneyHouse> {
    const opened: { house?: MoneyHouse } = {};
    const gateway = await openOperatorGateway(database, {
      handlers: (core) =>
        testFundingOperatorCalls(core, {
          clock: { now: () => gateway.clock.now() },
          masterKey: masterKeyOf('07'.repeat(32)),
          watcherOf: () => opened.house?.watcher ?? 'down',
        }),
    });
    const house = new MoneyHouse(gateway, database.pool);
    opened.house = house;
    for (const { id, type, body } of adoption(gateway.harness.sequencer.state)) {
      expect((await gateway.harness.internal(type, body, id)).code).toBe(200);
    }
    return house;
  }

  async addPerson(id: number): Promise<void> {
    await this.#pool.query(
      `insert into users (id, kind, language, invite_code, created_at) values ($1, 'guest', 'en', $2, $3)`,
      [id, `PERSON${id}`, new Date(this.gateway.clock.now())],
    );
    const evm = { family: 'evm', address: depositAddress(id), memo: '', path: id, keyDigest: 'ab'.repeat(32) };
    await this.submit(id, 'deposits.publish', evm);
  }

  /** A command that is accepted; its result. */
  async submit(userId: number, type: string, body: Fields): Promise<Fields> {
    this.#commands += 1;
    const answer = await this.gateway.bus.submit({
      id: `test:${this.#commands}`,
      userId,
      book: 'real' as const,
      type,
      body,
    });
    expect([type, answer.code]).toEqual([type, 200]);
    return answer.result as Fields;
  }

  /** A transfer to their own address that the watcher saw, final; waits for its review. */
  async deposit(userId: number, amount: string, hash: string): Promise<number> {
    const transfer = { network: NETWORK, hash, output: 1 };
    const seen = { address: depositAddress(userId), asset: 'USDT', amount, sender: null, block: 1, simulated: false };
    const { id } = await this.submit(userId, 'deposits.seen', { ...transfer, ...seen });
    await this.submit(userId, 'deposits.confirmed', { ...transfer, confirmations: 64 });
    return id as number;
  }

  async withdraw(userId: number, amount: string, address: string): Promise<number> {
    const { id } = await this.submit(userId, 'withdrawals.request', {
      method: 'crypto',
      asset: 'USDT',
      network: NETWORK,
      address,
      details: null,
      amount,
      confirmedWith: 'totp',
    });
    return id as number;
  }
}

const depositAddress = (userId: number): string => `0x${userId.toString(16).padStart(40, '1')}`;
