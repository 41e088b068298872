import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, type NewCommand, RESIDENTS } from './command-factory.ts';
import type { OperatorCommands } from './operator-commands.ts';

/** Both must be verified: how often somebody sees to that. */
const CHECKS = 4;

/**
 * People who invite each other, themselves, in rings and twice; the house that changes the terms;
 * operators who stop an invitation.
 */
export class ReferralCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  opening(): NewCommand[] {
    const { random } = this.#factory;
    return random.chance(0.9) ? [this.#factory.house('referrals.define', this.#offer(false))] : [];
  }

  next(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const make = random.weighted<() => NewCommand>([
      [1.5, () => this.#link()],
      [0.15, () => factory.house('referrals.define', this.#offer(random.chance(0.3)))],
      [0.06, () => this.#operators.operate(0, 'referrals.stop', { friend: this.#person() })],
      [CHECKS, () => this.#operators.next()],
      [8, () => this.#deposit()],
    ]);
    return make();
  }

  #person(): number {
    const { random, scenario } = this.#factory;
    return random.int(1, random.chance(0.9) ? Math.min(scenario.users, RESIDENTS) : scenario.users);
  }

  /** Their inviter as the server names them, whoever asks. */
  #link(): NewCommand {
    const factory = this.#factory;
    const friend: Json = factory.random.chance(0.05) ? factory.random.pick<Json>([0, -1, 1.5, 1e21]) : this.#person();
    const userId = this.#person();
    return { ...factory.forUser({ userId, book: 'real' }, 'referrals.link', { friend }), by: 'house' };
  }

  #offer(isInvalid: boolean): { readonly [field: string]: Json } {
    const { random } = this.#factory;
    const offer = {
      code: 'FRIENDS',
      pays: random.chance(0.95),
      days: random.pick([1, 1, 2, 365, 365, 0]),
      friendMax: random.pick(['0.00000001', '0.5', '20', '1000', '1000', '0']),
      friendsMax: random.pick([1, 5, 500, 500]),
    };
    if (!isInvalid) return offer;
    return random.pick<{ readonly [field: string]: Json }>([
      { ...offer, code: 'VIP' },
      { ...offer, pays: 'yes' },
      { ...offer, days: 3_651 },
      { ...offer, days: 1.5 },
      { ...offer, friendMax: '1.0' },
      { ...offer, friendMax: '-1' },
      { ...offer, friendsMax: -1 },
    ]);
  }

  /** So that the real book has something to trade with. */
  #deposit(): NewCommand {
    const factory = this.#factory;
    const body = { amount: '5000', asset: factory.random.chance(0.6) ? 'USDT' : factory.instrument().base };
    return { ...factory.forUser({ userId: this.#person(), book: 'real' }, 'simulation.deposit', body), by: 'house' };
  }
}
