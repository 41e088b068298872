import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, type NewCommand, WRONG_AMOUNTS } from './command-factory.ts';
import { leadOf } from './offers.ts';

const FIRM_TERMS = [
  { quoteRate: '0.0002', sizeRate: '0.0003', bandRate: '0' },
  { quoteRate: '0.0007', sizeRate: '0', bandRate: '0.0006' },
  { quoteRate: '0.0005', sizeRate: '0.00012345' },
] as const;

/**
 * Random valid conversion terms of a coin or USDT; with probability `invalidShare` one figure must
 * be refused.
 */
export function convertOffer(factory: CommandFactory, base: string, invalidShare = 0): Json {
  const { random, scenario } = factory;
  const instrument = scenario.instruments.find((candidate) => candidate.base === base);
  const offer = {
    asset: base,
    code: instrument?.code ?? null,
    precision: instrument?.precision ?? 0,
    stalenessMs: instrument?.stalenessMs ?? 0,
    marginRate: random.pick(['0.001', '0.001', '0', '0.00012345']),
    minUsdt: random.pick(['1', '1', '0.00000001']),
    maxUsdt: random.pick(['50000', '50000', '300']),
    ...(random.chance(0.85) ? { slippageRate: random.pick(['0.01', '0.01', '0.0005', '0.5']) } : {}),
    ...(random.chance(0.8) ? random.pick(FIRM_TERMS) : {}),
    ...(random.chance(0.85) ? { quoteAtNextTick: true } : {}),
    ...(instrument === undefined ? {} : leadOf(instrument)),
  };
  if (!random.chance(invalidShare)) return offer;
  const bad = random.pick<{ readonly [field: string]: Json }>([
    { marginRate: '0.003' },
    { quoteRate: '-0.0001' },
    { quoteRate: '0.0029', sizeRate: '0.0001' },
    { bandRate: '0.0035' },
    { slippageRate: '0' },
    { slippageRate: '1' },
    { marginRate: '-0.1' },
    { minUsdt: '0' },
    { maxUsdt: '0.000000001' },
    { minUsdt: '2', maxUsdt: '1' },
    { code: 'SOMEUSDT' },
    { leadMs: -1 },
  ]);
  return { ...offer, ...bad };
}

/**
 * Quotes, and conversions with and without one: in time, late, twice, by other users, with other
 * terms.
 */
export class ConvertCommands {
  readonly #factory: CommandFactory;
  #quotes = 0;

  constructor(factory: CommandFactory) {
    this.#factory = factory;
  }

  next(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const quote = factory.known('convert.ask');
    if (quote === undefined || random.chance(0.5)) return random.chance(0.7) ? this.#quote() : this.#atOnce();
    const { from, to, amount, quoteId } = quote.result;
    const body = { from, to, amount, quoteId } as { readonly [field: string]: Json };
    const wrong = random.chance(0.15) ? random.int(0, 3) : undefined;
    if (wrong === 0)
      return factory.forUser({ userId: random.int(1, factory.scenario.users), book: quote.book }, 'convert.fill', body);
    if (wrong === 1) return factory.forUser(quote, 'convert.fill', { ...body, amount: '7' });
    if (wrong === 2) return factory.forUser(quote, 'convert.fill', { ...body, from: to as Json, to: from as Json });
    if (wrong === 3) return factory.forUser(quote, 'convert.fill', { ...body, quoteId: 'no such quote' });
    return factory.forUser(quote, 'convert.fill', {
      ...body,
      amount: random.chance(0.1) ? `${String(amount)}` : (amount as Json),
    });
  }

  #quote(): NewCommand {
    this.#quotes += 1;
    return this.#factory.caller('convert.ask', { ...this.#body(), quoteId: `quote-${this.#quotes}` });
  }

  #atOnce(): NewCommand {
    return this.#factory.caller('convert.fill', { ...this.#body(), quoteId: null });
  }

  #body(): { readonly [field: string]: Json } {
    const factory = this.#factory;
    const { random } = factory;
    const asset = (): string =>
      random.chance(0.4)
        ? 'USDT'
        : random.chance(0.05)
          ? random.pick(['NOPE', '__proto__', ''])
          : factory.instrument().base;
    const amount = random.chance(0.08) ? random.pick(WRONG_AMOUNTS) : this.#amount();
    return { from: asset(), to: asset(), amount };
  }

  #amount(): string {
    const { random } = this.#factory;
    return (random.pick([0.5, 2, 25, 100, 1_000]) * random.pick([1, 0.001, 0.00033333, 100])).toFixed(8);
  }
}

/**
 * Price alerts near the market, at it and off the grid, and of an opening; removals by the owner
 * and by others.
 */
export class AlertCommands {
  readonly #factory: CommandFactory;

  constructor(factory: CommandFactory) {
    this.#factory = factory;
  }

  next(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const alert = factory.known('alerts.add');
    if (alert !== undefined && random.chance(0.25)) {
      const who = random.chance(0.9) ? alert : { userId: random.int(1, factory.scenario.users), book: alert.book };
      return factory.forUser(who, 'alerts.remove', { id: alert.id });
    }
    const instrument = factory.instrument();
    if (factory.isHeavyUser()) {
      const price = factory.priceFar(instrument, random.pick(['buy', 'sell'] as const));
      return factory.caller(
        'alerts.add',
        { code: instrument.code, precision: instrument.precision, price },
        { heavy: true },
      );
    }
    const price = random.chance(0.1)
      ? null
      : random.chance(0.05)
        ? random.pick(['0', '-3', 'x', '1.23456789'])
        : factory.priceNear(instrument, 0.01);
    const code = random.chance(0.03) ? 'NOPE' : instrument.code;
    const body = { code, precision: instrument.precision, price };
    return factory.caller('alerts.add', body, { heavy: 0 < factory.scenario.heavyUsers && random.chance(0.3) });
  }
}
