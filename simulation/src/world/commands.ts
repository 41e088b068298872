import type { Json } from '@glasshouse/server/core/types';
import { ContractCommands, contractOffer } from './contract-commands.ts';
import { type Maker, type NewCommand, WRONG_AMOUNTS, WRONG_CODES } from './maker.ts';
import { offerOf, unsoundOffer } from './offers.ts';

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
  'contracts.define',
  'contracts.open',
  'contracts.fire',
  'contracts.liquidate',
  'contracts.finance',
];

/** What the auditor's list of commands that only the core may submit says as well, written out a second time. */
const POOLS: readonly string[] = ['pool.options', 'pool.contracts', 'pool.insurance', 'pool.liquidity'];

/** Makes commands of callers and of the house, sound and hostile. */
export class Commands {
  readonly #maker: Maker;
  readonly #contracts: ContractCommands;

  constructor(maker: Maker) {
    this.#maker = maker;
    this.#contracts = new ContractCommands(maker);
  }

  /** What the house does first: offers everywhere and money behind them, on both books. */
  opening(): NewCommand[] {
    const maker = this.#maker;
    const { instruments, poolUnits } = maker.scenario;
    const offers = instruments.flatMap((instrument) => [
      maker.house('options.define', offerOf(maker.random, instrument)),
      maker.house('contracts.define', contractOffer(maker, instrument)),
    ]);
    const funds = POOLS.flatMap((into) => {
      const fund = { asset: 'USDT', amount: String(poolUnits), into };
      return [maker.house('house.fund', fund), maker.house('house.fund', fund, 'real')];
    });
    return [...offers, ...funds];
  }

  next(): NewCommand {
    const maker = this.#maker;
    const { random } = maker;
    const internal = { orders: [1, 2, 3], quotes: [1], amount: '5', into: 'pool.options', asset: 'USDT' };
    const make = random.weighted<() => NewCommand>([
      [25, () => this.#buy()],
      [35, () => this.#contracts.next()],
      [8, () => maker.caller('books.open', {})],
      [1, () => maker.caller('books.reset', {})],
      [2, () => this.#deposit()],
      [0.6, () => this.#fund()],
      [0.4, () => this.#define()],
      [0.4, () => maker.house('contracts.define', contractOffer(maker, random.pick(maker.scenario.instruments)))],
      [1, () => maker.caller(random.pick(INTERNAL_TYPES), internal)],
      [0.3, () => maker.caller('options.cheat', {}, { malformed: true })],
      [0.3, () => maker.caller('options.buy', null, { malformed: true })],
    ]);
    return make();
  }

  #buy(): NewCommand {
    const maker = this.#maker;
    const { random, scenario } = maker;
    const wrong = random.chance(0.12) ? random.int(0, 2) : undefined;
    const body = {
      code: wrong === 0 ? random.pick(WRONG_CODES) : random.pick(scenario.instruments).code,
      direction: random.pick(['up', 'down']),
      amount: wrong === 1 ? random.pick(WRONG_AMOUNTS) : random.pick(STAKES),
      periodId: wrong === 2 ? random.pick(WRONG_PERIODS) : random.pick(PERIODS),
    };
    // Those who order all the time order little and for long, so that their orders pile up.
    const often = random.chance(0.2) && 0 < scenario.whales;
    const order: Json = often && wrong === undefined ? { ...body, amount: '11', periodId: 120 } : body;
    return maker.caller('options.buy', order, { whale: often });
  }

  #fund(): NewCommand {
    const { random } = this.#maker;
    const amount = random.chance(0.1) ? random.pick(WRONG_AMOUNTS) : String(random.int(1, 50_000));
    const into = random.chance(0.1) ? 'fees' : random.pick(POOLS);
    return this.#maker.house('house.fund', { asset: 'USDT', amount, into }, random.pick(['demo', 'real']));
  }

  #define(): NewCommand {
    const { random, scenario } = this.#maker;
    const make = random.chance(0.2) ? unsoundOffer : offerOf;
    return this.#maker.house('options.define', make(random, random.pick(scenario.instruments)));
  }

  #deposit(): NewCommand {
    const { random, scenario } = this.#maker;
    const amount = `${random.int(1, 100_000)}.5`;
    const asset = random.chance(0.5) ? 'USDT' : random.pick(scenario.instruments).base;
    const { input } = this.#maker.caller('simulation.deposit', { amount, asset });
    const book = asset === 'USDT' ? 'real' : input.book;
    return { input: { ...input, book }, by: 'house', malformed: false };
  }
}
