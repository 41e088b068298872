import type { Json } from '@glasshouse/server/kernel/core/types';
import type { DepositHold } from '@glasshouse/server/kyc-levels/rows';
import { type CommandFactory, type NewCommand, RESIDENTS } from './command-factory.ts';
import { limitingRules } from './figures.ts';
import type { OperatorCommands } from './operator-commands.ts';

type Fields = { readonly [field: string]: Json };

const STRANGER = `0x${'e'.repeat(40)}`;

/**
 * Credits above a limit, followed to each of their ends: let go after a check, sent back, sent back
 * by mistake and held again, vanished meanwhile.
 */
export class HeldCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;
  #transfers = 0;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  next(): NewCommand {
    const make = this.#factory.random.weighted<() => NewCommand>([
      [4, () => this.#arrive()],
      [6, () => this.#step()],
      [6, () => this.#operators.decide() ?? this.#arrive()],
    ]);
    return make();
  }

  /** Seen, then confirmed by a command of its own, so that a crash may come between the two. */
  #arrive(): NewCommand {
    const { random, scenario } = this.#factory;
    const seen = random.chance(0.6) ? this.#factory.known('deposits.seen') : undefined;
    if (seen !== undefined) {
      const { network, hash, output } = seen.body as { readonly [field: string]: Json };
      const key = { network: network!, hash: hash!, output: output! };
      if (random.chance(0.1)) return this.#send(seen.userId, 'deposits.vanished', key);
      return this.#send(seen.userId, 'deposits.confirmed', { ...key, confirmations: 64 });
    }
    const userId = random.int(1, Math.min(scenario.users, RESIDENTS));
    this.#transfers += 1;
    return this.#send(userId, 'deposits.seen', {
      network: 'ERC20',
      hash: `0xheld${this.#transfers}`,
      output: 0,
      asset: 'USDT',
      address: `0x${String(userId).padStart(40, '0')}`,
      block: random.int(1, 50),
      simulated: false,
      amount: random.pick(['250', '700', '900', '4000']),
      sender: random.chance(0.7) ? `0xpayer${userId}` : null,
    });
  }

  #step(): NewCommand {
    const { random } = this.#factory;
    const holds = [...(this.#factory.holds()?.values() ?? [])];
    if (holds.length === 0) return this.#arrive();
    const hold = random.pick(holds);
    if (hold.state === 'held') {
      return random.weighted<() => NewCommand>([
        [4, () => this.#operate(hold, 'deposits.returnHeld', this.#payee(hold))],
        [1, () => this.#operate(hold, 'deposits.releaseHeld', {})],
        [1, () => this.#levels()],
      ])();
    }
    if (hold.state !== 'returning') return this.#arrive();
    return random.weighted<() => NewCommand>([
      [3, () => this.#operate(hold, 'deposits.cancelReturn', {})],
      [2, () => this.#operate(hold, 'deposits.sentBack', this.#paidBack(hold))],
    ])();
  }

  /** A limit that changes meanwhile, so that a credit whose return is undone may be free. */
  #levels(): NewCommand {
    const { random } = this.#factory;
    return this.#factory.house('rules.adopt', limitingRules(random.pick(['600', '3000', '50000'])));
  }

  #payee({ payer }: DepositHold): Fields {
    const { random } = this.#factory;
    return payer === null || random.chance(0.1) ? { to: random.chance(0.9) ? (payer ?? STRANGER) : '' } : {};
  }

  #paidBack({ deposit, payer }: DepositHold): Fields {
    const { random } = this.#factory;
    return {
      reference: random.chance(0.9) ? `0xback${deposit}` : `0xback${random.int(1, 5)}`,
      to: random.chance(0.9) ? payer : STRANGER,
    };
  }

  #operate(hold: DepositHold, type: string, fields: Fields): NewCommand {
    const owner = this.#factory.random.chance(0.98) ? hold.user_id : 1;
    return this.#operators.operate(owner, type, { deposit: hold.deposit, ...fields });
  }

  #send(userId: number, type: string, body: Fields): NewCommand {
    return { ...this.#factory.forUser({ userId, book: 'real' }, type, body), by: 'house' };
  }
}
