/** Every term of a contract has a name on the console's page of terms, in every language. */
import { LANGUAGES } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import type { ContractTerms } from '../../products/contracts/terms.ts';

/** Where its name is; undefined: no installation offers it yet, so no page shows it. */
const TEXTS: Readonly<Record<keyof ContractTerms, 'term' | 'col' | undefined>> = {
  code: undefined,
  version: 'col',
  precision: 'term',
  asset: 'col',
  conversion: 'term',
  lotSize: 'term',
  minLots: 'term',
  maxLots: 'term',
  lotStep: 'term',
  maxLeverage: 'term',
  realLeverageMax: 'term',
  feeRate: 'term',
  financingRate: 'term',
  tiers: 'term',
  stopDistancePoints: 'term',
  stalenessMs: 'term',
  exposureMax: 'term',
  exposureTotalMax: 'term',
  poolCover: 'term',
  personMax: 'term',
  networkShare: 'term',
  dividendWithholdingRate: undefined,
  tickMs: 'term',
  nearRate: 'term',
  slippageRate: 'term',
  leadMs: 'term',
  beforeClose: 'term',
  profitMaxRate: 'term',
  convertsAt: 'term',
  closeRequirement: 'term',
};

test.each(LANGUAGES)('in %s', (language) => {
  const { find } = translatorFor(language);
  const missing = Object.entries(TEXTS).filter(
    ([field, part]) => part !== undefined && find(`records:${part}.${field}`) === undefined,
  );
  expect(missing).toEqual([]);
});
