import type { Instrument } from '../../instruments/instrument.ts';
import { MARKET_TYPES } from '../../instruments/instrument.ts';

let nextId = 1;

/** An instrument for tests: trades always, one tick a second, generous limits. */
export function anInstrument(code: string, change: Partial<Instrument> = {}): Instrument {
  const id = nextId;
  nextId += 1;
  return {
    code,
    id,
    type: MARKET_TYPES.crypto,
    name: code,
    base: code.slice(0, 3),
    quote: 'USDT',
    logo: null,
    precision: 2,
    lotSize: '1',
    minLots: '0.01',
    maxLeverage: 100,
    calendar: 'always',
    spreadPoints: 2,
    tickMs: 1_000,
    stalenessMs: 10_000,
    gapLimitMs: 15_000,
    outlierBps: 500,
    ...change,
  };
}
