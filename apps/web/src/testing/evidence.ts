import { readFileSync } from 'node:fs';
import type { ResultOf } from '@glasshouse/api';

/** What a server answered about three orders of one person, its minutes signed by `SIGNER`. */
export const SIGNER = '736b70da53251682cbe82c9e4ff585b942a41dce8d243ea0838a49f0b51edca9';

/** Read anew each time: a test may alter it. */
const read = <Content>(name: string): Content =>
  JSON.parse(readFileSync(`${import.meta.dirname}/evidence/${name}.json`, 'utf8')) as Content;

/** 100 USDT on BTC/USDT rising within half a minute: 96,019.19 to 96,003.88, lost. */
export const lostOption = () => read<ResultOf<'getOptionOrder'>>('option');
/** 500 USDT of bitcoin at the market, filled by the house at 96,020.09. */
export const boughtCoins = () => read<ResultOf<'getSpotOrder'>>('spot');
/** A tenth of a bitcoin, long from 96,020.09 to 96,015.13, closed by the person. */
export const closedContract = () => read<ResultOf<'getPosition'>>('contract');
