import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, type NewCommand, RESIDENTS, WRONG_AMOUNTS } from './command-factory.ts';
import type { OperatorCommands } from './operator-commands.ts';
import { sellsPlans } from './scenario.ts';

type Fields = { readonly [field: string]: Json };

const LANGUAGES = ['en', 'ja', 'ko', 'th', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh'] as const;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS = [1, 2, 3, 7, 30];
const DAYS_OF_YEARS = [1, 7, 30, 90, 365];
const AMOUNTS: readonly string[] = ['10', '10', '33.33333333', '100', '250', '999.99999999', '1000', '0.00000001'];

/** Products, reserves that run dry, and people who buy, wait and leave. */
export class PlanCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  /** Nothing in worlds that trade something else, so that those stay as they were. */
  opening(): NewCommand[] {
    const factory = this.#factory;
    const { scenario, random } = factory;
    if (!sellsPlans(scenario.focus)) return [];
    const offers = [1, 2, 3].map((number) => factory.house('plans.define', this.#offer(number)));
    const switches = Array.from({ length: Math.min(scenario.users, RESIDENTS) }, (_, index) =>
      factory.forUser({ userId: index + 1, book: 'real' }, 'plans.switch', { enabled: true }),
    );
    const capital = scenario.instruments.slice(0, 1).map(({ base }) => {
      const fund = { asset: base, amount: '5000', into: 'capital', rules: 2 };
      return factory.house('house.fund', fund, 'real');
    });
    const funded = [1, 2].map((product) =>
      factory.house('plans.endow', { product, amount: random.pick(['1', '50', '5000']) }, 'real'),
    );
    return [...offers, ...switches, ...capital, ...funded];
  }

  next(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const make = random.weighted<() => NewCommand>([
      [22, () => this.#buy()],
      [5, () => this.#exit()],
      [1.5, () => this.#person('plans.switch', { enabled: random.chance(0.8) })],
      [1.5, () => this.#reserve('plans.fund')],
      [1.5, () => this.#reserve('plans.draw')],
      [0.5, () => factory.house('plans.endow', { product: this.#product(), amount: this.#amount() }, 'real')],
      [1, () => this.#propose()],
      [0.4, () => this.#cancel()],
      [5, () => this.#operators.decide() ?? this.#propose()],
    ]);
    return make();
  }

  #person(type: string, body: Fields): NewCommand {
    const { random, scenario } = this.#factory;
    const userId = random.int(1, Math.min(scenario.users, RESIDENTS));
    return this.#factory.forUser({ userId, book: random.chance(0.97) ? 'real' : 'demo' }, type, body);
  }

  #product(): number {
    const { random } = this.#factory;
    return random.chance(0.95) ? random.int(1, 4) : random.pick([0, -1, 99, 1.5]);
  }

  #amount(): string {
    const { random } = this.#factory;
    return random.chance(0.9) ? random.pick(AMOUNTS) : random.pick(WRONG_AMOUNTS);
  }

  #buy(): NewCommand {
    const { random } = this.#factory;
    const product = this.#product();
    const days = random.chance(0.9) ? null : random.pick([1, 3, 7]);
    const version = random.chance(0.9) ? null : random.int(1, 3);
    return this.#person('plans.buy', { product, amount: this.#amount(), days, version });
  }

  #exit(): NewCommand {
    const { random } = this.#factory;
    const bought = this.#factory.known('plans.buy');
    if (bought === undefined) return this.#buy();
    if (random.chance(0.05)) return this.#person('plans.exit', { id: bought.id });
    const { userId, book } = bought;
    return this.#factory.forUser({ userId, book }, 'plans.exit', { id: bought.id });
  }

  #reserve(type: 'plans.fund' | 'plans.draw'): NewCommand {
    return this.#operators.operate(0, type, { product: this.#product(), amount: this.#amount() });
  }

  #propose(): NewCommand {
    const { random, scenario } = this.#factory;
    const product = random.chance(0.2) ? 0 : this.#product();
    const { code: _, ...offer } = this.#offer(product, 0.3);
    const soon = scenario.startAt + random.int(0, 20) * DAY_MS + random.int(0, 3) * MINUTE_MS;
    const effectiveFrom = random.pick<number | null>([null, null, soon, soon + 800 * DAY_MS]);
    return this.#operators.operate(0, 'plans.propose', { product, offer, effectiveFrom });
  }

  #cancel(): NewCommand {
    const scheduled = this.#factory.knownBy('request.decide', (_body, result) => result.type === 'plans.propose');
    return this.#operators.operate(0, 'plans.cancelChange', { id: scheduled?.seq ?? 1 });
  }

  /** Products one and two are of the first coin and of USDT, the others of either. */
  #offer(number: number, invalid = 0): Fields {
    const { random, scenario } = this.#factory;
    const coin = scenario.instruments[0]?.base ?? 'USDT';
    const offer = {
      code: `plan${number}`,
      names: Object.fromEntries(LANGUAGES.map((language) => [language, `plan ${number} (${language}) `])),
      kind: number % 2 === 0 ? 'staking' : 'smart',
      asset: number % 2 === 0 ? coin : 'USDT',
      days: random.pick(scenario.focus === 'years' ? DAYS_OF_YEARS : DAYS),
      dailyRate: random.pick(['0.00033333', '0.001', '0.0100', '0.01']),
      min: random.pick(['1', '10']),
      max: random.pick(['100', '1000']),
      penaltyRate: random.pick(['0', '0.02', '0.33333333', '0.5']),
      capacity: random.pick(['1000', '5000', '100000']),
      onePerUser: random.chance(0.3),
      onSale: random.chance(0.95),
    };
    if (!random.chance(invalid)) return offer;
    const wrong = random.pick<Fields>([
      { dailyRate: '0.01000001' },
      { dailyRate: '-0.1' },
      { days: 0 },
      { days: 1_096 },
      { min: '0' },
      { min: '0.00000001' },
      { max: '0.5' },
      { capacity: 'NaN' },
      { penaltyRate: '0.6' },
      { asset: 'usdt' },
      { kind: 'lottery' },
      { names: { en: 'only English' } },
    ]);
    return { ...offer, ...wrong };
  }
}
