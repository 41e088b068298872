import type { CommandFactory, NewCommand } from './command-factory.ts';
import type { SimInstrument } from './scenario.ts';

/** What a coin holds, in units of its last place. */
const UNITS = 100_000_000;
/** Worth of what is left, below the usual minimum of one USDT. */
const LEFT_USDT = 0.3;
/** Worth of what is bought to begin with. */
const BOUGHT_USDT = 3;

/**
 * Conversions of all but a little of a coin, then of just that little: the whole of it, a part, and
 * into another coin. Only in worlds of their own, so that each other world stays as it was.
 */
export class RemainderCommands {
  readonly #factory: CommandFactory;

  constructor(factory: CommandFactory) {
    this.#factory = factory;
  }

  next(): NewCommand {
    const factory = this.#factory;
    const { random, scenario } = factory;
    const who = { userId: random.int(1, Math.min(scenario.users, 4)), book: random.pick(['demo', 'real'] as const) };
    const instrument = random.pick(scenario.instruments);
    const from = instrument.base;
    const send = (amount: string, to = 'USDT'): NewCommand =>
      factory.forUser(who, 'convert.fill', { from, to, amount, quoteId: null });
    const owned = factory.available(who, from);
    const left = unitsWorth(factory, instrument, LEFT_USDT);
    if (owned === 0n) {
      return factory.forUser(who, 'convert.fill', { from: 'USDT', to: from, amount: `${BOUGHT_USDT}`, quoteId: null });
    }
    if (left * 2n < owned) return send(textOfUnits(owned - left));
    if (random.chance(0.5)) return send(textOfUnits(owned));
    return random.chance(0.6) ? send(textOfUnits(owned - 1n)) : send(textOfUnits(owned), scenario.instruments[0]!.base);
  }
}

function unitsWorth(factory: CommandFactory, { code, precision }: SimInstrument, usdt: number): bigint {
  const price = factory.midOf(code) / 10 ** precision;
  return BigInt(Math.max(1, Math.round((usdt / price) * UNITS)));
}

function textOfUnits(units: bigint): string {
  const digits = String(units).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
