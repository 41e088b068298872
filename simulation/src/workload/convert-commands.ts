import type { Json } from '@glasshouse/server/kernel/types';
import { type Maker, type NewCommand, WRONG_AMOUNTS } from './maker.ts';

/** Terms of conversion of a coin (or of USDT): sound, but different each time; now and then not. */
export function convertOffer(maker: Maker, base: string, unsound = 0): Json {
  const { random, scenario } = maker;
  const instrument = scenario.instruments.find((one) => one.base === base);
  const offer = {
    asset: base,
    code: instrument?.code ?? null,
    precision: instrument?.precision ?? 0,
    stalenessMs: instrument?.stalenessMs ?? 0,
    marginRate: random.pick(['0.001', '0.001', '0', '0.00012345']),
    minUsdt: random.pick(['1', '1', '0.00000001']),
    maxUsdt: random.pick(['50000', '50000', '300']),
  };
  if (!random.chance(unsound)) return offer;
  const bad = random.pick<{ readonly [field: string]: Json }>([
    { marginRate: '0.003' },
    { marginRate: '-0.1' },
    { minUsdt: '0' },
    { maxUsdt: '0.000000001' },
    { minUsdt: '2', maxUsdt: '1' },
    { code: 'SOMEUSDT' },
  ]);
  return { ...offer, ...bad };
}

/**
 * Quotes, and conversions with and without them: by their owner in time, late, twice, by others,
 * and for something else.
 */
export class ConvertCommands {
  readonly #maker: Maker;
  #quotes = 0;

  constructor(maker: Maker) {
    this.#maker = maker;
  }

  next(): NewCommand {
    const maker = this.#maker;
    const { random } = maker;
    const quote = maker.known('convert.quote');
    if (quote === undefined || random.chance(0.5)) return random.chance(0.7) ? this.#quote() : this.#atOnce();
    const { from, to, amount, quoteId } = quote.result;
    const body = { from, to, amount, quoteId } as { readonly [field: string]: Json };
    const wrong = random.chance(0.15) ? random.int(0, 3) : undefined;
    if (wrong === 0)
      return maker.of({ userId: random.int(1, maker.scenario.users), book: quote.book }, 'convert.fill', body);
    if (wrong === 1) return maker.of(quote, 'convert.fill', { ...body, amount: '7' });
    if (wrong === 2) return maker.of(quote, 'convert.fill', { ...body, from: to as Json, to: from as Json });
    if (wrong === 3) return maker.of(quote, 'convert.fill', { ...body, quoteId: 'nobody made this' });
    return maker.of(quote, 'convert.fill', {
      ...body,
      amount: random.chance(0.1) ? `${String(amount)}` : (amount as Json),
    });
  }

  #quote(): NewCommand {
    this.#quotes += 1;
    return this.#maker.caller('convert.quote', { ...this.#body(), quoteId: `quote-${this.#quotes}` });
  }

  #atOnce(): NewCommand {
    return this.#maker.caller('convert.fill', { ...this.#body(), quoteId: null });
  }

  #body(): { readonly [field: string]: Json } {
    const maker = this.#maker;
    const { random } = maker;
    const asset = (): string =>
      random.chance(0.4)
        ? 'USDT'
        : random.chance(0.05)
          ? random.pick(['NOPE', '__proto__', ''])
          : maker.instrument().base;
    const amount = random.chance(0.08) ? random.pick(WRONG_AMOUNTS) : this.#amount();
    return { from: asset(), to: asset(), amount };
  }

  #amount(): string {
    const { random } = this.#maker;
    return (random.pick([0.5, 2, 25, 100, 1_000]) * random.pick([1, 0.001, 0.00033333, 100])).toFixed(8);
  }
}

/** Price alerts: near the market, at it, off the grid, and removed by their owner and by others. */
export class AlertCommands {
  readonly #maker: Maker;

  constructor(maker: Maker) {
    this.#maker = maker;
  }

  next(): NewCommand {
    const maker = this.#maker;
    const { random } = maker;
    const alert = maker.known('alerts.add');
    if (alert !== undefined && random.chance(0.25)) {
      const who = random.chance(0.9) ? alert : { userId: random.int(1, maker.scenario.users), book: alert.book };
      return maker.of(who, 'alerts.remove', { id: alert.id });
    }
    const instrument = maker.instrument();
    if (maker.hoards()) {
      const price = maker.priceFar(instrument, random.pick(['buy', 'sell'] as const));
      return maker.caller(
        'alerts.add',
        { code: instrument.code, precision: instrument.precision, price },
        { whale: true },
      );
    }
    const price = random.chance(0.05) ? random.pick(['0', '-3', 'x', '1.23456789']) : maker.priceNear(instrument, 0.01);
    const code = random.chance(0.03) ? 'NOPE' : instrument.code;
    const body = { code, precision: instrument.precision, price };
    return maker.caller('alerts.add', body, { whale: 0 < maker.scenario.whales && random.chance(0.3) });
  }
}
