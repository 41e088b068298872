import type { ResultOf } from '@glasshouse/api';

/** One market with its terms, as the server describes it. */
export type MarketInfo = ResultOf<'getMarketInfo'>;
