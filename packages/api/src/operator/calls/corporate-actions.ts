import { Type } from 'typebox';
import {
  identifier,
  instrumentCode,
  list,
  nullable,
  price,
  strict,
  text,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { CORPORATE_ACTION_KINDS, corporateAction } from '../../schemas/corporate-actions.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { actionOutcome, reason } from '../schemas.ts';

/** Corporate actions, and prices that are held until somebody looks. No call takes a price. */
export const operatorCorporateActionCalls = {
  listCalendar: defineOperatorCall({
    name: 'listCalendar',
    method: 'GET',
    path: '/corporateActions',
    access: 'instruments.read',
    stepUp: false,
    command: false,
    summary: 'Corporate actions to come and of the last year, and the prices that are held now.',
    result: strict({
      actions: list(strict({ action: corporateAction, origin: Type.Enum(['operators', 'file', 'provider']) }), 500),
      held: list(
        strict({
          code: instrumentCode(),
          name: words('Name.'),
          because: words('jump, sources, notPositive …'),
          price: nullable(price('What the source gives; null where it gave none.')),
          level: nullable(Type.Integer({ description: 'The same in points: it names what was looked at.' })),
          last: nullable(price('Last accepted price.')),
          at: nullable(timestamp('Of the held price.')),
        }),
        1_000,
      ),
    }),
    codes: [],
  }),
  scheduleCorporateAction: defineOperatorCall({
    name: 'scheduleCorporateAction',
    method: 'POST',
    path: '/corporateActions/schedule',
    access: 'instruments.change',
    stepUp: true,
    command: true,
    summary:
      'Asks for an action in the calendar; a second person decides. A split is adjusted only if the first price agrees.',
    body: strict({
      code: instrumentCode(),
      kind: Type.Enum([...CORPORATE_ACTION_KINDS]),
      numerator: Type.Integer({ minimum: 1, maximum: 1000, description: 'New units …' }),
      denominator: Type.Integer({ minimum: 1, maximum: 1000, description: '… for so many old ones.' }),
      amount: nullable(price('Dividend for one unit.')),
      symbol: nullable(text(32, 'New symbol, or the month that a future rolls to.', 1)),
      effectiveAt: timestamp('A whole minute after the last price.'),
      source: text(300, 'Where it was published.', 1),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: [
      'nothingFound',
      'outOfRange',
      'wrongFormat',
      'fieldRequired',
      'capacityReached',
      'corporateActionKnown',
      'corporateActionTooLate',
      'dividendNeedsMarket',
      'dividendTooLarge',
      'symbolStays',
    ],
  }),
  scheduleCorporateActionFile: defineOperatorCall({
    name: 'scheduleCorporateActionFile',
    method: 'POST',
    path: '/corporateActions/file',
    access: 'instruments.change',
    stepUp: true,
    command: true,
    summary:
      'Asks for every row of a CSV file (code, kind, numerator, denominator, amount, symbol, effective_at, source); a second person decides each. Answers with what became of every row.',
    body: strict({ file: text(32_000, 'The text of the file, at most 100 rows.', 1), reason: reason() }),
    result: strict({
      rows: list(
        strict({
          line: Type.Integer({ minimum: 1, description: 'Of the file.' }),
          code: words('Instrument, as the file says it.'),
          request: nullable(identifier('The request that a second person decides; null where the row was refused.')),
          refusal: nullable(Type.Integer({ minimum: 1, description: 'Code of why it was refused.' })),
          field: nullable(words('The column that is wrong.')),
        }),
        100,
      ),
    }),
    codes: ['wrongFormat', 'outOfRange'],
  }),
  cancelCorporateAction: defineOperatorCall({
    name: 'cancelCorporateAction',
    method: 'POST',
    path: '/corporateActions/cancel',
    access: 'instruments.change',
    stepUp: true,
    command: true,
    summary: 'Asks to take an action out of the calendar before its moment; a second person decides.',
    body: strict({ id: identifier('Number of the action.'), reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'fieldRequired'],
  }),
  releaseHeldPrice: defineOperatorCall({
    name: 'releaseHeldPrice',
    method: 'POST',
    path: '/corporateActions/release',
    access: 'instruments.change',
    stepUp: true,
    command: true,
    summary:
      'Asks to call a held jump the market; a second person decides. The level names what was looked at, and sets no price.',
    body: strict({
      code: instrumentCode(),
      level: Type.Integer({ minimum: 1, description: 'The held level, in points.' }),
      source: text(300, 'Where the price can be seen.', 1),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: ['noPriceHeld', 'fieldRequired'],
  }),
};
