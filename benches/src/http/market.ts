import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { MARKET_TYPES } from '@glasshouse/server/market-data/instruments/instrument';

/** Instruments that trade around the clock, so that a bench does not depend on the time of day. */
export const OPEN_CODES: readonly string[] = CATALOGUE.filter(({ type }) => type === MARKET_TYPES.crypto).map(
  ({ code }) => code,
);
