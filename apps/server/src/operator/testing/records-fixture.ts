import type { OperatorCallName } from '@glasshouse/api/operator/calls';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import type { CommandInput } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { usdtOnly } from '../../ledger/valuation.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { createSessionStore, type SessionStore } from '../../people/auth/sessions.ts';
import type { CallAnswer, FileResult } from '../../platform/call.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import type { TestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { seedHouse } from '../../runtime/seed-house.ts';
import { standardTerms } from '../../runtime/standard-terms.ts';
import { QUEUE_SOURCES } from '../dashboard/queues.ts';
import { recordCalls } from '../record-calls.ts';

const BTC = CATALOGUE.filter(({ code }) => code === 'BTCUSDT' || code === 'ETHUSDT');

/** The records of a database that a real core fills. */
export class RecordsFixture {
  readonly #database: TestDatabase;
  readonly harness: Harness;
  readonly sessions: SessionStore;
  readonly calls: OperatorHandlers;
  readonly #operators = new Map<string, number>();
  #keys = 0;

  private constructor(database: TestDatabase) {
    this.#database = database;
    const { pool } = database;
    const store = new PostgresStore({
      connectionString: database.url,
      modules: MODULES,
      encodeTicks,
      acquireTimeoutMs: 2_000,
    });
    this.harness = new Harness(store);
    const clock = { now: () => this.harness.now };
    this.sessions = createSessionStore({ pool, clock: clock as never });
    this.calls = recordCalls({
      pool,
      bus: { submit: (input: CommandInput) => this.harness.sequencer.submit(input) } as never,
      now: clock.now,
      sessions: this.sessions,
      masterKey: masterKeyOf('11'.repeat(32)),
      worthOf: usdtOnly,
      precisionOf: () => 2,
      isListed: () => true,
      findTick: async () => ({ tick: undefined }),
      feedLines: () => [
        { code: 'BTCUSDT', source: 'sim', open: true, stale: false, price: '100000', at: this.harness.now },
        { code: 'ETHUSDT', source: 'sim', open: true, stale: true, price: '4000', at: this.harness.now - 90_000 },
      ],
      queues: QUEUE_SOURCES,
      instruments: BTC,
      standardOf: standardTerms(BTC, 'sandbox'),
      sendsMail: false,
    });
  }

  static async start(database: TestDatabase): Promise<RecordsFixture> {
    const fixture = new RecordsFixture(database);
    const { harness } = fixture;

    await harness.sequencer.start();
    await seedHouse(harness.sequencer, BTC, 'sandbox');
    for (const [name, role] of [
      ['anna', 'owner'],
      ['ben', 'finance'],
      ['carl', 'support'],
      ['dora', 'content'],
    ] as const) {
      const answer = await harness.internal('operator.add', { name, roles: [role] }, `add-${name}`);
      fixture.#operators.set(name, accepted<{ operator: number }>(answer).operator);
    }
    return fixture;
  }

  context(name = 'anna', key?: string): OperatorContext {
    const operator = this.#operators.get(name)!;
    this.#keys += 1;
    return {
      operator: { id: operator, name, roles: [] },
      sessionId: operator,
      stamp: () => ({
        operator,
        session: operator,
        device: `device of ${name}`,
        credential: `key of ${name}`,
        address: '10.0.0.1',
      }),
      language: 'en',
      ip: '10.0.0.1',
      userAgent: 'test',
      token: undefined,
      device: `device of ${name}`,
      keepToken: () => {},
      commandId: `op${operator}:${key ?? `key-${this.#keys}`}`,
    };
  }

  /** The result of a call that must succeed. */
  async call<Result>(
    name: OperatorCallName,
    input: { params?: object; query?: object; body?: object } = {},
    context = this.context(),
  ): Promise<Result> {
    const answer = await this.answer<Result>(name, input, context);
    if (!answer.ok) throw new Error(`${name} was refused with ${answer.code} ${JSON.stringify(answer.fields)}`);
    return answer.result;
  }

  async answer<Result>(
    name: OperatorCallName,
    input: { params?: object; query?: object; body?: object } = {},
    context = this.context(),
  ): Promise<CallAnswer<Result>> {
    const handle = this.calls[name] as unknown as (
      input: object,
      context: OperatorContext,
    ) => Promise<CallAnswer<Result>>;
    return handle({ params: {}, query: {}, body: {}, ...input }, context);
  }

  /** A second person approves what was asked for. */
  async approve(request: number, userId = 0, by = 'ben', book: 'demo' | 'real' = 'real'): Promise<void> {
    const context = this.context(by);
    const body = { by: context.stamp(), reason: 'checked', request, verdict: 'approve' };
    const input = { id: context.commandId, userId, book, type: 'request.decide', body };
    accepted(await this.harness.sequencer.submit(input));
  }

  async register(id: number, username: string, email: string | null = null): Promise<void> {
    await this.#database.pool.query(
      `insert into users (id, username, email, password_hash, kind, language, invite_code, created_at)
       values ($1, $2, $3, 'x', 'user', 'en', $4, $5)`,
      [id, username, email, `code${id}`, new Date(this.harness.now)],
    );
    await this.harness.open(id);
  }
}

export const textOf = async (chunks: FileResult['chunks']): Promise<string> => {
  let text = '';
  for await (const chunk of chunks) text += String(chunk);
  return text;
};
