import type { Json } from '@glasshouse/server/kernel/core/types';
import type { Withdrawal } from '@glasshouse/server/money/withdrawals/rows';
import { hashesOf } from '@glasshouse/server/money/withdrawals/second-payments';
import { type CommandFactory, type NewCommand, RESIDENTS } from './command-factory.ts';
import type { OperatorCommands } from './operator-commands.ts';

type Fields = { readonly [field: string]: Json };

/**
 * Payouts that are followed until after their end: replaced, refunded, paid by one of their
 * transactions and then by another, and settled with or without what had arrived.
 */
export class PayoutCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  next(): NewCommand {
    const { random } = this.#factory;
    const make = random.weighted<() => NewCommand>([
      [2, () => this.#request()],
      [6, () => this.#underWay()],
      [4, () => this.#afterItsEnd()],
      [4, () => this.#operators.decide() ?? this.#request()],
    ]);
    return make();
  }

  #request(): NewCommand {
    const { random, scenario } = this.#factory;
    const userId = random.int(1, Math.min(scenario.users, RESIDENTS));
    return this.#send(userId, 'withdrawals.request', {
      method: 'crypto',
      asset: 'USDT',
      network: 'ERC20',
      address: `0x${'d'.repeat(40)}`,
      amount: random.pick(['60', '120', '500']),
      details: null,
      confirmedWith: 'totp',
    });
  }

  /** The next step of a payout, or what may happen to it instead. */
  #underWay(): NewCommand {
    const { random } = this.#factory;
    const row = this.#pick(this.#factory.payouts()?.withdrawals);
    if (row === undefined) return this.#request();
    const { id } = row;
    if (row.state === 'pending') {
      return this.#operate(row, 'withdrawals.review', { decision: 'approve', rejection: null, note: null });
    }
    if (row.state === 'approved') return this.#operate(row, 'withdrawals.sent', { hash: `0xpaid${id}` });
    return random.weighted<() => NewCommand>([
      [2, () => this.#operate(row, 'withdrawals.replace', { hash: `0xfaster${random.int(1, 2)}of${id}` })],
      [2, () => this.#operate(row, 'withdrawals.failed', { rejection: 'networkFailure', note: null })],
      [2, () => this.#paid(row)],
    ])();
  }

  /** Its other transactions, told twice and too early, and what two operators make of them. */
  #afterItsEnd(): NewCommand {
    const { random } = this.#factory;
    const row = this.#pick(this.#factory.payouts()?.ended);
    if (row === undefined) return this.#underWay();
    if (row.trouble !== 'paidTwice' || random.chance(0.4)) return this.#paid(row);
    const shown = (row.second_payments ?? []).map(({ hash, amount }) => ({ hash, amount }));
    const payments = random.chance(0.8) ? shown : random.pick([[], shown.slice(1), [...shown, ...shown]]);
    return this.#operate(row, 'withdrawals.settle', { payments });
  }

  #paid(row: Withdrawal): NewCommand {
    const { random } = this.#factory;
    const known = hashesOf(row);
    const at = random.chance(0.95) ? (row.approved_at ?? 0) + 60_000 : 1_000;
    const amount = random.chance(0.9) ? row.received : random.pick(['1', '70000000']);
    return this.#send(this.#ownerOf(row), 'withdrawals.confirmed', {
      id: row.id,
      shown: this.#shownOf(row.id),
      hash: known.length === 0 || random.chance(0.05) ? '0xother' : random.pick(known),
      outcome: random.pick(['confirmed', 'confirmed', 'confirmed', 'wrong', 'stuck']),
      payment: random.chance(0.95) ? { output: random.int(0, 40), amount, at } : null,
    });
  }

  /** Mostly a recent one. */
  #pick(rows: ReadonlyMap<number, Withdrawal> | undefined): Withdrawal | undefined {
    const all = [...(rows?.values() ?? [])];
    const { random } = this.#factory;
    if (all.length === 0) return undefined;
    return random.chance(0.7) ? all.at(-random.int(1, Math.min(5, all.length))) : random.pick(all);
  }

  #shownOf(id: number): string {
    return this.#factory.random.chance(0.97) ? this.#factory.payeeDigest(id) : 'another digest';
  }

  #ownerOf({ user_id }: Withdrawal): number {
    return this.#factory.random.chance(0.98) ? user_id : 1;
  }

  #operate(row: Withdrawal, type: string, fields: Fields): NewCommand {
    const body = { id: row.id, shown: this.#shownOf(row.id), ...fields };
    return this.#operators.operate(this.#ownerOf(row), type, body);
  }

  #send(userId: number, type: string, body: Fields): NewCommand {
    return { ...this.#factory.forUser({ userId, book: 'real' }, type, body), by: 'house' };
  }
}
