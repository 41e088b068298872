import { REPORT_CURRENCIES } from '@glasshouse/api/constants';
import { VALUED_CURRENCIES } from '@glasshouse/api/valued-currencies';
import type { Networks } from '../chains/networks.ts';
import { marketOf } from '../ledger/tax/tape-prices.ts';
import { pricedBy } from '../ledger/valuation.ts';
import { currencyMarket } from '../money/funding/value.ts';

/**
 * The instruments that an installation needs whatever it offers: deposits of every coin that its
 * networks carry, bank transfers and tax reports are valued by them.
 */
export const neededInstruments = (networks: Networks): readonly string[] => [
  ...networks.all.flatMap(({ assets }) => assets.map(({ asset }) => pricedBy(asset))),
  ...VALUED_CURRENCIES.map(currencyMarket),
  ...REPORT_CURRENCIES.flatMap((currency) => marketOf(currency) ?? []),
];
