import type { Tick } from '../kernel/types.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import type { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';

const byCode = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));

/** What calls and sockets ask about an instrument. The core does not know how it is called. */
export interface Instruments {
  readonly nameOf: (code: string) => string;
  readonly precisionOf: (code: string) => number | undefined;
  readonly isListed: (code: string) => boolean;
  /** Its prices as people see them now. */
  readonly pricesOf: (code: string) => Pick<Tick, 'mid' | 'at'> | null;
  readonly now: () => number;
}

export const instrumentsOf = (snapshot: MarketSnapshot, now: () => number): Instruments => ({
  nameOf: (code) => byCode.get(code)?.name ?? code,
  precisionOf: (code) => byCode.get(code)?.precision,
  isListed: (code) => byCode.has(code),
  pricesOf: (code) => snapshot.find(code)?.row ?? null,
  now,
});
