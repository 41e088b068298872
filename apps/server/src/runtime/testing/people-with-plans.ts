import { adoption } from '../../figures/in-force.ts';
import type { Sequencer } from '../../kernel/core/sequencer.ts';
import type { CommandInput, Json } from '../../kernel/core/types.ts';
import { termsNow } from '../../products/loans/request.ts';
import { LENDING } from '../../products/loans/testing/fixture.ts';
import { DEFAULT_PLANS } from '../../products/plans/default-plans.ts';
import { playMoney } from '../../runtime/seed-funds.ts';

/** People whose commands are under way at a time. */
const AT_ONCE = 250;
const BALANCE = '2000';
export const PLAN_PRINCIPAL = '100';
export const LOAN_AMOUNT = '100';
/** The shortest term: everything of it happens within little more than a week. */
export const LOAN_DAYS = 7;
export const PLAN_DAYS = 7;

/** A book of the house that covers any number of plans and loans. */
const MONEY = '1000000000';
const OPERATORS = ['first', 'second'] as const;

/** Commands one after the other, each of which must be accepted. */
class Clerk {
  readonly #sequencer: Sequencer;
  readonly #operators: number[] = [];
  #commands = 0;

  constructor(sequencer: Sequencer) {
    this.#sequencer = sequencer;
  }

  async open(): Promise<void> {
    for (const command of adoption(this.#sequencer.state, LENDING)) await this.#accepted(command);
    for (const name of OPERATORS) {
      const { operator } = await this.#internal('operator.add', 0, { name, roles: ['owner'] });
      this.#operators.push(operator as number);
    }
    for (const into of ['capital', 'pool.lending'] as const) {
      await this.#accepted(playMoney({ book: 'real', asset: 'USDT', amount: MONEY, into }));
    }
    const [shipped] = DEFAULT_PLANS;
    if (shipped === undefined) throw new Error('no plan is shipped');
    const offer = { ...shipped.offer, kind: 'staking', days: PLAN_DAYS, capacity: MONEY } as const;
    await this.#internal('plans.define', 0, offer);
    await this.#internal('plans.endow', 0, { product: 1, amount: '10000000' });
  }

  /** Money, an identity, a plan, and a loan that is paid out. */
  async settle(userId: number): Promise<void> {
    const credit = { asset: 'USDT', amount: BALANCE, direction: 'credit' };
    const { request } = await this.#operate(0, 'balances.adjust', userId, credit);
    await this.#operate(1, 'request.decide', userId, { request: request as Json, verdict: 'approve' });
    const submission = { level: 'basic', submission: `person ${userId}`, digest: 'ab' };
    const { seq: found } = await this.#internal('kyc.submit', userId, submission);
    const verdict = { case: found as Json, decision: 'verify', code: null, refused: [], noteDigest: null };
    await this.#operate(0, 'kyc.review', userId, verdict);
    // Before the loan: lent money buys no plan.
    await this.#internal('plans.buy', userId, { product: 1, amount: PLAN_PRINCIPAL, days: null, version: null });
    const { id } = await this.#internal('loans.request', userId, {
      amount: LOAN_AMOUNT,
      termDays: LOAN_DAYS,
      agreement: userId,
      version: 1,
      language: 'en',
      textHash: 'ab'.repeat(32),
      signatureHash: 'cd'.repeat(32),
      terms: termsNow(this.#sequencer.state),
    });
    await this.#operate(0, 'loans.review', userId, {
      id: id as Json,
      decision: 'approve',
      rejection: null,
      note: null,
    });
  }

  #operate(index: 0 | 1, type: string, userId: number, fields: { readonly [field: string]: Json }) {
    const operator = this.#operators[index] as number;
    const by = {
      operator,
      session: operator * 10,
      address: '203.0.113.7',
      device: `device ${operator}`,
      credential: `key ${operator}`,
    };
    return this.#internal(type, userId, { by, reason: 'seen and checked', ...fields });
  }

  #internal(type: string, userId: number, body: Json): Promise<{ readonly [field: string]: unknown }> {
    this.#commands += 1;
    return this.#accepted({ id: `people:${this.#commands}`, userId, book: 'real', type, body });
  }

  async #accepted(input: CommandInput): Promise<{ readonly [field: string]: unknown }> {
    const answer = await this.#sequencer.submitInternal(input);
    if (answer.code !== 200) throw new Error(`${input.type} of ${input.userId} was refused: ${JSON.stringify(answer)}`);
    return { ...(answer.result as object), seq: answer.seq };
  }
}

/** Fills an empty core, by commands alone, with people who have a plan and a loan each. */
export async function settlePeople(
  sequencer: Sequencer,
  options: { readonly people: number; readonly onProgress?: (settled: number) => void },
): Promise<void> {
  const clerk = new Clerk(sequencer);
  await clerk.open();
  for (let from = 1; from <= options.people; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, options.people - from + 1);
    await Promise.all(Array.from({ length: count }, (_, index) => clerk.settle(from + index)));
    options.onProgress?.(from + count - 1);
  }
}
