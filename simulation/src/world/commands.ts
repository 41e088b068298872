import type { Book, CommandInput, Json } from '@glasshouse/server/core/types';
import type { Random } from '../random.ts';
import { offerOf, unsoundOffer } from './offers.ts';
import type { Scenario } from './scenario.ts';

export interface NewCommand {
  readonly input: CommandInput;
  readonly by: 'caller' | 'house';
  readonly malformed: boolean;
}

const WRONG_AMOUNTS: readonly string[] = [
  '0',
  '0.0',
  '-1',
  '-0',
  '',
  ' 1',
  '1 ',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '1,5',
  '.5',
  '5.',
  '0.000000001',
  '1.123456789',
  '100000000000000',
  '99999999999999999999999999',
  '１００',
  "1'; drop table accounts; --",
];
const WRONG_CODES: readonly string[] = [
  '',
  'NOPE',
  '__proto__',
  'constructor',
  'sim0usdt',
  'SIM0USDT ',
  'بيتكوين',
  'a/b',
];
const WRONG_PERIODS: readonly number[] = [0, -1, 3, 1.5, 86_401, 1e21];
const STAKES: readonly string[] = [
  '11',
  '11',
  '12.50',
  '33.33333333',
  '45',
  '100',
  '1',
  '0.00000007',
  '4999.99999999',
  '60000',
];
const PERIODS: readonly number[] = [1, 2, 5, 5, 10, 10, 30, 60, 120];
const INTERNAL_TYPES: readonly string[] = [
  'house.fund',
  'options.define',
  'options.enter',
  'options.settle',
  'options.abandon',
  'simulation.deposit',
];

/** Makes commands of callers and of the house, sound and hostile. */
export class Commands {
  readonly #random: Random;
  readonly #scenario: Scenario;
  #made = 0;

  constructor(random: Random, scenario: Scenario) {
    this.#random = random;
    this.#scenario = scenario;
  }

  /** What the house does first: offers everywhere and money behind them, on both books. */
  opening(): NewCommand[] {
    const { instruments, poolUnits } = this.#scenario;
    const offers = instruments.map((instrument) => this.#house('options.define', offerOf(this.#random, instrument)));
    const fund = { asset: 'USDT', amount: String(poolUnits), into: 'pool.options' };
    return [...offers, this.#house('house.fund', fund), this.#house('house.fund', fund, 'real')];
  }

  next(): NewCommand {
    const random = this.#random;
    const make = random.weighted<() => NewCommand>([
      [60, () => this.#buy()],
      [8, () => this.#caller('books.open', {})],
      [1, () => this.#caller('books.reset', {})],
      [2, () => this.#deposit()],
      [0.6, () => this.#fund()],
      [0.6, () => this.#define()],
      [
        1,
        () =>
          this.#caller(random.pick(INTERNAL_TYPES), {
            orders: [1, 2, 3],
            amount: '5',
            into: 'pool.options',
            asset: 'USDT',
          }),
      ],
      [0.3, () => this.#caller('options.cheat', {}, { malformed: true })],
      [0.3, () => this.#caller('options.buy', null, { malformed: true })],
    ]);
    return make();
  }

  #buy(): NewCommand {
    const random = this.#random;
    const wrong = random.chance(0.12) ? random.int(0, 2) : undefined;
    const body = {
      code: wrong === 0 ? random.pick(WRONG_CODES) : random.pick(this.#scenario.instruments).code,
      direction: random.pick(['up', 'down']),
      amount: wrong === 1 ? random.pick(WRONG_AMOUNTS) : random.pick(STAKES),
      periodId: wrong === 2 ? random.pick(WRONG_PERIODS) : random.pick(PERIODS),
    };
    // Those who order all the time order little and for long, so that their orders pile up.
    const often = random.chance(0.2) && 0 < this.#scenario.whales;
    const order = often && wrong === undefined ? { ...body, amount: '11', periodId: 120 } : body;
    return this.#caller('options.buy', order, { whale: often });
  }

  #fund(): NewCommand {
    const random = this.#random;
    const amount = random.chance(0.1) ? random.pick(WRONG_AMOUNTS) : String(random.int(1, 50_000));
    const into = random.chance(0.1) ? 'fees' : 'pool.options';
    return this.#house('house.fund', { asset: 'USDT', amount, into }, random.pick(['demo', 'real']));
  }

  #define(): NewCommand {
    const random = this.#random;
    const instrument = random.pick(this.#scenario.instruments);
    const make = random.chance(0.2) ? unsoundOffer : offerOf;
    return this.#house('options.define', make(random, instrument));
  }

  #deposit(): NewCommand {
    const amount = `${this.#random.int(1, 100_000)}.5`;
    const asset = this.#random.chance(0.5) ? 'USDT' : this.#random.pick(this.#scenario.instruments).base;
    const { input } = this.#caller('simulation.deposit', { amount, asset });
    const book = asset === 'USDT' ? 'real' : input.book;
    return { input: { ...input, book }, by: 'house', malformed: false };
  }

  #house(type: string, body: Json, book: Book = 'demo'): NewCommand {
    this.#made += 1;
    return { input: { id: `house:${this.#made}`, userId: 0, book, type, body }, by: 'house', malformed: false };
  }

  #caller(type: string, body: Json, options: { malformed?: boolean; whale?: boolean } = {}): NewCommand {
    const random = this.#random;
    this.#made += 1;
    const userId = random.int(1, options.whale === true ? this.#scenario.whales : this.#scenario.users);
    const input = {
      id: `${userId}:${this.#made}`,
      userId,
      book: random.chance(0.85) ? 'demo' : 'real',
      type,
      body,
    } as const;
    return { input, by: 'caller', malformed: options.malformed ?? false };
  }
}
