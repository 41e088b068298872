import type { CommandFactory, NewCommand } from './command-factory.ts';
import type { OperatorCommands } from './operator-commands.ts';

/** People who leave, with and without money, come back or are forgotten; operators who meddle. */
export class AccountDataCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  next(): NewCommand {
    const { random } = this.#factory;
    const make = random.weighted<() => NewCommand>([
      [10, () => this.#send(this.#person(), 'account.close', { leave: random.chance(0.7) })],
      [6, () => this.#send(this.#leaver(), 'account.reopen', null)],
      [2, () => this.#send(this.#leaver(), 'account.erase', null)],
      [4, () => this.#meddle()],
      [1, () => this.#operators.operate(0, 'parameter.set', { key: 'kyc.retention_days', value: random.pick([0, 1]) })],
    ]);
    return make();
  }

  #send(userId: number, type: string, body: { readonly leave: boolean } | null): NewCommand {
    return { ...this.#factory.forUser({ userId, book: 'real' }, type, body), by: 'house' };
  }

  #person(): number {
    const { random, scenario } = this.#factory;
    return random.int(random.chance(0.01) ? 0 : 1, scenario.users);
  }

  /** Mostly somebody who left not long ago. */
  #leaver(): number {
    const { random } = this.#factory;
    const closed = random.chance(0.9) ? this.#factory.left() : undefined;
    return closed ?? this.#person();
  }

  /** An operator who would rather keep the customer, or be rid of one who left. */
  #meddle(): NewCommand {
    const status = this.#factory.random.pick(['active', 'active', 'frozen']);
    return this.#operators.operate(this.#leaver(), 'standing.set', { status });
  }
}
