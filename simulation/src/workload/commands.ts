import type { Json } from '@glasshouse/server/kernel/types';
import { ContractCommands, contractOffer } from './contract-commands.ts';
import { AlertCommands, ConvertCommands, convertOffer } from './convert-commands.ts';
import { type Maker, type NewCommand, RESIDENTS, WRONG_AMOUNTS, WRONG_CODES } from './maker.ts';
import { offerOf, unsoundOffer } from './offers.ts';
import type { Product } from './scenario.ts';
import { SpotCommands, spotOffer } from './spot-commands.ts';

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
/** What only the house and the core may submit; callers try. */
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
  'spot.define',
  'spot.cross',
  'levels.assign',
  'convert.define',
  'convert.expire',
  'alerts.fire',
];

/** Beside some twenty for everything that belongs to no product. */
const FOCUSED = 60;
/** Share of later offers that must be refused. */
const UNSOUND = 0.25;
/** Where the house puts its money. */
const POOLS: readonly string[] = ['pool.options', 'pool.contracts', 'pool.insurance', 'pool.liquidity'];

/** Makes commands of callers and of the house, sound and hostile. */
export class Commands {
  readonly #maker: Maker;
  readonly #contracts: ContractCommands;
  readonly #spot: SpotCommands;
  readonly #convert: ConvertCommands;
  readonly #alerts: AlertCommands;

  constructor(maker: Maker) {
    this.#maker = maker;
    this.#contracts = new ContractCommands(maker);
    this.#spot = new SpotCommands(maker);
    this.#convert = new ConvertCommands(maker);
    this.#alerts = new AlertCommands(maker);
  }

  /** What the house does first: offers everywhere and money behind them, on both books. */
  opening(): NewCommand[] {
    const maker = this.#maker;
    const { instruments, poolUnits } = maker.scenario;
    const offers = instruments.flatMap((instrument) => [
      maker.house('options.define', offerOf(maker.random, instrument)),
      maker.house('contracts.define', contractOffer(maker, instrument)),
      maker.house('spot.define', spotOffer(maker, instrument)),
      maker.house('convert.define', convertOffer(maker, instrument.base)),
    ]);
    const coins = instruments.flatMap(({ base }) => [this.#coins(base, 'demo'), this.#coins(base, 'real')]);
    const funds = POOLS.flatMap((into) => {
      const fund = { asset: 'USDT', amount: String(poolUnits), into };
      return [maker.house('house.fund', fund), maker.house('house.fund', fund, 'real')];
    });
    const usdt = maker.house('convert.define', convertOffer(maker, 'USDT'));
    return [...offers, usdt, ...funds, ...coins, ...this.#opened()];
  }

  next(): NewCommand {
    const maker = this.#maker;
    const { random } = maker;
    const internal = { orders: [1, 2, 3], quotes: [1], amount: '5', into: 'pool.options', asset: 'USDT' };
    const weight = (product: Product, usual: number): number => (product === maker.scenario.focus ? FOCUSED : usual);
    const make = random.weighted<() => NewCommand>([
      [weight('options', 20), () => this.#buy()],
      [weight('contracts', 12), () => this.#contracts.next()],
      [weight('spot', 12), () => this.#spot.next()],
      [weight('convert', 5), () => this.#convert.next()],
      [5, () => this.#alerts.next()],
      [8, () => maker.caller('books.open', {})],
      [1, () => maker.caller('books.reset', {})],
      [4, () => this.#deposit()],
      [0.4, () => this.#assign()],
      [
        0.3,
        () =>
          maker.house(
            'convert.define',
            convertOffer(maker, random.chance(0.3) ? 'USDT' : maker.instrument().base, UNSOUND),
          ),
      ],
      [0.4, () => maker.house('spot.define', spotOffer(maker, random.pick(maker.scenario.instruments), UNSOUND))],
      [0.6, () => this.#fund()],
      [0.4, () => this.#define()],
      [
        0.4,
        () => maker.house('contracts.define', contractOffer(maker, random.pick(maker.scenario.instruments), UNSOUND)),
      ],
      [1, () => maker.caller(random.pick(INTERNAL_TYPES), internal)],
      [0.3, () => maker.caller('options.cheat', {}, { malformed: true })],
      [0.3, () => maker.caller('options.buy', null, { malformed: true })],
    ]);
    return make();
  }

  /** A few users have a book and coins from the beginning, so that there is somebody to meet. */
  #opened(): NewCommand[] {
    const maker = this.#maker;
    const coin = maker.scenario.instruments[0]?.base ?? 'USDT';
    return Array.from({ length: Math.min(maker.scenario.users, RESIDENTS) }, (_, index) => index + 1).flatMap(
      (userId) =>
        (['demo', 'real'] as const).flatMap((book) => {
          const deposit = (asset: string, amount: string): NewCommand => ({
            ...maker.of({ userId, book }, 'simulation.deposit', { amount, asset }),
            by: 'house',
          });
          const opens = book === 'demo' ? maker.of({ userId, book }, 'books.open', {}) : deposit('USDT', '100000');
          return [opens, deposit(coin, maker.random.pick(['3', '10000', '1000000']))];
        }),
    );
  }

  /** Much of some coins, little of others: where the house has none, it quotes none. */
  #coins(asset: string, book: 'demo' | 'real'): NewCommand {
    const amount = this.#maker.random.pick(['0.5', '1000', '1000000', '100000000']);
    return this.#maker.house('house.fund', { asset, amount, into: 'pool.liquidity' }, book);
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

  #assign(): NewCommand {
    const { random, scenario } = this.#maker;
    const assignments = Array.from({ length: random.int(1, 4) }, () => ({
      userId: random.int(1, scenario.users),
      level: random.chance(0.05) ? random.pick([-1, 6, 1.5]) : random.int(0, 5),
      volume: random.pick(['0', '50000', '123456.7']),
    }));
    // A user has one level at a time, so is named once.
    const named = [...new Map(assignments.map((one) => [one.userId, one])).values()];
    return this.#maker.house('levels.assign', { assignments: named }, random.pick(['demo', 'real']));
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
    const { random } = this.#maker;
    const amount = `${random.int(1, 100_000)}.5`;
    const asset = random.chance(0.3) ? 'USDT' : this.#maker.instrument().base;
    const { input } = this.#maker.caller('simulation.deposit', { amount, asset });
    const book = asset === 'USDT' ? 'real' : input.book;
    return { input: { ...input, book }, by: 'house', malformed: false };
  }
}
