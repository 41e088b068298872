import { CATALOGUE } from '@glasshouse/server/markets/catalogue/index';
import { MARKET_TYPES } from '@glasshouse/server/markets/types';

/** Instruments that trade at every hour, so that a bench does not depend on when it runs. */
export const OPEN_CODES: readonly string[] = CATALOGUE.filter(({ type }) => type === MARKET_TYPES.crypto).map(
  ({ code }) => code,
);
