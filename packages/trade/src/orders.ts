import type { ResultOf } from '@glasshouse/api';

/** Orders as calls answer with them and as events of the user socket carry them. */
export type OptionsOrder = ResultOf<'buyOption'>;
/** A contract as commands answer with it. */
export type ContractAnswer = ResultOf<'openPosition'>;
export type ContractOrder = ResultOf<'listPositions'>['items'][number];
export type SpotOrder = ResultOf<'placeSpotOrder'>;
export type Conversion = ResultOf<'convert'>;
export type PriceAlert = ResultOf<'addAlert'>;

export type Side = 'buy' | 'sell';
