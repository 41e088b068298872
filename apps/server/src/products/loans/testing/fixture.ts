import { utcDay } from '@glasshouse/rules/loans';
import { type Figures, SHIPPED } from '../../../figures/figures.ts';
import { adoption } from '../../../figures/in-force.ts';
import type { CommandAnswer, CoreModule } from '../../../kernel/core/types.ts';
import { accepted } from '../../../kernel/testing/core-fixture.ts';
import type { MemoryStore } from '../../../kernel/testing/memory-store.ts';
import { type Fields, FundingFixture, USER } from '../../../money/funding/testing/funding-fixture.ts';
import { termsNow } from '../request.ts';
import type { Loan } from '../rows.ts';

export const DAY_MS = 86_400_000;

/** What a release decides by, with a lender who has a name. */
export const LENDING: Figures = { ...SHIPPED, 'parameter.site.operator': 'Fjord Lending Ltd' };

/** A funded lending pool, and a person with 10,000 USDT and two BTC at 100,000. */
export class LoansFixture extends FundingFixture {
  static async begin(
    identity: 'none' | 'basic' | 'full' = 'full',
    store?: MemoryStore,
    modules?: readonly CoreModule[],
    rules?: { readonly version: number; readonly figures: Figures },
  ): Promise<LoansFixture> {
    const made = await FundingFixture.start(store, modules);
    const fixture = Object.setPrototypeOf(made, LoansFixture.prototype) as LoansFixture;
    for (const { id, type, body } of adoption(fixture.harness.sequencer.state, LENDING)) {
      accepted(await fixture.harness.internal(type, rules ?? body, id));
    }
    await fixture.prices();
    await fixture.house('1000000', 'capital', 'pool.lending');
    await fixture.deposit(USER, '10000');
    await fixture.deposit(USER, '2', { asset: 'BTC' });
    if (identity !== 'none') await fixture.verify(USER);
    if (identity === 'full') await fixture.verifyFully(USER);
    return fixture;
  }

  /** The operator's money, by two. */
  async house(amount: string, from: string, to: string, asset = 'USDT'): Promise<void> {
    if (from === 'capital') await this.house(amount, 'external', 'capital', asset);
    const request = accepted<{ request: number }>(await this.operate(0, 'house.move', { asset, amount, from, to }));
    accepted(await this.decide(0, request.request));
  }

  async verifyFully(userId: number): Promise<void> {
    const submission = this.nextId('submission');
    accepted(await this.command(userId, 'kyc.submit', { level: 'full', submission, digest: 'cd' }));
    const found = this.rows<{ id: number; submission: string }>('kyc_cases').find(
      (row) => row.submission === submission,
    )!;
    const verdict = { case: found.id, decision: 'verify', code: null, refused: [], noteDigest: null };
    accepted(await this.operate(userId, 'kyc.review', verdict));
  }

  ask(fields: Fields = {}, userId = USER): Promise<CommandAnswer> {
    return this.command(userId, 'loans.request', {
      amount: '1000',
      termDays: 30,
      agreement: 1,
      version: 1,
      language: 'en',
      textHash: 'ab'.repeat(32),
      signatureHash: 'cd'.repeat(32),
      terms: termsNow(this.harness.sequencer.state, { userId, day: utcDay(this.harness.now) }),
      ...fields,
    });
  }

  reviewLoan(id: number, fields: Fields = {}, operator: 0 | 1 = 0): Promise<CommandAnswer> {
    return this.operate(
      USER,
      'loans.review',
      { id, decision: 'approve', rejection: null, note: null, ...fields },
      operator,
    );
  }

  /** A loan that is paid out. */
  async lend(fields: Fields = {}): Promise<number> {
    const { id } = accepted<{ id: number }>(await this.ask(fields));
    const { request } = accepted<{ request: number | null }>(await this.reviewLoan(id));
    if (request !== null) accepted(await this.decide(USER, request));
    return id;
  }

  repay(id: number, amount: string | null = null): Promise<CommandAnswer> {
    return this.command(USER, 'loans.repay', { id, amount });
  }

  loan(id: number): Loan {
    return this.row<Loan>('loans', id);
  }

  /** Days pass with the prices as they are, and what is due is done. */
  async days(count: number, btc = 10_000_000): Promise<void> {
    for (let day = 0; day < count; day += 1) {
      this.harness.now += DAY_MS;
      await this.look(btc);
    }
  }

  /** Time goes on by two minutes at this price. */
  async look(btc = 10_000_000): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      this.harness.now += 45_000;
      await this.prices(btc);
      this.harness.sequencer.time();
      await this.settled();
      await this.harness.wait(0);
    }
  }
}
