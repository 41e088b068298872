import type { Json } from '@glasshouse/server/kernel/core/types';
import { AccountDataCommands } from './account-data-commands.ts';
import { type CommandFactory, type NewCommand, RESIDENTS, WRONG_AMOUNTS, WRONG_CODES } from './command-factory.ts';
import { ContractCommands, contractOffer } from './contract-commands.ts';
import { AlertCommands, ConvertCommands, convertOffer } from './convert-commands.ts';
import { adoptedRules, limitingRules } from './figures.ts';
import { FundingCommands } from './funding-commands.ts';
import { HeldCommands } from './held-commands.ts';
import { LoanCommands } from './loan-commands.ts';
import { NftCommands } from './nft-commands.ts';
import { feeTierTable, invalidOffer, offerOf } from './offers.ts';
import { OperatorCommands } from './operator-commands.ts';
import { PayoutCommands } from './payout-commands.ts';
import { PlanCommands } from './plan-commands.ts';
import { ReferralCommands } from './referral-commands.ts';
import { RemainderCommands } from './remainder-commands.ts';
import { lends, type Product } from './scenario.ts';
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
/** Reserved for the house and the core; callers try them anyway. */
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
  'contracts.expire',
  'contracts.liquidate',
  'contracts.trail',
  'contracts.finance',
  'spot.define',
  'spot.cross',
  'spot.meet',
  'spot.lapse',
  'spot.trigger',
  'spot.trail',
  'levels.assign',
  'levels.define',
  'convert.define',
  'convert.expire',
  'stock.faded',
  'alerts.fire',
  'rules.adopt',
  'deposits.settle',
  'withdrawals.stuck',
  'withdrawals.uncount',
  'withdrawals.unwatch',
  'withdrawals.leave',
  'loans.service',
  'terms.apply',
  'referrals.define',
  'referrals.expire',
  'plans.define',
  'plans.endow',
  'plans.pay',
  'plans.return',
  'plans.apply',
  'nfts.sample',
];

/** Weight of the focused product, against about twenty for commands of no product. */
const FOCUSED = 60;
/** Weights where years pass: what lasts, and less of what is over in a minute. */
const OVER_YEARS: { readonly [product in Product]?: number } = {
  plans: 30,
  loans: 40,
  nfts: 8,
  referrals: 8,
  funding: 8,
  options: 6,
  contracts: 4,
  spot: 8,
  convert: 4,
};
/** Where many wait for operators. */
const MANY_DECISIONS: readonly Product[] = ['funding', 'referrals', 'loans', 'years'];
/** Of every so many people one has not read what they should have. */
const UNREAD_EVERY = 6;
/** Share of offers after the opening that must be refused. */
const INVALID_SHARE = 0.25;
/** Pools the house funds. */
const POOLS: readonly string[] = ['pool.options', 'pool.contracts', 'pool.insurance', 'pool.liquidity'];

/** Generates valid and hostile commands of callers and the house. */
export class Commands {
  readonly #factory: CommandFactory;
  readonly #contracts: ContractCommands;
  readonly #spot: SpotCommands;
  readonly #convert: ConvertCommands;
  readonly #alerts: AlertCommands;
  readonly #funding: FundingCommands;
  readonly #operators: OperatorCommands;
  readonly #referrals: ReferralCommands;
  readonly #plans: PlanCommands;
  readonly #loans: LoanCommands;
  readonly #nfts: NftCommands;
  readonly #accountData: AccountDataCommands;
  readonly #remainders: RemainderCommands;
  readonly #payouts: PayoutCommands;
  readonly #held: HeldCommands;

  constructor(factory: CommandFactory) {
    this.#factory = factory;
    this.#contracts = new ContractCommands(factory);
    this.#spot = new SpotCommands(factory);
    this.#convert = new ConvertCommands(factory);
    this.#alerts = new AlertCommands(factory);
    this.#operators = new OperatorCommands(factory);
    this.#referrals = new ReferralCommands(factory, this.#operators);
    this.#funding = new FundingCommands(factory, this.#operators);
    this.#plans = new PlanCommands(factory, this.#operators);
    this.#loans = new LoanCommands(factory, this.#operators);
    this.#nfts = new NftCommands(factory, this.#operators);
    this.#accountData = new AccountDataCommands(factory, this.#operators);
    this.#remainders = new RemainderCommands(factory);
    this.#payouts = new PayoutCommands(factory, this.#operators);
    this.#held = new HeldCommands(factory, this.#operators);
  }

  /**
   * Initial commands of the house: offers for every instrument and funds for them, on both books.
   */
  opening(): NewCommand[] {
    const factory = this.#factory;
    const { instruments, poolUnits, capitalUnits } = factory.scenario;
    const offers = instruments.flatMap((instrument) => [
      factory.house('options.define', offerOf(factory.random, instrument)),
      factory.house('contracts.define', contractOffer(factory, instrument)),
      factory.house('spot.define', spotOffer(factory, instrument)),
      factory.house('convert.define', convertOffer(factory, instrument.base)),
    ]);
    const coins = instruments.flatMap(({ base }) => [this.#coins(base, 'demo'), this.#coins(base, 'real')]);
    const funds = POOLS.flatMap((into) => {
      const fund = { asset: 'USDT', amount: String(poolUnits), into, rules: 2 };
      return [factory.house('house.fund', fund), factory.house('house.fund', fund, 'real')];
    });
    // In poor worlds it does not cover what people want to open; in some there is none at all.
    const fund = { asset: 'USDT', amount: String(capitalUnits), into: 'capital', rules: 2 };
    if (0 < capitalUnits) funds.push(factory.house('house.fund', fund), factory.house('house.fund', fund, 'real'));
    const usdt = factory.house('convert.define', convertOffer(factory, 'USDT'));
    // Others begin like a log of before, until a restart with a newer release.
    const rules = factory.random.chance(0.6) ? [factory.house('rules.adopt', adoptedRules(factory.random))] : [];
    if (factory.scenario.focus === 'heldCredits') rules.push(factory.house('rules.adopt', limitingRules('600')));
    if (lends(factory.scenario.focus)) {
      const lending = {
        asset: 'USDT',
        amount: factory.random.pick(['5000', '500000']),
        into: 'pool.lending',
        rules: 2,
      };
      funds.push(factory.house('house.fund', lending, 'real'));
    }
    const people = [
      ...this.#opened(),
      ...this.#warned(),
      ...this.#operators.opening(),
      ...this.#nfts.opening(),
      ...this.#funding.opening(),
    ].concat(this.#referrals.opening());
    return [...rules, ...offers, usdt, ...funds, ...coins, ...people, ...this.#plans.opening()];
  }

  next(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const internal = { orders: [1, 2, 3], quotes: [1], amount: '5', into: 'pool.options', asset: 'USDT' };
    const { focus } = factory.scenario;
    const weight = (product: Product, usual: number): number => {
      if (focus === 'years') return OVER_YEARS[product] ?? usual;
      return product === focus ? FOCUSED : usual;
    };
    const make = random.weighted<() => NewCommand>([
      [weight('options', 20), () => this.#buy()],
      [weight('contracts', 12), () => this.#contracts.next()],
      [weight('spot', 12), () => this.#spot.next()],
      [weight('convert', 5), () => this.#convert.next()],
      // None beside other products, so that each world that trades those stays as it was.
      [weight('plans', 0), () => this.#plans.next()],
      [5, () => this.#alerts.next()],
      [weight('funding', 8), () => this.#funding.next()],
      [weight('referrals', 3), () => this.#referrals.next()],
      [MANY_DECISIONS.includes(focus) ? 25 : 4, () => this.#operators.next()],
      [weight('nfts', 5), () => this.#nfts.next()],
      ...(focus === 'accountData' ? [[FOCUSED, () => this.#accountData.next()] as const] : []),
      ...(focus === 'remainders' ? [[FOCUSED, () => this.#remainders.next()] as const] : []),
      ...(focus === 'payouts' ? [[FOCUSED, () => this.#payouts.next()] as const] : []),
      ...(focus === 'heldCredits' ? [[FOCUSED, () => this.#held.next()] as const] : []),
      ...(lends(focus) ? [[weight('loans', 0), () => this.#loans.next()] as const] : []),
      [8, () => factory.caller('books.open', { rules: 2 })],
      [1, () => factory.caller('books.reset', { rules: 2 })],
      [4, () => this.#deposit()],
      [0.4, () => this.#assign()],
      [0.3, () => factory.house('levels.define', feeTierTable(random))],
      [0.3, () => factory.house('rules.adopt', adoptedRules(random))],
      [
        0.3,
        () =>
          factory.house(
            'convert.define',
            convertOffer(factory, random.chance(0.3) ? 'USDT' : factory.instrument().base, INVALID_SHARE),
          ),
      ],
      [
        0.4,
        () =>
          factory.house('spot.define', spotOffer(factory, random.pick(factory.scenario.instruments), INVALID_SHARE)),
      ],
      [0.6, () => this.#fund()],
      [0.4, () => this.#define()],
      [
        0.4,
        () =>
          factory.house(
            'contracts.define',
            contractOffer(factory, random.pick(factory.scenario.instruments), INVALID_SHARE),
          ),
      ],
      [1, () => factory.caller(random.pick(INTERNAL_TYPES), internal)],
      [0.3, () => factory.caller('options.cheat', {}, { malformed: true })],
      [0.3, () => factory.caller('options.buy', null, { malformed: true })],
    ]);
    return make();
  }

  /** A few users start with a book and coins, so that there are counterparties. */
  #opened(): NewCommand[] {
    const factory = this.#factory;
    const coin = factory.scenario.instruments[0]?.base ?? 'USDT';
    return Array.from({ length: Math.min(factory.scenario.users, RESIDENTS) }, (_, index) => index + 1).flatMap(
      (userId) =>
        (['demo', 'real'] as const).flatMap((book) => {
          const deposit = (asset: string, amount: string): NewCommand => ({
            ...factory.forUser({ userId, book }, 'simulation.deposit', { amount, asset }),
            by: 'house',
          });
          const opens =
            book === 'demo' ? factory.forUser({ userId, book }, 'books.open', { rules: 2 }) : deposit('USDT', '100000');
          return [opens, deposit(coin, factory.random.pick(['3', '10000', '1000000']))];
        }),
    );
  }

  /**
   * Most of those who trade often have read the warnings; some only one of them, or an old text,
   * which is refused once there are figures. Nothing is drawn, so that worlds stay as they were.
   */
  #warned(): NewCommand[] {
    const factory = this.#factory;
    const most = Array.from({ length: Math.min(factory.scenario.users, RESIDENTS) }, (_, index) => index + 1);
    return most.flatMap((userId) => {
      const read = (product: string, text: number, book: 'demo' | 'real' = 'real'): NewCommand =>
        factory.forUser({ userId, book }, 'risk.acknowledge', { product, text, language: 'en' });
      if (userId % UNREAD_EVERY === 0) return [read('options', 1), read('contracts', 0), read('contracts', 1, 'demo')];
      return [read('options', 1), read('contracts', 1), read('options', 2)];
    });
  }

  /** Plenty of some coins, little of others: the house quotes only what it has. */
  #coins(asset: string, book: 'demo' | 'real'): NewCommand {
    const amount = this.#factory.random.pick(['0.5', '1000', '1000000', '100000000']);
    return this.#factory.house('house.fund', { asset, amount, into: 'pool.liquidity', rules: 2 }, book);
  }

  #buy(): NewCommand {
    const factory = this.#factory;
    const { random, scenario } = factory;
    const wrong = random.chance(0.12) ? random.int(0, 2) : undefined;
    const body = {
      code: wrong === 0 ? random.pick(WRONG_CODES) : random.pick(scenario.instruments).code,
      direction: random.pick(['up', 'down']),
      amount: wrong === 1 ? random.pick(WRONG_AMOUNTS) : random.pick(STAKES),
      periodId: wrong === 2 ? random.pick(WRONG_PERIODS) : random.pick(PERIODS),
    };
    // Heavy users place small, long orders, so that they reach the open order limit.
    const often = random.chance(0.2) && 0 < scenario.heavyUsers;
    const order: Json = often && wrong === undefined ? { ...body, amount: '11', periodId: 120 } : body;
    return factory.caller('options.buy', order, { heavy: often });
  }

  #assign(): NewCommand {
    const { random, scenario } = this.#factory;
    const assignments = Array.from({ length: random.int(1, 4) }, () => ({
      userId: random.int(1, scenario.users),
      level: random.chance(0.05) ? random.pick([-1, 6, 1.5]) : random.int(0, 5),
      volume: random.pick(['0', '50000', '123456.7']),
    }));
    // A user has one tier at a time, so appears once.
    const named = [...new Map(assignments.map((assignment) => [assignment.userId, assignment])).values()];
    return this.#factory.house('levels.assign', { assignments: named }, random.pick(['demo', 'real']));
  }

  #fund(): NewCommand {
    const { random } = this.#factory;
    const amount = random.chance(0.1) ? random.pick(WRONG_AMOUNTS) : String(random.int(1, 50_000));
    const into = random.chance(0.1) ? 'fees' : random.pick([...POOLS, 'capital']);
    return this.#factory.house('house.fund', { asset: 'USDT', amount, into, rules: 2 }, random.pick(['demo', 'real']));
  }

  #define(): NewCommand {
    const { random, scenario } = this.#factory;
    const make = random.chance(0.2) ? invalidOffer : offerOf;
    return this.#factory.house('options.define', make(random, random.pick(scenario.instruments)));
  }

  #deposit(): NewCommand {
    const { random } = this.#factory;
    const amount = `${random.int(1, 100_000)}.5`;
    const asset = random.chance(0.3) ? 'USDT' : this.#factory.instrument().base;
    const { input } = this.#factory.caller('simulation.deposit', { amount, asset });
    const book = asset === 'USDT' ? 'real' : input.book;
    return { input: { ...input, book }, by: 'house', malformed: false };
  }
}
