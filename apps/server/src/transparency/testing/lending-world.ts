import { agreementHash } from '@glasshouse/rules/loan-agreement';
import type { OperatorStamp } from '../../authority/stamp.ts';
import { adoption } from '../../figures/in-force.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Json } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { anInstrument } from '../../market-data/tape/testing/instruments.ts';
import type { withTestDatabase } from '../../platform/test-database.ts';
import { loanReceipt } from '../../products/loans/receipt.ts';
import { termsNow } from '../../products/loans/request.ts';
import { LOANS_TABLE, type Loan } from '../../products/loans/rows.ts';
import { LENDING } from '../../products/loans/testing/fixture.ts';
import { Receipts } from '../receipts.ts';
import type { Document } from './altering.ts';
import { EvidenceFixture } from './evidence-fixture.ts';
import { testEvidence } from './proving.ts';

const DAY_MS = 86_400_000;
const TEXT = 'Loan agreement\n1. Account 11 borrows 1,000 USDT.';

/** A lending house over PostgreSQL, and people who borrow from it. */
export class LendingWorld {
  readonly fixture: EvidenceFixture;
  readonly #operators: OperatorStamp[] = [];
  #commands = 0;

  private constructor(fixture: EvidenceFixture) {
    this.fixture = fixture;
  }

  send(type: string, body: unknown, userId = 0) {
    this.#commands += 1;
    return this.fixture.harness.sequencer.submitInternal({
      id: `${userId === 0 ? 'op' : userId}:loans-${this.#commands}`,
      userId,
      book: 'real',
      type,
      body: body as Json,
    });
  }

  #operate(type: string, fields: object, userId = 0) {
    return this.send(type, { ...fields, by: this.#operators[0], reason: 'seen' }, userId);
  }

  async byTwo(type: string, fields: object, userId = 0): Promise<void> {
    const { request } = accepted<{ request: number | null }>(await this.#operate(type, fields, userId));
    if (request === null) return;
    const verdict = { by: this.#operators[1], reason: 'agreed', request, verdict: 'approve' };
    accepted(await this.send('request.decide', verdict, userId));
  }

  /** Somebody with money, fully identified. */
  async borrower(userId: number): Promise<number> {
    await this.fixture.harness.open(userId);
    await this.byTwo('balances.adjust', { asset: 'USDT', amount: '500', direction: 'credit' }, userId);
    await this.byTwo('balances.adjust', { asset: 'BTC', amount: '0.05', direction: 'credit' }, userId);
    await this.byTwo('balances.adjust', { asset: 'ETH', amount: '1', direction: 'credit' }, userId);
    for (const level of ['basic', 'full']) {
      const submission = `s-${userId}-${level}`;
      accepted(await this.send('kyc.submit', { level, submission, digest: 'ab' }, userId));
      const { rows } = await this.fixture.pool.query('select id from kyc_cases where submission = $1', [submission]);
      const verdict = { case: rows[0].id, decision: 'verify', code: null, refused: [], noteDigest: null };
      accepted(await this.#operate('kyc.review', verdict, userId));
    }
    return userId;
  }

  async ask(userId: number, amount: string, termDays = 30): Promise<number> {
    const answer = await this.send(
      'loans.request',
      {
        amount,
        termDays,
        agreement: 1,
        version: 1,
        language: 'en',
        textHash: agreementHash(TEXT),
        signatureHash: 'cd'.repeat(32),
        terms: termsNow(this.fixture.harness.sequencer.state),
      },
      userId,
    );
    return accepted<{ id: number }>(answer).id;
  }

  decide(userId: number, id: number, decision: 'approve' | 'reject' = 'approve') {
    return this.byTwo(
      'loans.review',
      { id, decision, rejection: decision === 'reject' ? 'other' : null, note: null },
      userId,
    );
  }

  async repay(userId: number, id: number, amount: string | null) {
    return accepted(await this.send('loans.repay', { id, amount }, userId));
  }

  /** Prices are there, and what is due is done. */
  async look(eth = 320_000): Promise<void> {
    await this.fixture.harness.tick(2_000_000);
    await this.fixture.harness.tick(eth, 1, 'ETHUSDT');
    await this.fixture.harness.wait(0);
  }

  /** Time enough for a pledge to be looked at. */
  async minute(eth?: number): Promise<void> {
    this.fixture.harness.now += 61_000;
    await this.look(eth);
  }

  async pass(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      this.fixture.harness.now += DAY_MS;
      await this.look();
    }
  }

  async receipt(userId: number, id: number): Promise<Document> {
    const { harness, pool, key } = this.fixture;
    await this.fixture.sign();
    const receipts = new Receipts(
      pool,
      ['BTCUSDT', 'ETHUSDT'].map((code) => anInstrument(code)),
    );
    const evidence = testEvidence(pool, { key, receipts, now: () => harness.now });
    const { rows } = await pool.query<Loan>(
      `select ${selectList(LOANS_TABLE)} from loans where id = $1 and user_id = $2`,
      [id, userId],
    );
    return JSON.parse(JSON.stringify(await loanReceipt({ pool, ...evidence }, rows[0]!, TEXT))) as Document;
  }

  static async start(database: ReturnType<typeof withTestDatabase>): Promise<LendingWorld> {
    const world = new LendingWorld(await EvidenceFixture.start(database));
    const { fixture } = world;
    for (const { id, type, body } of adoption(fixture.harness.sequencer.state, LENDING))
      accepted(await fixture.harness.internal(type, body, id));
    for (const name of ['first', 'second']) {
      const { operator } = accepted<{ operator: number }>(await world.send('operator.add', { name, roles: ['owner'] }));
      const own = (what: string) => `${what} of ${name}`;
      world.#operators.push({
        operator,
        session: operator * 10,
        device: own('device'),
        credential: own('key'),
        address: '::1',
      });
    }
    for (const [asset, amount] of [
      ['USDT', '100000'],
      ['BTC', '10'],
      ['ETH', '10'],
    ] as const) {
      await world.byTwo('house.move', { asset, amount, from: 'external', to: 'capital' });
    }
    await world.byTwo('house.move', { asset: 'USDT', amount: '50000', from: 'capital', to: 'pool.lending' });
    await world.byTwo('house.move', { asset: 'USDT', amount: '20000', from: 'capital', to: 'pool.liquidity' });
    return world;
  }
}
