import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, type NewCommand, RESIDENTS, WRONG_AMOUNTS } from './command-factory.ts';
import { LENDER } from './figures.ts';
import type { OperatorCommands } from './operator-commands.ts';

type Fields = { readonly [field: string]: Json };

/** The terms that this release ships. */
const TERMS = {
  dailyRate: '0.0003',
  overdueRate: '0.0005',
  freeDays: 3,
  graceDays: 7,
  openRate: '0.8',
  warnRate: '0.87',
  coverRate: '0.85',
  sellRate: '0.93',
  saleRate: '0.003',
  warnMs: 21_600_000,
  freeReturnsYear: 2,
  lender: LENDER,
  law: '',
} as const;
/** Entered by an operator: mostly the one whom requests name, for a time nobody. */
const NAMES = [LENDER, LENDER, LENDER, '', 'Another Lender Ltd'];

/**
 * Loans of honest people and of thieves: more than is allowed, twice, under other terms, repaid by
 * others, in parts of a unit, by people who have spent it; and operators who pay out what they may
 * not.
 */
export class LoanCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  next(): NewCommand {
    const { random } = this.#factory;
    const make = random.weighted<() => NewCommand>([
      [10, () => this.#request()],
      [1, () => this.#about('loans.cancel', {})],
      [12, () => this.#review()],
      [2.5, () => this.#repay()],
      [4, () => this.#operators.decide() ?? this.#review()],
      [4, () => this.#identify()],
      [4, () => this.#spend()],
      [0.3, () => this.#operators.operate(0, 'parameter.set', { key: 'site.operator', value: random.pick(NAMES) })],
    ]);
    return make();
  }

  #person(): number {
    const { random, scenario } = this.#factory;
    return random.int(1, Math.min(scenario.users, RESIDENTS));
  }

  #send(userId: number, type: string, body: Fields): NewCommand {
    return this.#factory.forUser({ userId, book: 'real' }, type, body);
  }

  #request(): NewCommand {
    const { random } = this.#factory;
    const amount = random.chance(0.05)
      ? random.pick(WRONG_AMOUNTS)
      : random.pick([
          '99.99999999',
          '100',
          '100',
          '1234.56789012',
          '1234.56789012',
          '5000',
          '10000.00000001',
          '20000',
          '79999',
          '100000',
        ]);
    const used = random.pick([0, 0, 0, 0, 1, 1, 2, 2]);
    const counted = { ...TERMS, freeReturnsUsed: used, freeDays: used < TERMS.freeReturnsYear ? TERMS.freeDays : 0 };
    const terms = random.chance(0.97) ? counted : { ...counted, dailyRate: '0' };
    return this.#send(this.#person(), 'loans.request', {
      amount,
      terms,
      agreement: 1,
      version: 1,
      language: 'en',
      textHash: 'ab',
      signatureHash: 'cd',
      termDays: random.pick([7, 7, 7, 14, 30, 30, 60, 8]),
    });
  }

  #about(type: string, fields: Fields): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.known('loans.request');
    if (found === undefined) return this.#request();
    return this.#send(random.chance(0.95) ? found.userId : this.#person(), type, { id: found.id, ...fields });
  }

  #review(): NewCommand {
    const { random } = this.#factory;
    const found = this.#factory.known('loans.request');
    if (found === undefined) return this.#request();
    return this.#operators.operate(random.chance(0.97) ? found.userId : this.#person(), 'loans.review', {
      id: found.id,
      decision: random.chance(0.9) ? 'approve' : 'reject',
      rejection: random.chance(0.9) ? 'other' : null,
      note: random.pick([null, 'a word']),
    });
  }

  #repay(): NewCommand {
    const { random } = this.#factory;
    const part = random.pick([
      '0.00000001',
      '0.00000003',
      '10',
      '333.33333333',
      '1000000',
      ...WRONG_AMOUNTS.slice(0, 3),
    ]);
    return this.#about('loans.repay', { amount: random.chance(0.4) ? null : part });
  }

  /** Most people get both checks early. */
  #identify(): NewCommand {
    const { random } = this.#factory;
    const level = random.pick(['basic', 'full']);
    const found = this.#factory.knownBy('kyc.submit', (body) => body.level === level);
    if (found === undefined || random.chance(0.5)) {
      return this.#send(this.#person(), 'kyc.submit', {
        level,
        submission: `loan-${random.int(1, 10 ** 9)}`,
        digest: 'ab',
      });
    }
    const verdict = { case: found.seq, decision: 'verify', code: null, refused: [], noteDigest: null };
    return this.#operators.operate(found.userId, 'kyc.review', verdict);
  }

  /** Somebody has less at the repayment date, or all of it in the coin that is pledged. */
  #spend(): NewCommand {
    const { random } = this.#factory;
    const amount = random.pick(['90000', '9000', '900']);
    return this.#send(this.#person(), 'convert.fill', { from: 'USDT', to: 'LTC', amount, quoteId: null });
  }
}
