import { Type } from 'typebox';
import { identifier, instrumentCode, nullable, strict, timestamp, words } from './common.ts';

export const CORPORATE_ACTION_KINDS = ['split', 'dividend', 'symbolChange', 'delisting', 'roll'] as const;
export type CorporateActionKind = (typeof CORPORATE_ACTION_KINDS)[number];

export const CORPORATE_ACTION_STATES = ['scheduled', 'applied', 'cancelled', 'lapsed'] as const;

/** A corporate action, or the roll of a future, as everybody may see it. */
export const corporateAction = strict({
  id: identifier('Number of the action: its log entry.'),
  code: instrumentCode('Instrument.'),
  kind: Type.Enum([...CORPORATE_ACTION_KINDS]),
  numerator: Type.Integer({ minimum: 1, maximum: 1000, description: 'New units …' }),
  denominator: Type.Integer({ minimum: 1, maximum: 1000, description: '… for so many old ones.' }),
  amount: nullable(words('Cash of a dividend for one unit, in the quote currency.')),
  symbol: nullable(words('New symbol, or the month that a future rolls to.')),
  effectiveAt: timestamp('From the first price of then on.'),
  source: words('Where it was published.'),
  state: Type.Enum([...CORPORATE_ACTION_STATES]),
  appliedAt: nullable(timestamp()),
});
