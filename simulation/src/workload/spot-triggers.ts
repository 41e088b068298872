import type { TriggerType } from '@glasshouse/rules/spot-triggers';
import type { TimeInForce } from '@glasshouse/rules/time-in-force';
import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, textOfPoints } from './command-factory.ts';
import type { SimInstrument } from './scenario.ts';

type Fields = { readonly [field: string]: Json };

/** How far stops are from the market, as shares: most are met within a few ticks. */
const AWAY: readonly number[] = [0.0005, 0.002, 0.005, 0.02];
const WRONG: readonly Fields[] = [
  { stopPrice: '0' },
  { stopPrice: 'NaN' },
  { stopLimitPrice: '1e5' },
  { trailingDistance: '-1' },
  { trailingRate: '0.9' },
  { trailingRate: '' },
  { timeInForce: 'FOK', amount: '100' },
  { quantity: null },
];

/** The field of an order; without one it is GTC. */
export const forceOf = (force: TimeInForce | 'none'): TimeInForce | null => (force === 'none' ? null : force);

/** A stop, stop-limit or trailing stop order, or one-cancels-other; some must be refused. */
export function triggerOrder(factory: CommandFactory, instrument: SimInstrument, quantity: string): Fields {
  const { random } = factory;
  const side = random.pick(['buy', 'sell'] as const);
  const kind = random.weightedKey<TriggerType>({ stop: 1, stopLimit: 1, trailingStop: 1, oco: 1 });
  const mid = factory.midOf(instrument.code);
  const points = (share: number): string =>
    textOfPoints(Math.max(1, Math.round(mid * (1 + share))), instrument.precision);
  const beyond = (): number => (side === 'buy' ? 1 : -1) * random.pick(AWAY);
  const spends = side === 'buy' && (kind === 'stop' || kind === 'trailingStop');
  const stop = beyond();
  const order: Fields = {
    code: instrument.code,
    side,
    type: kind,
    price: null,
    quantity: spends ? null : quantity,
    amount: spends ? random.pick(['25', '100', '3333.33333333']) : null,
    timeInForce: forceOf(
      random.weightedKey<Exclude<TimeInForce, 'GTC'> | 'none'>({ none: 6, postOnly: 1, IOC: 1, FOK: 1 }),
    ),
    ...fieldsOf(),
  };
  return random.chance(0.06) ? { ...order, ...random.pick(WRONG) } : order;

  function fieldsOf(): Fields {
    if (kind === 'stop') return { stopPrice: points(stop) };
    // Beyond the stop, so that it fills, or before it, so that it rests.
    if (kind === 'stopLimit') return { stopPrice: points(stop), price: points(stop + random.pick([1, -1]) * beyond()) };
    if (kind === 'oco') {
      const own = { stopPrice: points(stop), price: points(-beyond()) };
      const hasLimit = side === 'buy' || random.chance(0.5);
      return hasLimit ? { ...own, stopLimitPrice: points(stop + random.pick([0, 1, -1]) * beyond()) } : own;
    }
    kind satisfies 'trailingStop';
    if (random.chance(0.5)) return { trailingRate: random.pick(['0.001', '0.00333333', '0.02', '0.00000001']) };
    const distance = Math.max(1, Math.round(mid * random.pick(AWAY)));
    return { trailingDistance: textOfPoints(distance, instrument.precision) };
  }
}
