import type { Tick } from '../kernel/core/types.ts';
import { marketTypeName } from '../market-data/feeds/feed-plan.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { nextTurn } from '../market-data/instruments/trading-hours.ts';
import type { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';

const byCode = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));

/** What calls and sockets ask about an instrument. The core does not know how it is called. */
export interface Instruments {
  readonly nameOf: (code: string) => string;
  readonly precisionOf: (code: string) => number | undefined;
  /** The coin that the market of this number trades against USDT. */
  readonly assetOfMarket: (id: number) => string | undefined;
  readonly isListed: (code: string) => boolean;
  /** Whether its market opens at a later time that is known. */
  readonly isClosed: (code: string) => boolean;
  /** When its next session starts; null while it is open, and where none is known. */
  readonly opensAt: (code: string) => string | null;
  /** Its type of market, as settings and the log name it. */
  readonly typeOf: (code: string) => string | undefined;
  /** Its prices as people see them now. */
  readonly pricesOf: (code: string) => Pick<Tick, 'mid' | 'at'> | null;
  readonly now: () => number;
}

function opensAt(code: string, now: number): string | null {
  const calendar = byCode.get(code)?.calendar;
  return calendar === undefined ? null : nextTurn(calendar, now).opensAt;
}

export const instrumentsOf = (snapshot: MarketSnapshot, now: () => number): Instruments => ({
  nameOf: (code) => byCode.get(code)?.name ?? code,
  precisionOf: (code) => byCode.get(code)?.precision,
  assetOfMarket: (id) => {
    const market = snapshot.find(String(id))?.instrument;
    const asset = market?.code.endsWith('USDT') === true ? market.code.slice(0, -'USDT'.length) : undefined;
    return asset === '' ? undefined : asset;
  },
  isListed: (code) => byCode.has(code),
  opensAt: (code) => opensAt(code, now()),
  isClosed: (code) => opensAt(code, now()) !== null,
  typeOf: (code) => {
    const instrument = byCode.get(code);
    return instrument === undefined ? undefined : marketTypeName(instrument.type);
  },
  pricesOf: (code) => snapshot.find(code)?.row ?? null,
  now,
});
