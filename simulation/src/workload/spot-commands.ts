import type { TimeInForce } from '@glasshouse/rules/time-in-force';
import type { Json } from '@glasshouse/server/kernel/core/types';
import { textOf } from '../reference/figures.ts';
import { type CommandFactory, type NewCommand, WRONG_AMOUNTS, WRONG_CODES } from './command-factory.ts';
import { leadOf } from './offers.ts';
import type { SimInstrument } from './scenario.ts';
import { forceOf, triggerOrder } from './spot-triggers.ts';

/** A thousand steps are about a tenth of the first house quote; primes leave remainders. */
const STEPS: readonly number[] = [7, 57, 101, 113, 251, 997, 1_009, 1_013, 5_003, 40_009];
const WRONG_PRICES: readonly string[] = ['0', '-1', '1e5', '0.00000000001', '99999999999999999999', 'NaN', ''];

/** Random valid terms of a pair; with probability `invalidShare` one figure must be refused. */
export function spotOffer(factory: CommandFactory, instrument: SimInstrument, invalidShare = 0): Json {
  const { random } = factory;
  const { step, code, base } = { step: stepOf(instrument), ...instrument };
  // Most pairs are quoted in USDT, some in the first coin.
  const first = factory.scenario.instruments[0]?.base ?? 'USDT';
  const quote = instrument.index % 4 === 3 ? first : 'USDT';
  const legs = factory.scenario.instruments.slice(0, 1).map((instrument) => instrument.code);
  const offer = {
    code,
    base,
    quote,
    precision: instrument.precision,
    tickPoints: random.pick([1, 1, 1, 5]),
    quantityStep: textOf(step),
    minQuantity: textOf(step * random.pick([1n, 1n, 10n])),
    maxQuantity: textOf(step * random.pick([100_000n, 1_000_000n])),
    minAmount: random.pick(['0.00000001', '0.01', '0.5']),
    makerRate: random.pick(['0', '0.0008', '0.00033333']),
    takerRate: random.pick(['0.001', '0.001', '0.00299999', '0']),
    bandRate: random.pick(['0.5', '0.5', '0.1', '0.02']),
    stalenessMs: instrument.stalenessMs,
    ladder: {
      levels: random.pick([15, 3, 0, 0, 25]),
      spacingPpm: random.pick([200, 1_000, 0]),
      levelAmount: random.pick(['2000', '100', '3.33333333']),
    },
    // Under terms of before, quotes of the house were met at the last price.
    ...(random.chance(0.8) ? { awaits: quote === 'USDT' ? [] : [...legs], ...leadOf(instrument) } : {}),
    ...(random.chance(0.8) ? { slippageRate: random.pick(['0.01', '0.002', '0.3']), roundsUp: true } : {}),
    ...(random.chance(0.7) ? { quotesVary: true } : {}),
  };
  if (!random.chance(invalidShare)) return offer;
  const bad = random.pick<{ readonly [field: string]: Json }>([
    { quantityStep: '0' },
    { minQuantity: '0' },
    { maxQuantity: '0.00000001', minQuantity: '1' },
    { takerRate: '0.003' },
    { makerRate: '-0.1' },
    { bandRate: '1' },
    { minAmount: '0' },
    { tickPoints: 0 },
    { slippageRate: '1' },
    { awaits: ['A', 'B', 'C'] },
    { awaits: [], leadMs: 5_001 },
    { quote: base },
    { quantityStep: textOf(step * 7n) },
    { ladder: { ...offer.ladder, levels: 26 } },
  ]);
  return { ...offer, ...bad };
}

/** Step size in 10⁻⁸, worth about a cent at any price; an odd number on every second pair. */
const stepOf = ({ startPoints, precision, index }: SimInstrument): bigint => {
  const units = 10 ** Math.round(Math.log10(0.01 / (startPoints / 10 ** precision)) + 8);
  return BigInt(Math.max(1, Math.round(index % 2 === 0 ? units * 1.2345678 : units)));
};

/**
 * Limit and market orders of every kind, and cancels: near and far from the market, off step, on
 * other users' or ended orders.
 */
export class SpotCommands {
  readonly #factory: CommandFactory;

  constructor(factory: CommandFactory) {
    this.#factory = factory;
  }

  next(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const order = factory.known('spot.submit');
    if (order === undefined || random.chance(0.75)) return this.#submit();
    const who = random.chance(0.95) ? order : { userId: random.int(1, factory.scenario.users), book: order.book };
    return factory.forUser(who, 'spot.cancel', {
      id: random.chance(0.03) ? random.pick([0, 1, 999_999_999]) : order.id,
    });
  }

  #submit(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const instrument = factory.instrument();
    if (factory.isHeavyUser()) {
      const side = random.pick(['buy', 'sell'] as const);
      const price = factory.priceFar(instrument, side);
      const quantity = textOf(101n * stepOf(instrument));
      const order = { code: instrument.code, side, type: 'limit', price, quantity, amount: null, timeInForce: null };
      return factory.caller('spot.submit', order, { heavy: true });
    }
    const wrong = random.chance(0.1) ? random.int(0, 3) : undefined;
    if (random.chance(0.3)) {
      const steps = random.pick(STEPS) * random.int(1, 3);
      const order = triggerOrder(factory, instrument, textOf(BigInt(steps) * stepOf(instrument)));
      return factory.caller('spot.submit', order);
    }
    const side = random.pick(['buy', 'sell'] as const);
    const isLimit = random.chance(0.75);
    const byAmount = !isLimit && side === 'buy' && random.chance(0.5);
    const steps = random.pick(STEPS) * random.int(1, 3);
    const quantity = wrong === 1 ? random.pick(WRONG_AMOUNTS) : textOf(BigInt(steps) * stepOf(instrument));
    // Many prices repeat those of earlier orders, so that queues form and prices match exactly.
    const earlier = factory.known('spot.submit')?.result;
    const known = earlier?.code === instrument.code && random.chance(0.7) ? earlier.price : null;
    const near = factory.priceNear(instrument, random.pick([0.001, 0.004, 0.02]));
    const price = wrong === 2 ? random.pick(WRONG_PRICES) : (known ?? near);
    const body = {
      code: wrong === 0 ? random.pick(WRONG_CODES) : instrument.code,
      side,
      type: isLimit ? 'limit' : 'market',
      price: isLimit !== (wrong === 3) ? price : null,
      quantity: byAmount ? null : quantity,
      amount:
        byAmount || (wrong === 3 && random.chance(0.5)) ? random.pick(['25', '100', '0.01', '3333.33333333']) : null,
      timeInForce: forceOf(random.weightedKey<TimeInForce | 'none'>({ none: 6, GTC: 3, postOnly: 2, IOC: 2, FOK: 2 })),
    };
    return factory.caller('spot.submit', body, { heavy: 0 < factory.scenario.heavyUsers && random.chance(0.15) });
  }
}
